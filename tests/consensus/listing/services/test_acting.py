import json

import pytest

from annotator.models import Gold, GuidelineExample, SeatState
from consensus.listing.actions import ACTIONS, MOST_AT_ONCE, Order
from consensus.listing.filters import PairView
from consensus.listing.selectors.chosen import chosen_pairs, preview_of
from consensus.listing.services import acting
from consensus.models import BatchReview
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry, Query
from tests.consensus.listing.scenes import mixed_scene, opened
from tests.factories import NOW

pytestmark = pytest.mark.django_db


ALL = PairView()


def act(campaign, name, order, *, seen=None, view=ALL, numbers=()):
    pairs = chosen_pairs(campaign, numbers=numbers, view=None if numbers else view)
    action = ACTIONS[name]
    mark = preview_of(action, pairs).mark if seen is None else seen
    done = acting.act_on_pairs(
        campaign=campaign, action=action, pairs=pairs, order=order, seen=mark, actor="lead-1", now=NOW
    )
    return [pair.number for pair in done.allowed], {refusal.reason: refusal.numbers for refusal in done.refused}


def ledger(kind):
    return [(row.pair_number, json.loads(row.payload)) for row in LedgerEntry.objects.filter(kind=kind).order_by("pk")]


def breached(campaign):
    """What `verify_campaign` finds, but for the levels that the scene made up."""
    found = breaches(campaign, now=NOW, sweep_s=10)
    return [breach for breach in found if "does not follow from its scores" not in breach]


def test_undecided_pairs_are_withdrawn_together_and_the_others_are_named():
    campaign = mixed_scene()
    numbers = [pair.number for pair in opened(campaign)]
    done, refused = act(campaign, "withdraw", Order(reason="wrong film"))
    assert done == [numbers[3]]
    assert refused["each is already decided: agreed"] == [*numbers[:3], numbers[5]]
    assert refused["each is already decided: withdrawn by lead-1"] == [numbers[4]]
    assert len(refused["each is not in an open batch"]) == 6
    assert ledger("pair_withdrawn")[-1] == (numbers[3], {"attempt": 2, "reason": "wrong film"})
    assert breached(campaign) == []


def test_decided_pairs_are_opened_again_together_with_an_entry_each():
    campaign = mixed_scene()
    pairs = opened(campaign)
    done, refused = act(campaign, "reopen", Order(reason="new guideline"), view=PairView(verdict="opened"))
    assert done == [pair.number for pair in pairs if pair.number != pairs[3].number]
    assert refused == {"each is not decided: it is being scored, attempt 2": [pairs[3].number]}
    entries = ledger("pair_reopened")[-5:]
    assert [number for number, _ in entries] == done
    assert [(entry["attempt"], entry["scores"], entry["reviews"]) for _, entry in entries] == [
        (2, 2, 1),
        (2, 2, 0),
        (2, 2, 0),
        (3, 0, 0),
        (2, 2, 0),
    ]
    assert not BatchReview.objects.filter(superseded=False).exists()
    fresh = opened(campaign)
    waiting = [pair.seats.filter(attempt=pair.attempt, state=SeatState.OPEN, share=None).count() for pair in fresh]
    assert waiting == [2] * 6
    assert not any(pair.parked for pair in fresh)
    assert breached(campaign) == []


def test_examples_make_one_version_with_the_level_of_each_verdict_or_one_for_all():
    campaign = mixed_scene()
    a, b, c, _, _, f = [pair.number for pair in opened(campaign)]
    done, _ = act(campaign, "example", Order(note="see"), view=PairView(verdict="agreed"))
    assert done == [a, b, c, f]
    rows = GuidelineExample.objects.order_by("pair__number").values_list("pair__number", "relevance", "note")
    assert list(rows) == [(a, 0, "see"), (b, 3, "see"), (c, 4, "see"), (f, 3, "see")]
    assert len(ledger("guideline_saved")) == 1
    with pytest.raises(BadInput, match="level: choose one, because pair"):
        act(campaign, "example", Order(), view=PairView(verdict="unopened"))


def test_gold_takes_one_level_and_only_pairs_that_nobody_scores():
    campaign = mixed_scene()
    done, refused = act(campaign, "gold", Order(level=2))
    assert sorted(Gold.objects.values_list("pair__number", "relevance", "active")) == [(one, 2, True) for one in done]
    opened_numbers = [pair.number for pair in opened(campaign)]
    assert (len(done), refused) == (6, {"each is in an open batch, where people score it": opened_numbers})
    assert len(ledger("gold_set")) == 6


def test_a_priority_goes_to_the_queries_of_the_pairs_but_not_of_the_exam():
    campaign = mixed_scene()
    Query.objects.filter(query_id=2).update(split="exam")
    done, refused = act(campaign, "priority", Order(priority=4))
    assert (len(done), [*refused]) == (6, ["query 2 belongs to the exam"])
    assert list(Query.objects.order_by("query_id").values_list("priority", flat=True)) == [4, 0]
    assert [entry["queries"] for _, entry in ledger("queries_prioritised")] == [[1]]


def test_all_or_nothing_when_the_pairs_changed_or_the_order_lacks_something():
    campaign = mixed_scene()
    before = LedgerEntry.objects.count()
    with pytest.raises(acting.ChangedMeanwhile, match="look at it again"):
        act(campaign, "reopen", Order(reason="x"), seen="0" * 32)
    with pytest.raises(BadInput, match="give a reason"):
        act(campaign, "withdraw", Order())
    with pytest.raises(BadInput, match="none of these pairs"):
        act(campaign, "withdraw", Order(reason="x"), numbers=[opened(campaign)[0].number])
    with pytest.raises(BadInput, match="relevance: expected"):
        act(campaign, "gold", Order(level=9), view=PairView(verdict="unopened"))
    assert (LedgerEntry.objects.count(), Gold.objects.count()) == (before, 0)


def test_what_cannot_be_chosen_is_refused(monkeypatch):
    campaign = mixed_scene()
    with pytest.raises(BadInput, match="choose at least one"):
        chosen_pairs(campaign, numbers=[], view=None)
    with pytest.raises(BadInput, match="the campaign has no pair 999"):
        chosen_pairs(campaign, numbers=[opened(campaign)[0].number, 999], view=None)
    monkeypatch.setattr("consensus.listing.selectors.chosen.MOST_AT_ONCE", 5)
    with pytest.raises(BadInput, match="12 are too many at once; filter until at most 5"):
        chosen_pairs(campaign, numbers=[], view=PairView())
    assert MOST_AT_ONCE == 2000
