"""A grading campaign, with work in every corner: what its pages show when there is something to show."""

from __future__ import annotations

import io

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone
from PIL import Image

from annotator.exam.services.exams import freeze_truth, open_exam
from annotator.exam.services.making import create_exam
from annotator.exam.services.sittings import advance_sittings, begin_sitting
from annotator.guideline.services import add_example, save_guideline
from annotator.joining.services.consents import give_consent, save_consent
from annotator.joining.services.invites import make_invite
from annotator.messages.services import send_message
from annotator.models import Membership, ProblemKind, Standing
from annotator.people.services.resets import make_reset_link
from annotator.people.services.tokens import make_token
from annotator.tutorial.selectors import newest_tutorial, practices_of
from annotator.tutorial.services import answer_practice, finish_tutorial
from consensus.opening.services import open_campaign
from moments.illustrations.services import add_illustration
from moments.jobs.services.steps import mark_failure
from moments.material.services.uploads import begin_upload
from moments.models import Campaign, Moment, Poster, Rewriting
from moments.staging.services import stage_file
from tests.archive.scenes import full_campaign
from tests.benchmark.scenes import scored
from tests.browser.conftest import store_clips
from tests.browser.pages.world import World
from tests.console.exam.scenes import LATER, answer_all
from tests.console.scenes import parked_pair
from tests.factories import NOW, claim, made_export, make_admin, make_lead, make_member, make_query, score_all, settle

STAGED = b"query_id,query,split,desc_id\n900,A dog.,val,\n"
WORDS = "# Watch twice\n\n- the *whole* clip\n- [more](https://example.org)\n\n![](picture:3)"
LONG = "منظومة_" + "x" * 60
RUNS = ("net_seed=1", "net_seed=2", f"{LONG}_seed=1", f"{LONG}_seed=2")


def graded_world() -> World:
    """Verdicts of every kind, reports, an exam that people took, runs, exports, files: a campaign in full work."""
    campaign = full_campaign()
    people = list(campaign.members.filter(role="annotator").order_by("pk"))
    _judge(campaign)
    _reports(campaign)
    _take_exam(campaign)
    _write(campaign)
    _files(campaign)
    scored(campaign, RUNS)
    made_export(campaign, partial=True)
    worker = make_member(campaign)
    make_token(user=worker.user, label="mine", scope="read", days=30, now=timezone.now())
    lead = make_lead(campaign)
    save_consent(campaign=campaign, text=WORDS.partition("![")[0], seen_version=None, actor="lead", now=NOW)
    give_consent(member=worker, version=1, now=timezone.now())
    claim(worker, 3, now=timezone.now())
    users = {"nobody": None, "lead": lead.user, "admin": make_admin(), "annotator": worker.user}
    return World(campaign, users, _words(campaign, people[0]))


def _judge(campaign: Campaign) -> None:
    """Queries with verdicts that agree, are discarded and contradict each other, and one nobody has begun."""
    for _ in range(4):
        make_member(campaign)
    for _ in range(2):
        make_query(campaign, pairs=8, text=f"{LONG} walks <b>")
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    given: dict[int, int] = {}

    def score(pair, member):
        given[pair.pk] = given.get(pair.pk, 0) + 1
        return (0, 4, 1, 4)[given[pair.pk] - 1] if pair.rank < 3 else pair.rank % 4

    workers = list(campaign.members.filter(role="annotator", standing="qualified"))
    for after in (61, 122):
        score_all(workers, score)
        settle(campaign, after_s=after)
    first, second = Moment.objects.filter(pairs__rank__in=(5, 7), pairs__query__query_id=3).order_by("pk")
    Moment.objects.filter(pk=second.pk).update(start_s=first.start_s + 0.2, end_s=first.end_s)
    for _ in range(4):
        make_query(campaign, pairs=4)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")


