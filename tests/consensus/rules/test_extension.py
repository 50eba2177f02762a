"""R7."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consensus.rules.extension import Advice, suggest_extension
from moments.protocol import Protocol
from tests.rule_tables import numbers, worked_table

VERDICT = st.none() | st.integers(0, 4)


@pytest.mark.parametrize(("last", "statistic", "threshold", "advice", "value"), worked_table("R7"))
def test_the_worked_table_holds(last: str, statistic: str, threshold: str, advice: str, value: str) -> None:
    protocol = Protocol(statistic=statistic, threshold=float(threshold))
    suggestion = suggest_extension([0] * 15 + numbers(last), protocol=protocol)
    expected = None if value == "–" else pytest.approx(float(value))
    assert (suggestion.advice, suggestion.value) == (Advice(advice), expected)


@pytest.mark.parametrize("size", [0, 1, 19])
def test_a_batch_below_full_size_gets_no_suggestion(size: int) -> None:
    suggestion = suggest_extension([4] * size, protocol=Protocol())
    assert (suggestion.advice, suggestion.reason) == (Advice.NONE, f"the batch holds {size} of 20 pairs")


@given(st.lists(VERDICT, min_size=15, max_size=15), st.lists(VERDICT, min_size=5, max_size=5))
def test_what_stands_before_the_window_changes_nothing(before: list[int | None], last: list[int | None]) -> None:
    protocol = Protocol()
    assert suggest_extension(before + last, protocol=protocol) == suggest_extension([0] * 15 + last, protocol=protocol)


@given(st.lists(VERDICT, min_size=20, max_size=20))
def test_the_minimum_never_extends_where_the_mean_does_not(relevances: list[int | None]) -> None:
    by_min = suggest_extension(relevances, protocol=Protocol(statistic="min")).advice
    by_mean = suggest_extension(relevances, protocol=Protocol()).advice
    assert by_min != Advice.EXTEND or by_mean == Advice.EXTEND


def test_the_reason_names_statistic_figure_and_threshold() -> None:
    suggestion = suggest_extension([0] * 15 + [3, None, 2, 2, None], protocol=Protocol())
    assert suggestion.reason == "mean relevance of the 3 agreed pairs among the last 5 is 2.33, at least 2.00"
