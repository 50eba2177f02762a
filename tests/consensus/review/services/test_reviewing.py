"""The lead's decisions: extend, close, withdraw, put back."""

import json

import pytest

from annotator.models import Problem, ProblemKind, Seat, SeatState
from annotator.problems.services.reporting import UnknownSeat, report_problem
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from consensus.review.services.reviewing import AlreadyDecided, decide_batch
from moments.base.errors import BadInput
from moments.models import Batch, LedgerEntry, Pair
from tests.built_once import built_once
from tests.factories import NOW, claim, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db


@built_once
def review_of(**fields) -> BatchReview:
    campaign, members = opened_campaign(**{"pairs": 40, **fields})
    score_all(members, 3)
    settle(campaign)
    return BatchReview.objects.get(campaign=campaign)


def decide(review: BatchReview, decision: Decision, actor: str = "1234") -> Batch | None:
    return decide_batch(review=review, decision=decision, actor=actor, note="looks right", now=NOW)


def test_extending_opens_the_next_twenty() -> None:
    review = review_of()
    opened = decide(review, Decision.EXTEND)
    assert opened is not None
    assert list(opened.pairs.order_by("rank").values_list("rank", flat=True)) == list(range(21, 41))
    assert Seat.objects.filter(pair__batch=opened).count() == 40


def test_closing_opens_nothing() -> None:
    assert decide(review_of(), Decision.CLOSE) is None
    assert Batch.objects.count() == 1


@pytest.mark.parametrize("second", [Decision.EXTEND, Decision.CLOSE])
def test_a_decision_is_made_once_and_the_second_lead_is_told(second: Decision) -> None:
    review = review_of()
    decide(review, Decision.EXTEND)
    with pytest.raises(BadInput) as error:
        decide(BatchReview.objects.get(pk=review.pk), second, "5678")
    assert isinstance(error.value, AlreadyDecided) or str(error.value) == "there is no further batch to open"
    assert BatchReview.objects.get(pk=review.pk).actor == "1234"
    assert Batch.objects.count() == 2


def test_the_decision_stands_in_the_ledger_with_who_and_why() -> None:
    decide(review_of(), Decision.CLOSE)
    entry = LedgerEntry.objects.get(kind="batch_decided")
    payload = json.loads(entry.payload)
    assert (entry.actor, payload["decision"], payload["advice"], payload["note"]) == (
        "1234",
        "close",
        "extend",
        "looks right",
    )


def test_withdrawing_ends_a_pair_and_releases_its_seats() -> None:
    campaign, (one, _) = opened_campaign(pairs=2)
    seat = claim(one)[0]
    withdraw_pair(pair=seat.pair, actor="1234", reason="broken", now=NOW)
    assert set(Seat.objects.filter(pair=seat.pair).values_list("state", flat=True)) == {SeatState.RELEASED}
    assert Verdict.objects.get(pair=seat.pair).kind == "withdrawn"
    assert submit(one, seat, 3).status == "refused"
    assert seat.pk not in [other.pk for other in claim(one)]


def test_a_pair_is_withdrawn_once() -> None:
    campaign, _ = opened_campaign(pairs=2)
    pair = campaign.pairs.get(rank=1)
    withdraw_pair(pair=pair, actor="1234", reason="broken", now=NOW)
    with pytest.raises(BadInput, match="pair 1 is already decided"):
        withdraw_pair(pair=pair, actor="1234", reason="broken", now=NOW)


def test_withdrawn_pairs_let_their_batch_be_decided() -> None:
    campaign, members = opened_campaign(pairs=20)
    for pair in campaign.pairs.filter(rank__gt=18).select_related("batch"):
        withdraw_pair(pair=pair, actor="1234", reason="broken", now=NOW)
    score_all(members, 2)
    settle(campaign)
    review = BatchReview.objects.get()
    assert review.reason.startswith("mean relevance of the 3 agreed pairs among the last 5 is 2.00")


@pytest.mark.parametrize("kind", [ProblemKind.BROKEN_CLIP, ProblemKind.OTHER, ProblemKind.OFFENSIVE])
def test_a_problem_parks_the_pair_for_everybody_until_it_is_put_back(kind: ProblemKind) -> None:
    campaign, (one, two) = opened_campaign(pairs=2)
    seat = claim(one)[0]
    report_problem(member=one, seat=seat.public_id, kind=kind, note="", now=NOW)
    assert [seat.pair.number for seat in claim(one)] == [seat.pair.number for seat in claim(two)]
    put_back_pair(pair=seat.pair, actor="1234", reason="cut anew", now=NOW)
    assert [len(claim(member)) for member in (one, two)] == [2, 2]
    assert Problem.objects.get().resolution == "put back: cut anew"


def test_a_question_leaves_the_pair_in_the_queue() -> None:
    _, (one, _) = opened_campaign(pairs=2)
    seat = claim(one)[0]
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.QUESTION, note="left or right?", now=NOW)
    assert len(claim(one)) == 2


def test_a_problem_with_the_query_parks_all_its_waiting_pairs() -> None:
    campaign, (one, _) = opened_campaign(queries=2, pairs=3)
    seat = claim(one)[0]
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.QUERY, note="", now=NOW)
    assert Pair.objects.filter(parked=True, query=seat.pair.query).count() == 3
    assert Pair.objects.filter(parked=True).count() == 3


def test_a_problem_is_stored_once() -> None:
    _, (one, _) = opened_campaign(pairs=2)
    seat = claim(one)[0]
    for _ in range(2):
        report_problem(member=one, seat=seat.public_id, kind=ProblemKind.OTHER, note="x", now=NOW)
    assert Problem.objects.count() == 1


def test_a_foreign_seat_cannot_be_reported() -> None:
    _, (one, two) = opened_campaign(pairs=2)
    seat = claim(one)[0]
    with pytest.raises(UnknownSeat):
        report_problem(member=two, seat=seat.public_id, kind=ProblemKind.OTHER, note="", now=NOW)
    assert not Pair.objects.filter(parked=True).exists()
