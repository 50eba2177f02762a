"""Which rewrites of a caption are kept."""

from __future__ import annotations

from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.twins.rewrites.choosing import ChosenRewrites, Rewrite, RewriteFault, RewriteRules, choose_rewrites
from moments.base.errors import BadInput
from tests.rule_tables import worked_table

OWN, TWIN = "A man opens the door.", "A man closes the door."
SIMILARITIES = st.floats(0, 1) | st.just(nan)


def test_the_worked_table_holds() -> None:
    rows = worked_table("T rewrites")
    rewrites = [Rewrite(text, float(own), float(twin)) for _, text, own, twin, _, _ in rows]
    alike = [[0.5] * len(rows) for _ in rows]
    for place, row in enumerate(rows):
        if row[4] != "–":
            other, similarity = row[4].split(": ")
            alike[place][int(other) - 1] = alike[int(other) - 1][place] = float(similarity)
    chosen = choose_rewrites(OWN, TWIN, rewrites, alike, rules=RewriteRules(wanted=3))
    results = {place: fault.value for place, fault in chosen.faults.items()}
    results |= {place: f"kept {rank}" for rank, place in enumerate(chosen.kept, start=1)}
    assert [results[place] for place in range(len(rows))] == [row[5] for row in rows]


def test_the_rewrites_of_a_single_clip_have_no_twin_to_be_nearer_to() -> None:
    chosen = choose_rewrites(OWN, None, [Rewrite("A door is opened.", 0.8)], [[1.0]])
    assert chosen == ChosenRewrites((0,), {})


@pytest.mark.parametrize(
    ("rewrite", "fault"),
    [(Rewrite("A door.", nan, 0.1), RewriteFault.FAR), (Rewrite("A door.", 0.9, nan), RewriteFault.TWIN)],
)
def test_a_similarity_that_is_no_number_never_passes(rewrite: Rewrite, fault: RewriteFault) -> None:
    assert choose_rewrites(OWN, TWIN, [rewrite], [[1.0]]) == ChosenRewrites((), {0: fault})


def test_as_near_to_the_twin_as_to_its_own_is_not_nearer() -> None:
    rewrites = [Rewrite("A man and a door.", 0.9, 0.9), Rewrite("He opens it.", 0.95, 0.9)]
    rules = RewriteRules(least_lead=0.1)
    assert choose_rewrites(OWN, TWIN, rewrites, [[1.0] * 2] * 2).faults == {0: RewriteFault.TWIN}
    assert choose_rewrites(OWN, TWIN, rewrites, [[1.0] * 2] * 2, rules=rules).kept == ()


def test_similarities_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="1 rewrites need 1 × 1 similarities"):
        choose_rewrites(OWN, TWIN, [Rewrite("A door.", 1.0, 0.0)], [])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"wanted": 0}, "wanted: expected 1 to 20, got 0"),
        ({"least_similar": 1.2}, "least_similar: expected 0 to 1, got 1.2"),
        ({"most_alike": nan}, "most_alike: expected 0 to 1, got nan"),
    ],
)
def test_rules_out_of_range_are_refused(values: dict, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        RewriteRules(**values)


@given(st.lists(st.tuples(SIMILARITIES, SIMILARITIES), max_size=8), st.data())
def test_what_is_kept_keeps_every_rule_and_everything_else_has_a_fault(
    values: list[tuple[float, float]], data: st.DataObject
) -> None:
    rewrites = [Rewrite(f"Rewrite {place}", *both) for place, both in enumerate(values)]
    size = len(rewrites)
    alike = [[1.0 if one == other else data.draw(SIMILARITIES) for other in range(size)] for one in range(size)]
    rules = RewriteRules(wanted=3)
    chosen = choose_rewrites(OWN, TWIN, rewrites, alike, rules=rules)
    assert sorted([*chosen.kept, *chosen.faults]) == list(range(size))
    assert len(chosen.kept) <= rules.wanted
    for rank, place in enumerate(chosen.kept):
        one = rewrites[place]
        assert one.to_own >= rules.least_similar
        assert one.to_twin is not None
        assert one.to_own > one.to_twin
        assert all(alike[place][other] <= rules.most_alike for other in chosen.kept[:rank])


def test_what_was_kept_before_stays_and_leaves_less_room() -> None:
    rewrites = [
        Rewrite("It opens.", 0.8, 0.79),
        Rewrite("The door opens.", 0.9, 0.1),
        Rewrite("He opens it.", 0.9, 0.2),
    ]
    alike = [[1.0, 0.5, 0.99], [0.5, 1.0, 0.5], [0.99, 0.5, 1.0]]
    chosen = choose_rewrites(OWN, TWIN, rewrites, alike, rules=RewriteRules(wanted=2), had=1)
    assert chosen == ChosenRewrites((0, 1), {2: RewriteFault.ALIKE})
    full = choose_rewrites(OWN, TWIN, rewrites, [[0.5] * 3] * 3, rules=RewriteRules(wanted=1), had=2)
    assert full == ChosenRewrites((0, 1), {2: RewriteFault.SPARE})
