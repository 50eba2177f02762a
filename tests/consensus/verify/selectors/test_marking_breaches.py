"""verify_campaign finds each breach of the rules of marking; guards are lifted to plant them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from annotator.models import Ask, AskedPiece, DerivedAsk, MarkedAnswer, MarkedPiece, MarkedSegment, Score, Seat
from consensus.models import TruthSegment, Verdict
from consensus.verify.selectors.invariants import breaches
from moments.database.guards import lay_guards, lift_guards
from moments.models import Campaign, LedgerEntry, Moment, Pair, Video
from tests.built_once import built_once
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, mark, marking_campaign, send
from tests.rig.guards import GUARDS

pytestmark = pytest.mark.django_db(transaction=True)


@built_once
def four_questions() -> Campaign:
    """Agreed, returned, left to the lead, and marked but not ruled on."""
    campaign, (author, marker, third) = marking_campaign()
    for _ in range(4):
        asked(author)
    finished(author)
    one, two, three, four = sorted(claim(marker, 4), key=lambda seat: seat.pair_id)
    mark(marker, one)
    send(marker, two, segments=[])
    mark(marker, three, [[14_000, 26_000]])
    settle(campaign)
    later = NOW + timedelta(minutes=2)
    (seat,) = claim(third, now=later)
    send(third, seat, pieces=[{"span": [10_000, 26_000], "word": "undecided"}], now=later)
    settle(campaign, now=later)
    mark(marker, four, now=NOW + timedelta(minutes=9))
    return campaign


@pytest.fixture
def campaign():
    """Four questions, without the guards."""
    campaign = four_questions()
    lift_guards(connection, GUARDS)
    yield campaign
    lay_guards(connection, GUARDS)


def found(campaign, *, after: timedelta = timedelta(minutes=10)) -> list[str]:
    return list(breaches(campaign, now=NOW + after, sweep_s=5))


def test_a_sound_campaign_has_none(campaign):
    assert found(campaign) == []


def test_a_round_that_nothing_followed(campaign):
    assert found(campaign, after=timedelta(minutes=11)) == [
        "I4: round 1 of question 4 is complete, but nothing followed"
    ]


def lengthen_truth() -> None:
    TruthSegment.objects.update(end_ms=21_000)


def shorten_video() -> None:
    Moment.objects.update(end_s=15)


def shrink_segment() -> None:
    MarkedSegment.objects.filter(answer__score__seat__pair__number=3, answer__score__seat__number=1).update(
        end_ms=10_100
    )


def forget_truth() -> None:
    TruthSegment.objects.all().delete()


def return_without_verdict() -> None:
    Verdict.objects.filter(kind="returned").update(kind="withdrawn", round=None, actor="lead")


def forget_lead() -> None:
    LedgerEntry.objects.filter(kind="question_for_lead").update(kind="question_settled")


def show_answer() -> None:
    ask, video = Ask.objects.get(number=1), Video.objects.get()
    Ask.objects.filter(pk=ask.pk).update(task="ims", condition_video=video, condition_ms=5000)
    DerivedAsk.objects.create(
        ask=ask,
        task="vms",
        start_ms=3000,
        end_ms=11_000,
        state="accepted",
        actor="lead",
        made_at=NOW,
        decided_at=NOW,
    )


def window_beyond_the_end() -> None:
    show_answer()
    DerivedAsk.objects.update(start_ms=50_000, end_ms=61_000)
    Ask.objects.filter(number=1).update(condition_ms=55_000)


def overlap() -> None:
    answer = MarkedAnswer.objects.get(score__seat__pair__number=3, score__seat__number=2, score__seat__round=1)
    MarkedSegment.objects.create(answer=answer, start_ms=25_000, end_ms=27_000)


def empty_marking() -> None:
    MarkedSegment.objects.filter(answer__score__seat__pair__number=4, answer__score__seat__number=2).delete()


def split_truth() -> None:
    TruthSegment.objects.update(end_ms=15_000)
    TruthSegment.objects.create(verdict=Verdict.objects.get(kind="agreed"), start_ms=15_500, end_ms=20_000)


def decide_beyond_the_end() -> None:
    pair = Pair.objects.get(number=3)
    decided = {"actor": "lead", "reason": "x", "decided_at": NOW}
    verdict = Verdict.objects.create(pair=pair, attempt=1, kind="adjudicated", protocol=pair.batch.protocol, **decided)
    TruthSegment.objects.create(verdict=verdict, start_ms=50_000, end_ms=61_000)
    Ask.objects.filter(number=3).update(state="accepted")


def decide_for_the_third() -> None:
    MarkedPiece.objects.update(word="edges")
    MarkedSegment.objects.create(
        answer=MarkedAnswer.objects.get(kind="pieces"), piece=MarkedPiece.objects.get(), start_ms=14_000, end_ms=20_000
    )


@pytest.mark.parametrize(
    ("plant", "breach"),
    [
        (overlap, "has segments that overlap, at 25000 ms"),
        (empty_marking, "says that there are segments, but has none"),
        (split_truth, "M2: the truth of question 1 has segments that belong together"),
        (decide_beyond_the_end, "M1: the truth of question 3 goes beyond the end of its video"),
        (decide_beyond_the_end, "M6: no pools can be made: question 3: the truth [50, 61] s goes beyond the video"),
        (
            lambda: AskedPiece.objects.update(end_ms=25_000),
            "M3: what a third annotator is asked of question 3 does not",
        ),
        (lambda: AskedPiece.objects.all().delete(), "M3: what a third annotator is asked of question 3 does not"),
        (lambda: MarkedPiece.objects.update(end_ms=25_000), "M3: question 3 waits for a lead, which does not follow"),
        (decide_for_the_third, "M3: question 3 waits for a lead, which does not follow from its markings"),
        (lambda: Ask.objects.filter(number=2).update(returns=0), "M4: question 2 counts 0 returns, but has 1 verdict"),
        (lambda: Ask.objects.filter(number=1).update(returns=2), "M4: question 1 counts 2 returns, but has 0 verdict"),
        (window_beyond_the_end, "M5: the clip of question 1 goes beyond the end of its video"),
        (lengthen_truth, "I4: the verdict on question 1 does not follow from its markings"),
        (shorten_video, "has a segment beyond the end of its video"),
        (shrink_segment, "has a segment of 100 ms; the shortest lasts 200 ms"),
        (forget_truth, "M2: the truth of question 1 has no segment"),
        (
            lambda: Ask.objects.filter(number=1).update(state="checked"),
            "M2: question 1 has a truth, but does not",
        ),
        (
            lambda: Ask.objects.filter(number=3).update(state="accepted"),
            "M2: question 3 counts as accepted, but",
        ),
        (return_without_verdict, "M4: question 2 was returned without a verdict that says so"),
        (forget_lead, "I5: question 3 is undecided, but none of its seats is waiting for a marking"),
        (show_answer, "M5: the clip of question 1 shows a part of its answer"),
        (lambda: Score.objects.filter(seat__pair__number=4).update(relevance=3), "is not a marking"),
        (lambda: Seat.objects.filter(pair__number=4).update(state="held"), "I1: seat"),
        (
            lambda: Pair.objects.filter(number=1).update(attempt=2),
            "I2: a seat of attempt 1 counts for question 1, which is at attempt 2",
        ),
        (
            lambda: Seat.objects.filter(pair__number=1, number=1).update(superseded=True),
            "I4: the verdict on question 1 has no two markings",
        ),
        (lambda: Seat.objects.filter(pair__number=4, number=2).update(attempt=2), "I5: question 4 was submitted, but"),
    ],
)
def test_each_breach_is_found(campaign, plant: Callable[[], object], breach: str):
    plant()
    assert any(breach in line for line in found(campaign)), found(campaign)