def _reports(campaign: Campaign) -> None:
    parked_pair(campaign, note=f"black {LONG}")
    parked_pair(campaign, kind=ProblemKind.QUESTION, note="Is it a dog?")
    parked_pair(campaign, kind=ProblemKind.QUERY, note="no sense")


def _take_exam(campaign: Campaign) -> None:
    """A frozen exam with two people in it, somebody between its stages, and a draft whose truth is to be set."""
    make_query(campaign, pairs=4, split="exam")
    make_query(campaign, pairs=4, split="exam")
    terms = {"queries": 1, "depth": 4, "now": NOW, "actor": "test"}
    exam = create_exam(campaign=campaign, takers_to_freeze=2, **terms)
    open_exam(exam=exam, now=NOW, actor="test")
    for levels in ([4, 3, 1, 0], [0, 2, 1, 4]):
        member = make_member(campaign, standing=Standing.TRAINING)
        for practice in practices_of(newest_tutorial(campaign)):
            answer_practice(member=member, practice=practice, relevance=1, now=NOW)
        finish_tutorial(member=member, tutorial=newest_tutorial(campaign), now=NOW)
        begin_sitting(member=member, now=NOW)
        answer_all(member, levels)
    freeze_truth(exam=exam, now=LATER, actor="test")
    advance_sittings(campaign=campaign, now=LATER)
    create_exam(campaign=campaign, truth_kind="gold", **terms)


def _write(campaign: Campaign) -> None:
    """Texts with a picture and an example, and a message."""
    out = io.BytesIO()
    Image.new("RGB", (640, 360), (90, 120, 160)).save(out, "PNG")
    out.seek(0)
    add_illustration(campaign=campaign, file=out, description="A blue field", actor="lead", now=NOW)
    save_guideline(campaign=campaign, text=WORDS, renewed=False, actor="lead", now=NOW, seen_version=None)
    scored = campaign.pairs.filter(verdicts__relevance=3).first()
    add_example(pair=scored, relevance=3, note="half of it", actor="lead", now=NOW)
    send_message(campaign=campaign, text=f"שלום לכולם. {LONG}", pseudonyms=None, actor="L", now=NOW)


def _files(campaign: Campaign) -> None:
    """Bytes for what pages show, a file that waits to be imported, an upload that was cut, a caption in doubt."""
    store_clips(campaign)
    still = io.BytesIO()
    Image.new("RGB", (64, 36)).save(still, "JPEG")
    for poster in Poster.objects.filter(moment__campaign=campaign):
        storages["clips"].save(poster.name, ContentFile(still.getvalue()))
    stage_file(campaign=campaign, kind="queries", given_name="q.csv", parts=[STAGED], actor="admin", now=NOW)
    begin_upload(campaign=campaign, given_name=f"{LONG}.mp4", size=9, modified_ms=0, actor="admin", now=NOW)
    mark_failure(step="rule on pairs", campaign=campaign, error=ValueError("no such zone"), now=NOW)
    moment = campaign.moments.filter(rewriting=None).first()
    Rewriting.objects.create(moment=moment, state="review", tries=2, reason="the answer still contains a name: Joey")


def _words(campaign: Campaign, person: Membership) -> dict[str, list[object]]:
    invite = make_invite(campaign=campaign, uses=1, days=1, note="", now=timezone.now(), actor="lead")
    reset = make_reset_link(member=person, issuer=make_admin(), now=timezone.now(), actor="admin")
    discarded = campaign.pairs.filter(verdicts__kind="discarded").first()
    kinds = ["discarded", "reported", "stuck", "exam", "gold", "contradictions", "queries"]
    return {
        "slug": [campaign.slug],
        "query_id": [1],
        "query.query_id": [1, 2, 3],
        "pseudonym": [person.pseudonym],
        "pair.number": [1, discarded.number],
        "why-pair.number": [1, discarded.number],
        "video_id": [campaign.videos.first().pk],
        "staged_id": [campaign.staged.get().pk],
        "join.token": [invite.token],
        "reset.token": [reset],
        "decisions-queue.kind": kinds,
    }
