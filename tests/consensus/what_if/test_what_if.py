import pytest

from consensus.what_if.replay import DISCARDED, OPEN, UNKNOWN, UNOPENED, WAITING, WITHDRAWN, PastBatch, PastPair, replay
from moments.protocol import Protocol, ProtocolError

PROTOCOL = Protocol(batch_size=3, window=2)


def batch(*pairs, number=1, advice="", decision="", spare=0, query=1, protocol=PROTOCOL):
    return PastBatch(query, number, protocol, advice, decision, spare, [PastPair(*pair) for pair in pairs])


@pytest.mark.parametrize(
    ("was", "scores", "tolerance", "would", "needed", "spared"),
    [
        (3, (2, 3), 1, 3, 0, 0),
        (3, (2, 3), 0, WAITING, 2, 0),
        (3, (3, 3), 0, 3, 0, 0),
        (WAITING, (1, 3), 1, WAITING, 0, 0),
        (WAITING, (1, 3), 2, 2, 0, 2),
        (2, (1, 3, 2, 2), 2, 2, 0, 2),
        (2, (0, 2, 1, 2), 2, 1, 0, 2),
        (2, (0, 4, 1, 2), 0, DISCARDED, 0, 0),
        (DISCARDED, (0, 2, 4, 4), 2, 1, 0, 2),
        (DISCARDED, (0, 4, 2, 4), 2, 3, 0, 0),
        (OPEN, (), 4, OPEN, 0, 0),
        (WITHDRAWN, (0, 4), 4, WITHDRAWN, 0, 0),
    ],
)
def test_a_pair_ends_as_the_rule_would_end_it(was, scores, tolerance, would, needed, spared):
    found = replay([batch((was, scores))], {"tolerance": tolerance})
    assert dict(found.moves) == {(was, would): 1}
    assert (found.needed, found.spared) == (needed, spared)


THREES = [(3, (3, 3))] * 3
TWOS = [(2, (2, 2))] * 3


def test_the_same_protocol_changes_nothing():
    batches = [
        batch(*THREES, advice="extend", decision="extend"),
        batch((DISCARDED, (0, 2, 4, 4)), (WAITING, (0, 4)), (OPEN, ()), (WITHDRAWN, (1, 1)), number=2),
        batch(*TWOS, query=2, advice="extend", decision="close", spare=3),
        batch((1, (1, 1)), query=3, advice="none", spare=1),
    ]
    found = replay(batches, {})
    assert found.changes_nothing
    assert (found.pairs, found.moved, found.needed, found.spared) == (11, 0, 0, 0)
    assert (found.extended, found.closed, found.unknown) == ([], [], [])


def test_a_query_that_would_be_closed_takes_its_second_batch_along():
    second = batch((3, (3, 3)), (2, (1, 3, 2, 2)), (WITHDRAWN, ()), number=2, advice="extend", decision="close")
    found = replay([batch(*TWOS, advice="extend", decision="extend"), second], {"threshold": 2.5})
    assert found.closed == [1]
    assert found.standing(after=True) == {2: 3, UNOPENED: 3}
    assert (found.needed, found.spared) == (0, 6)
    assert dict(found.suggestions) == {("extend", "close"): 1}


def test_a_query_that_would_be_extended_needs_its_first_round():
    found = replay([batch(*TWOS, advice="close", decision="close", spare=3, query=7)], {"threshold": 1.5})
    assert (found.extended, found.needed, found.moved) == ([7], 6, 0)
    assert not found.changes_nothing


@pytest.mark.parametrize(
    ("advice", "decision", "changes"),
    [
        ("extend", "close", {"threshold": 2.5}),
        ("close", "extend", {"threshold": 1.0}),
        ("extend", "", {"threshold": 2}),
    ],
)
def test_a_decision_stands_where_nothing_else_follows(advice, decision, changes):
    found = replay([batch(*TWOS, advice=advice, decision=decision, spare=3)], changes)
    assert (found.extended, found.closed, found.needed) == ([], [], 0)


@pytest.mark.parametrize(
    ("advice", "threshold", "lists", "needed", "spared"),
    [("close", 1.5, ([7], []), 6, 0), ("none", 1.5, ([7], []), 6, 0), ("extend", 2.5, ([], [7]), 0, 6)],
)
def test_a_batch_in_review_is_taken_to_be_decided_as_suggested(advice, threshold, lists, needed, spared):
    found = replay([batch(*TWOS, advice=advice, spare=3, query=7)], {"threshold": threshold})
    assert (found.extended, found.closed) == lists
    assert (found.needed, found.spared) == (needed, spared)


@pytest.mark.parametrize(
    ("changes", "would"),
    [
        ({"statistic": "min"}, "close"),
        ({"window": 1}, "extend"),
        ({"window": 3}, "extend"),
        ({"tolerance": 0}, UNKNOWN),
        ({"threshold": 2.1}, "close"),
    ],
)
def test_the_suggestion_is_that_of_the_other_protocol(changes, would):
    pairs = [(2, (2, 2)), (1, (1, 1)), (3, (2, 3))]
    found = replay([batch(*pairs, advice="extend", decision="extend")], changes)
    assert dict(found.suggestions) == {("extend", would): 1}
    assert found.unknown == ([1] if would == UNKNOWN else [])


def test_a_relevance_that_is_nought_is_no_discard():
    assert dict(replay([batch((0, (0, 2, 0, 0)))], {}).moves) == {(0, 0): 1}


@pytest.mark.parametrize(
    "changes", [{"tolerance": 7}, {"threshold": -1}, {"statistic": "median"}, {"window": 0}, {"window": 4}]
)
def test_a_value_that_no_protocol_takes_is_refused_by_name(changes):
    with pytest.raises(ProtocolError, match=f"^{next(iter(changes))}: "):
        replay([batch(*TWOS)], changes)


def test_no_batch_gives_an_empty_replay():
    assert replay([], {"tolerance": 0}).pairs == 0
