"""The sweep rules on markings: truth, third annotator, return to the author, or the lead (M2, M3, M4)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.models import Ask, AskedPiece, Seat, SeatState
from consensus.decisions.known_kinds import kind_named
from consensus.models import TruthSegment, Verdict
from consensus.pairs.services.reopening import reopen_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.sweep.services import Swept
from consensus.truths.selectors.complete import questions_for_lead
from consensus.truths.services.deciding import decide_question, reject_question
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.built_once import built_once
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=2)


def truth(ask: Ask) -> list[tuple[int, int]]:
    segments = TruthSegment.objects.filter(verdict__pair=ask.pair, verdict__superseded=False)
    return list(segments.order_by("start_ms").values_list("start_ms", "end_ms"))


def state(ask: Ask) -> str:
    return Ask.objects.values_list("state", flat=True).get(pk=ask.pk)


@built_once
def scene(segments, marked, **fields):
    """A campaign whose one question was asked and marked so, swept once both answers are final."""
    campaign, (author, marker, third) = marking_campaign()
    ask = asked(author, segments)
    finished(author)
    (seat,) = claim(marker)
    assert mark(marker, seat, marked, **fields).status == "saved"
    return campaign, ask, third, settle(campaign)


def last_entry() -> LedgerEntry:
    return LedgerEntry.objects.order_by("-number")[0]


def sentence() -> str:
    return kind_named(last_entry().kind).sentence(json.loads(last_entry().payload))


def test_two_who_agree_settle_the_outer_edges():
    campaign, ask, _, swept = scene([(10_000, 20_000), (40_000, 50_000)], [[11_000, 21_000], [40_000, 50_000]])
    assert swept == Swept(finalised=2, agreed=1)
    assert truth(ask) == [(10_000, 21_000), (40_000, 50_000)]
    assert state(ask) == "accepted"
    verdict = Verdict.objects.get()
    assert (verdict.kind, verdict.relevance, verdict.round, verdict.actor) == ("agreed", None, 1, "rule")
    assert set(Seat.objects.values_list("state", flat=True)) == {SeatState.SETTLED}
    workers = [seat.annotator.pseudonym for seat in Seat.objects.order_by("number").select_related("annotator")]
    assert sentence() == (
        "The answer is [10, 21] s + [40, 50] s (M2). Answers of attempt 1: "
        f"the author {workers[0]}: [10, 20] s + [40, 50] s; "
        f"the marker {workers[1]}: [11, 21] s + [40, 50] s. Protocol 1"
    )
    assert settle(campaign, after_s=200) == Swept()


def test_a_marking_that_is_not_final_yet_is_not_ruled_on():
    campaign, (author, marker, _) = marking_campaign()
    ask = asked(author)
    finished(author)
    (seat,) = claim(marker)
    mark(marker, seat)
    assert settle(campaign, after_s=59) == Swept()
    assert state(ask) == "submitted"


def test_what_is_open_goes_to_a_third_person_and_their_word_settles_it():
    campaign, ask, third, swept = scene([(10_000, 20_000), (40_000, 50_000)], [[10_000, 20_000]])
    assert (swept.escalated, state(ask)) == (1, "checked")
    assert list(AskedPiece.objects.values_list("start_ms", "end_ms", "asks")) == [(40_000, 50_000, "segment")]
    (seat,) = claim(third, now=LATER)
    assert (seat.round, seat.number) == (2, 1)
    send(third, seat, pieces=[{"span": [40_000, 50_000], "word": "yes"}], now=LATER)
    assert settle(campaign, now=LATER).agreed == 1
    assert truth(ask) == [(10_000, 20_000), (40_000, 50_000)]
    assert Verdict.objects.get().round == 2


def test_nobody_who_marked_the_question_is_the_third_person():
    campaign, _, _, _ = scene([(10_000, 20_000)], [[40_000, 50_000]])
    author, marker = (seat.annotator for seat in Seat.objects.filter(round=1).order_by("number"))
    assert [claim(member, now=LATER) for member in (author, marker)] == [[], []]


def test_who_cannot_decide_leaves_the_question_to_the_lead():
    campaign, ask, third, _ = scene([(10_000, 20_000)], [[14_000, 26_000]])
    (seat,) = claim(third, now=LATER)
    send(third, seat, pieces=[{"span": [10_000, 26_000], "word": "undecided"}], now=LATER)
    swept = settle(campaign, now=LATER)
    assert (swept.for_lead, swept.agreed) == (1, 0)
    assert list(questions_for_lead(campaign)) == [ask.pair]
    assert (state(ask), truth(ask)) == ("checked", [])
    for segments, problem in (
        ([], "segments: mark at least one segment"),
        ([[0, 70_000]], "segments: segment 1: lies outside the video"),
    ):
        with pytest.raises(BadInput, match=problem):
            decide_question(pair=ask.pair, segments=segments, reason="seen both", now=LATER, actor="lead")
    with pytest.raises(BadInput, match="reason: give a reason"):
        decide_question(pair=ask.pair, segments=[[10_000, 22_000]], reason=" ", now=LATER, actor="lead")
    decide_question(pair=ask.pair, segments=[[10_000, 22_000]], reason="seen both", now=LATER, actor="lead")
    assert (truth(ask), state(ask)) == ([(10_000, 22_000)], "accepted")
    assert Verdict.objects.get().kind == "adjudicated"
    assert sentence() == "The lead set the answer to [10, 22] s. Reason: seen both"
    with pytest.raises(BadInput, match="is no longer waiting for a lead"):
        reject_question(pair=ask.pair, reason="again", now=LATER, actor="lead")


@pytest.mark.parametrize(
    ("marked", "fields", "reason"),
    [
        ([], {}, "no answer here"),
        ([[10_000, 20_000]], {"specific": False, "note": "which door?"}, "not specific: which door?"),
        ([[10_000, 20_000]], {"specific": False, "complete": False}, "not specific, not complete"),
    ],
)
def test_a_question_that_the_marker_objects_to_goes_back_to_its_author(marked, fields, reason):
    campaign, ask, _, swept = scene([(10_000, 20_000)], marked, **fields)
    assert swept.discarded == 1
    ask.refresh_from_db()
    assert (ask.state, ask.returns, ask.reason) == ("returned", 1, reason)
    assert (Verdict.objects.get().kind, truth(ask)) == ("returned", [])
    assert last_entry().kind == "question_returned"


def test_a_question_goes_back_where_the_third_person_leaves_no_truth():
    campaign, ask, third, _ = scene([(10_000, 20_000)], [[40_000, 50_000]])
    (seat,) = claim(third, now=LATER)
    spans = ([10_000, 20_000], [40_000, 50_000])
    send(third, seat, pieces=[{"span": span, "word": "no"} for span in spans], now=LATER)
    assert settle(campaign, now=LATER).discarded == 1
    ask.refresh_from_db()
    assert (ask.state, ask.reason) == ("returned", "the markings have no answer in common")
    assert Verdict.objects.get().round == 2


def test_after_two_returns_the_lead_decides_instead_and_may_reject():
    campaign, (author, marker, _) = marking_campaign()
    ask = asked(author)
    Ask.objects.update(returns=2)
    finished(author)
    (seat,) = claim(marker)
    send(marker, seat, segments=[])
    assert settle(campaign).for_lead == 1
    assert (state(ask), Verdict.objects.count()) == ("checked", 0)
    assert sentence().startswith("The rules leave the question to the lead: no answer here.")
    reject_question(pair=ask.pair, reason="not visible", now=LATER, actor="lead")
    assert (state(ask), Verdict.objects.get().kind) == ("rejected", "withdrawn")


def test_the_database_keeps_verdicts_of_both_kinds_apart():
    _, ask, _, _ = scene([(10_000, 20_000)], [[10_000, 20_000]])
    verdict = Verdict.objects.get()
    for change, message in (
        (lambda: TruthSegment.objects.create(verdict=verdict, start_ms=15_000, end_ms=30_000), "do not overlap"),
        (lambda: TruthSegment.objects.filter(verdict=verdict).delete(), "never changes"),
        (lambda: Ask.objects.filter(pk=ask.pk).update(pair=None), "ask_pair_by_state"),
    ):
        with pytest.raises(IntegrityError, match=message), transaction.atomic():
            change()


def test_a_question_is_withdrawn_and_never_reopened():
    campaign, ask, _, _ = scene([(10_000, 20_000)], [[14_000, 26_000]])
    pair = campaign.pairs.get()
    withdraw_pair(pair=pair, actor="lead", reason="shows a name", now=LATER)
    assert (state(ask), Verdict.objects.get().kind) == ("rejected", "withdrawn")
    assert Seat.objects.get(round=2).state == SeatState.RELEASED
    with pytest.raises(BadInput, match="a question cannot be reopened, but it can be withdrawn"):
        reopen_pair(pair=pair, actor="lead", reason="again", now=LATER)


def test_the_sweep_finishes_the_video_of_an_author_who_fell_silent():
    campaign, (author, marker, _) = marking_campaign()
    asked(author)
    assert claim(marker) == []
    settle(campaign, now=NOW + timedelta(hours=2))
    assert [seat.number for seat in claim(marker, now=NOW + timedelta(hours=2))] == [2]
