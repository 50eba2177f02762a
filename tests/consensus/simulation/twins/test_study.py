"""What the rules of twins come to with synthetic people."""

from __future__ import annotations

import pytest

from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.simulation.twins.study import CheckingRule, accepted_silent, study_checking, study_judging
from tests.rule_tables import worked_table

TRUTHS = [
    JudgementAnswer(temporal=False),
    JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.NEITHER),
    JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.BACKWARD),
] * 500


@pytest.mark.parametrize("row", worked_table("T4 simulated"))
def test_what_passes_on_the_page_is_what_the_formula_says(row: tuple[str, ...]) -> None:
    checkers, offered, by_formula = int(row[0]), row[1], row[3]
    honest = 0.0 if offered == "no" else float(offered.split()[-1].rstrip("%")) / 100
    rule = CheckingRule(checkers, cannot_tell=offered != "no")
    assert f"{accepted_silent(rule, TwinWriter(), TwinChecker(honest=honest)):.1%}" == by_formula


@pytest.mark.parametrize(("checkers", "passes"), [(1, "11%"), (2, "6%")])
def test_without_cannot_tell_as_many_silent_captions_pass_as_the_issue_says(checkers: int, passes: str) -> None:
    assert f"{accepted_silent(CheckingRule(checkers, False), TwinWriter(), TwinChecker()):.0%}" == passes


@pytest.mark.parametrize("checkers", [1, 2])
@pytest.mark.parametrize("cannot_tell", [True, False])
def test_played_captions_come_to_the_formula(checkers: int, cannot_tell: bool) -> None:
    rule, writer, checker = CheckingRule(checkers, cannot_tell), TwinWriter(), TwinChecker(honest=0.5)
    figures = study_checking(rule, writer, checker, captions=10_000, seed=1)
    assert figures.silent == pytest.approx(accepted_silent(rule, writer, checker), abs=0.01)
    assert figures.ceiling == pytest.approx(0.8 * 0.97 + 0.2 * 0.5, abs=0.01)


def test_perfect_people_return_nothing() -> None:
    figures = study_checking(CheckingRule(2, True), TwinWriter(0), TwinChecker(1, 1), captions=100, seed=1)
    assert (figures.silent, figures.good_returned, figures.returns, figures.lead) == (0, 0, 0, 0)
    assert (figures.assignments, figures.ceiling, figures.all_assignments) == (2, 1, 1)


def test_perfect_judges_are_right_and_need_nobody_else() -> None:
    figures = study_judging(TwinJudge(0, 0, 0, 0), TRUTHS, seed=1)
    assert (figures.one_right, figures.right, figures.wrong, figures.third, figures.lead) == (1, 1, 0, 0, 0)


def test_two_judges_and_a_third_are_right_more_often_than_one() -> None:
    figures = study_judging(TwinJudge(), TRUTHS, seed=1)
    assert figures.right + figures.wrong + figures.lead == pytest.approx(1)
    assert (figures.one_right < 0.9 < figures.right, figures.wrong < 0.05) == (True, True)
