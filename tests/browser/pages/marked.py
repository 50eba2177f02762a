"""A marking campaign, with work in every corner: what its pages show when there is something to show."""

from __future__ import annotations

from django.utils import timezone

from annotator.checks.services.golds import set_gold
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam
from annotator.models import DerivedAsk, Membership, ProblemKind, Seat
from annotator.problems.services.reporting import report_problem
from consensus.opening.services import open_campaign
from moments.models import Campaign, Clip
from tests.annotator.asking.scenes import begun, drafted
from tests.annotator.exam.marked_scenes import HERE, answer, known, sitter
from tests.browser.marking.stub import Stub, numbered_video
from tests.browser.marking.test_marking_served import store_files
from tests.browser.pages.world import World
from tests.console.questions.scenes import LATER
from tests.factories import NOW, claim, made_export, make_admin, make_lead, make_member, settle
from tests.marking import asked, disputed, finished, make_whole_video, mark, marking_campaign, send

LONG = "منظومة_" + "x" * 60
TWO = ((5_000, 8_000), (30_000, 36_000))


def marked_world() -> World:
    """Questions in every state, reports, captions, an exam that people took: a campaign in full work."""
    campaign, people = marking_campaign(people=6, videos=0, opened=False)
    for name in ("numbers", LONG, "broken"):
        _film(campaign, name)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    pieces = ([(1_000, 3_000), (8_000, 9_000)], [(2_500, 6_000), (8_600, 12_000)])
    waits = disputed(campaign, people[:3], *pieces, text=f"Where are both? {LONG}")
    _answered(campaign, people[3], people[4])
    _reported(campaign, people[3])
    _known(campaign)
    DerivedAsk.objects.create(ask=waits, task="ca", text="it falls", made_at=NOW, requester="L9")
    for _ in range(2):
        made_export(campaign, formats=["momentseeker"], partial=True)
    writer = make_member(campaign)
    begun(writer)
    drafted(writer)
    users = {"admin": make_admin(), "lead": make_lead(campaign).user, "annotator": writer.user}
    return World(campaign, users, _words(campaign, people[0]))


def _film(campaign: Campaign, name: str) -> None:
    film = Stub(numbered_video())
    moment = make_whole_video(campaign, name, duration_s=film.frames()["duration_ms"] / 1000, domain="sports")
    store_files(moment.clips.get(rendition="proxy"), film)


def _answered(campaign: Campaign, author: Membership, marker: Membership) -> None:
    """Accepted, returned and sent on to a third annotator; the video behind them, then one whose proxy failed."""
    video = campaign.videos.get(name=LONG)
    asks = [asked(author, video=video, text=f"Question {number}?", now=LATER) for number in range(3)]
    finished(author, now=LATER)
    seats = {seat.pair_id: seat for seat in claim(marker, 20, now=LATER)}
    mark(marker, seats[asks[0].pair_id], now=LATER)
    send(marker, seats[asks[1].pair_id], segments=[], note="nothing there", now=LATER)
    mark(marker, seats[asks[2].pair_id], [[10_000, 20_000], [30_000, 36_000]], now=LATER)
    settle(campaign, now=LATER)
    failed = Clip.objects.filter(moment__video__name="broken")
    failed.update(state="failed", reason="no such video", frames=0, size=0)


def _reported(campaign: Campaign, author: Membership) -> None:
    """Two questions that were reported and one for which nobody is left."""
    video = campaign.videos.get(name="numbers")
    made = [asked(author, video=video, text=f"Reported {number}?", now=LATER) for number in range(3)]
    finished(author, now=LATER)
    marker = make_member(campaign)
    seats = {seat.pair_id: seat for seat in claim(marker, 20, now=LATER)}
    for ask, kind in zip(made, (ProblemKind.QUERY, ProblemKind.NOTHING_VISIBLE), strict=False):
        seat = seats[ask.pair_id]
        report_problem(member=marker, seat=seat.public_id, kind=kind, note=f"it is {kind.value}", now=LATER)
    Seat.objects.filter(pk=seats[made[2].pair_id].pk).update(state="settled")
    Seat.objects.create(campaign=campaign, pair=made[2].pair, round=2, number=1)


def _known(campaign: Campaign) -> None:
    """An exam that somebody passed and somebody did not, gold, and questions that can become gold."""
    pairs = known(campaign, (HERE, TWO, (), HERE))
    exam = create_exam(campaign=campaign, pairs=[pair.number for pair in pairs[:2]], now=NOW, actor="lead")
    open_exam(exam=exam, now=NOW, actor="lead")
    for given in ({pairs[0].number: HERE, pairs[1].number: TWO}, {pairs[0].number: (), pairs[1].number: HERE}):
        member, _ = sitter(exam)
        answer(member, given)
    settle(campaign)
    set_gold(pair=pairs[2], relevance=None, now=timezone.now(), actor="lead")


def _words(campaign: Campaign, person: Membership) -> dict[str, list[object]]:
    shown = {ask.state: ask.number for ask in campaign.asks.exclude(state="draft").order_by("-number")}
    return {
        "slug": [campaign.slug],
        "pseudonym": [person.pseudonym],
        "question.number": list(shown.values()),
        "video_id": [campaign.videos.get(name=LONG).pk],
        "decisions-queue.kind": ["reported", "queries", "stuck", "videos", "gold"],
    }
