"""R9 and I6 where people mark: nothing hidden stands in any byte that an author or a marker is sent, on any route."""

from __future__ import annotations

import re

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from annotator.asking.services.finishing import finish_video
from annotator.asking.services.viewing import note_viewing
from annotator.checks.services.golds import set_gold
from annotator.exam.services.exams import open_exam
from annotator.exam.services.making import create_exam
from annotator.exam.services.references import KnownQuestion, add_references
from annotator.exam.services.sittings import begin_sitting
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, ExamItem, Membership, Score, Staffing, Standing, User
from moments.models import Clip, ClipPart, Moment, Video
from tests.annotator.asking.scenes import begun, drafted, key_of, submitted
from tests.canary_routes import addresses
from tests.canary_search import WORD, Watch, WatchedClient
from tests.canary_world import METHODS, ask, everything_but_the_administration
from tests.factories import claim
from tests.marking import asked, finished, mark, marking_campaign

pytestmark = pytest.mark.django_db
BYTES = b"bytes of a whole video"


def world() -> list[Membership]:
    """Four people: one wrote and finished, one marked that, one writes, and one walks; what is theirs has a mark."""
    now = timezone.now()
    campaign, people = marking_campaign(people=4, videos=3)
    writer, marker, other, walker = people
    video = begun(writer, now=now).share.batch.video
    submitted(writer, now=now)
    submitted(writer, now=now)
    note_viewing(member=writer, key=key_of(video), watched=[[0, 31_700]], bookmarks=[31_701], now=now)
    finish_video(member=writer, now=now)
    seat = claim(marker, 1, now=now)[0]
    assert mark(marker, seat, note=f"{WORD} note of a marker", complete=False, now=now).status == "saved"
    begun(other, now=now)
    drafted(other, now=now, text=f"{WORD} draft of another author", segments=[[31_702, 31_950]])
    mark_everything(walker)
    return [*people, walker]


def mark_everything(walker: Membership) -> None:
    """Marks on names of videos and people, keys of scores, reasons, and domains."""
    for video in Video.objects.all():
        Video.objects.filter(pk=video.pk).update(name=f"{WORD}-{video.pk}", domain=f"{WORD} domain")
    Moment.objects.update(description=f"{WORD} description", caption=f"{WORD} caption")
    for member in Membership.objects.exclude(pk=walker.pk):
        User.objects.filter(pk=member.user_id).update(username=f"{WORD}-{member.pk}")
        Membership.objects.filter(pk=member.pk).update(pseudonym=f"{WORD}-{member.pk}"[:12])
    for score in Score.objects.all():
        Score.objects.filter(pk=score.pk).update(key=f"{WORD}-{score.pk}")
    Ask.objects.exclude(state=AskState.DRAFT).update(reason=f"{WORD} reason")
    Clip.objects.update(reason=f"{WORD} reason of a clip", sha256=WORD * 10)
    for row in (*Clip.objects.all(), *ClipPart.objects.all()):
        storages["clips"].save(row.name, ContentFile(BYTES))


def walk(walker: Membership) -> Watch:
    """Every address by every method, as the walker; a PUT for what authors save."""
    watch = Watch()
    client = WatchedClient(watch)
    client.force_login(walker.user)
    others = Membership.objects.exclude(pk=walker.pk)
    words: dict[str, list[object]] = {
        "slug": [walker.campaign.slug],
        "int": [1, 2, 3],
        "name": [row.name for row in (*Clip.objects.all(), *ClipPart.objects.all())],
        "str": ["nothing", others[0].user.username],
        "token": ["nothing"],
        "pseudonym": ["nothing", others[0].pseudonym],
        "path": ["1"],
        "uuid": ["00000000-0000-0000-0000-000000000000"],
    }
    for route in everything_but_the_administration():
        for address in addresses(route, words):
            for method in (*METHODS, *(["put"] if "/asks/" in address else [])):
                ask(client, method, address, walker.campaign.slug)
            if address == "/sign-out/":
                client.force_login(walker.user)
    return watch


def reached(watch: Watch) -> set[str]:
    return {seen.asked for seen in watch.seen if seen.status in (200, 201)}


def test_an_author_learns_nothing_of_others() -> None:
    *_, walker = world()
    begun(walker, now=timezone.now())
    drafted(walker, now=timezone.now())
    watch = walk(walker)
    assert watch.leaks() == []
    assert [seen.asked for seen in watch.seen if seen.status >= 500] == []
    assert {"GET /api/v1/asks/", "POST /api/v1/asks/begin/"} <= reached(watch)
    assert any(asked.startswith("GET /clip-parts/") for asked in reached(watch))


def test_a_marker_learns_nothing_of_the_author() -> None:
    *_, walker = world()
    watch = walk(walker)
    assert watch.leaks() == []
    assert [seen.asked for seen in watch.seen if seen.status >= 500] == []
    assert {"POST /api/v1/seats/claim/", "POST /api/v1/asks/begin/"} <= reached(watch)


KNOWN = ((31_711, 31_951), (41_713, 42_977))


def known_world(*, in_exam: bool) -> Membership:
    """Somebody in the exam, or somebody who gets gold: the answers have marks of their own."""
    now = timezone.now()
    campaign, (author, _, walker) = marking_campaign(people=3)
    whole = campaign.videos.get().moments.get(whole=True)
    segments = tuple(Segment(*one) for one in KNOWN)
    questions = [KnownQuestion(whole, f"When is {number} there?", segments) for number in (1, 2)]
    pairs = add_references(campaign=campaign, questions=questions, now=now, actor="test")
    if in_exam:
        exam = create_exam(campaign=campaign, pairs=[pair.number for pair in pairs], now=now, actor="test")
        ExamItem.objects.filter(exam=exam).update(explanation=f"{WORD} explanation")
        open_exam(exam=exam, now=now, actor="test")
        Membership.objects.filter(pk=walker.pk).update(standing=Standing.TRAINING)
        walker.refresh_from_db()
        begin_sitting(member=walker, now=now)
        Membership.objects.filter(pk=walker.pk).update(standing=Standing.EXAM)
    else:
        for _ in range(12):
            asked(author, now=now)
        finished(author, now=now)
        for pair in pairs:
            set_gold(pair=pair, relevance=None, now=now, actor="test")
        Staffing.objects.update_or_create(campaign=campaign, defaults={"gold_rate": 0.2})
    mark_everything(walker)
    walker.refresh_from_db()
    return walker


@pytest.mark.parametrize("in_exam", [True, False])
def test_no_known_answer_reaches_a_marker_before_its_lesson(in_exam) -> None:
    walker = known_world(in_exam=in_exam)
    watch = walk(walker)
    purposes = set(walker.seats.values_list("purpose", flat=True))
    assert ("exam" in purposes, "gold" in purposes) == (in_exam, not in_exam)
    edges = "|".join(str(ms) for one in KNOWN for ms in one)
    edge = re.compile(rf"(?<![0-9a-f])({edges})(?![0-9a-f])".encode())  # not by chance in a random key
    assert [seen.asked for seen in watch.seen if edge.search(seen.sent)] == []
    assert watch.leaks() == []
    assert "POST /api/v1/seats/claim/" in reached(watch)
