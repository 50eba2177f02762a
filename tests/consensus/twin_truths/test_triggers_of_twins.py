"""Every trigger of twins refuses what it is there for; tests/faults/guards.py takes each out and runs this file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from annotator.guards import TWIN_ANSWER_GUARDS, WRITER_GUARDS
from annotator.models import Assignment, Judgement, LookAlike, Membership, Score, Seat, TwinCaption
from annotator.scoring.selectors.twins import twin_questions
from annotator.seats.services.seating import release_person
from annotator.twins.answers import Unreal, shown_unreal
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask
from consensus.guards import SPLIT_GUARDS
from consensus.models import VideoSplit
from consensus.sweep.services import settle_campaign
from moments.database.twin_guards import TWIN_GUARDS
from moments.models import Moment, Pair, Twin
from tests.built_once import built_once
from tests.factories import NOW, opened_campaign, score_all, settle
from tests.twins import BACKWARD, FORWARD, answer, ask, assign, twin_campaign

pytestmark = pytest.mark.django_db
GUARDS = {guard.name: guard for guard in (*TWIN_GUARDS, *TWIN_ANSWER_GUARDS, *WRITER_GUARDS, *SPLIT_GUARDS)}


def graded_score() -> Score:
    return Score.objects.filter(relevance=3).order_by("pk")[0]


def judge_score() -> Score:
    return Score.objects.filter(judgement__isnull=False).order_by("pk")[0]


def graded_moment() -> Moment:
    return Moment.objects.filter(campaign__slug="films").order_by("pk")[0]


def assigned_pair() -> Pair:
    return Assignment.objects.get().score.seat.pair


def turn_back() -> Moment:
    moment = graded_moment()
    moment.pk, moment.desc_id, moment.direction = None, 9_000, "backward"
    moment.save(force_insert=True)
    return moment


def assign_another_caption() -> Assignment:
    """A further score of a seat of assigning says to which clip the caption of another clip belongs."""
    given = Assignment.objects.get()
    score = given.score
    score.pk, score.key, score.current = None, "another", False
    score.save(force_insert=True)
    other = TwinCaption.objects.get(backward_text="")
    return Assignment.objects.create(score=score, caption=other, shown=given.shown)


def seat_writer() -> int:
    """The writer gets the seat of their own caption, of which the barring seat was taken away."""
    writer = TwinCaption.objects.exclude(backward_text="").get().score.annotator
    Seat.objects.filter(superseded=True, annotator=writer).delete()
    waiting = Seat.objects.filter(pair__query__query_id=TwinTask.ASSIGN.query_id, state="open")
    return waiting.update(annotator=writer, state="reserved")


PLANTED: dict[str, Callable[[], object]] = {
    "twin_of_one_stretch": lambda: Twin.objects.create(forward=graded_moment(), backward=graded_moment()),
    "moment_backward_of_twins": turn_back,
    "moment_direction_fixed": lambda: Moment.objects.filter(direction="backward").update(direction="forward"),
    "moment_twin_stays": lambda: Moment.objects.filter(as_forward__isnull=False).update(video=graded_moment().video),
    "judgement_of_judge": lambda: Judgement.objects.create(score=graded_score(), forward_first=True, temporal=False),
    "twin_caption_of_writer": lambda: TwinCaption.objects.create(
        score=judge_score(), forward_first=True, forward_text="A man waits"
    ),
    "assignment_of_checker": lambda: Assignment.objects.create(
        score=judge_score(), caption=TwinCaption.objects.all()[0], shown=[]
    ),
    "assignment_of_own_caption": assign_another_caption,
    "lookalike_of_twins": lambda: LookAlike.objects.create(
        pair=assigned_pair(), moment=assigned_pair().moment, place=1
    ),
    "judgement_unchanging": lambda: Judgement.objects.update(forward_first=F("temporal")),
    "twin_caption_unchanging": lambda: TwinCaption.objects.update(forward_text="Nobody moves"),
    "assignment_unchanging": lambda: Assignment.objects.all().delete(),
    "seat_not_of_writer": seat_writer,
    "video_split_of_twins": lambda: VideoSplit.objects.create(video=graded_moment().video, split="train"),
    "single_in_training": lambda: VideoSplit.objects.create(video=Twin.objects.all()[0].forward.video, split="test"),
}


def judge_all(person: Membership) -> None:
    """The person finds the first clip fit for twins, and the reverse of the other one unreal, in any order."""
    for seat in ask(person):
        first = twin_questions([seat.pk])[seat.pk].forward_first
        unreal = Unreal.NEITHER if seat.pair.number == 1 else Unreal.BACKWARD
        shown = shown_unreal(unreal, forward_first=first).value
        saved = answer(person, seat, judgement={"temporal": True, "criterion": "state", "unreal": shown})
        assert saved.status == "saved", saved


def write_all(person: Membership, *, now: datetime) -> None:
    """The person writes the captions of both clips."""
    seats = ask(person, now=now)
    assert len(seats) == 2
    for seat in seats:
        question = twin_questions([seat.pk])[seat.pk]
        backward = BACKWARD if question.captions.both else None
        forward = FORWARD if backward else "A man waits at the gate"
        captions = as_shown(forward, backward, forward_first=question.forward_first)
        assert answer(person, seat, captions=list(captions), now=now).status == "saved"


@built_once
def twins_beside_grades() -> None:
    """Twins of which one caption was assigned once, a single clip of the same video, and a grading campaign."""
    campaign, people = twin_campaign(people=5, twins=2)
    for person in people[:2]:
        judge_all(person)
    settle_campaign(campaign=campaign, now=NOW + timedelta(minutes=2))
    for other in people[1:]:
        release_person(member=other)  # the sweep gave the second clip to one of them
    write_all(people[0], now=NOW + timedelta(minutes=3))
    settle_campaign(campaign=campaign, now=NOW + timedelta(minutes=5))
    assert assign(people[1], now=NOW + timedelta(minutes=6)).status == "saved"
    release_person(member=people[1])
    grades, both = opened_campaign(pairs=2)
    score_all(both, 3)
    settle(grades)


@pytest.fixture
def scene() -> None:
    twins_beside_grades()


def test_every_trigger_has_its_case() -> None:
    assert set(PLANTED) == set(GUARDS)


@pytest.mark.parametrize("name", PLANTED)
def test_the_trigger_refuses(scene, name: str) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        PLANTED[name]()
    assert GUARDS[name].message in str(refused.value)


def test_the_times_of_twins_change_together(scene) -> None:
    twin = Twin.objects.order_by("pk")[0]
    Moment.objects.filter(pk=twin.backward_id).update(end_s=F("end_s") + 1)
    twin.refresh_from_db()
    assert (twin.forward.start_s, twin.forward.end_s) == (twin.backward.start_s, twin.backward.end_s)
