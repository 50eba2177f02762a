"""T1 to T3: from judgements to what becomes of a clip and its reverse."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.twins.answers import Criterion, JudgementAnswer, ShownUnreal, Unreal, shown_unreal, unreal_of
from consensus.twins.judging import (
    JudgementOutcome,
    JudgementReason,
    JudgementRuling,
    captions_wanted,
    outcome_of,
    rule_of_lead,
    rule_on_judgements,
)
from tests.rule_tables import worked_table

TEMPORAL = st.builds(JudgementAnswer, st.just(True), st.sampled_from(Criterion), st.sampled_from(Unreal))
ANSWERS = st.one_of(st.just(JudgementAnswer(temporal=False)), TEMPORAL)


def judgement(cell: str) -> JudgementAnswer:
    if cell == "no":
        return JudgementAnswer(temporal=False)
    criterion, unreal = cell.split(", ")
    return JudgementAnswer(temporal=True, criterion=Criterion(criterion), unreal=Unreal(unreal))


def reason(cell: str) -> JudgementReason | None:
    return None if cell == "–" else JudgementReason(cell)


@pytest.mark.parametrize(("first", "temporal", "shown", "means", "outcome"), worked_table("T1"))
def test_first_and_second_become_forward_and_backward(
    first: str, temporal: str, shown: str, means: str, outcome: str
) -> None:
    if temporal == "no":
        answer = JudgementAnswer(temporal=False)
    else:
        seen = ShownUnreal(shown.removeprefix("the "))
        unreal = unreal_of(seen, forward_first=first == "forward")
        assert (unreal, shown_unreal(unreal, forward_first=first == "forward")) == (Unreal(means), seen)
        answer = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=unreal)
    assert outcome_of(answer) == JudgementOutcome(outcome)


@pytest.mark.parametrize(("one", "two", "three", "outcome", "criterion", "agreeing", "why"), worked_table("T2"))
def test_two_agree_or_a_third_person_decides(
    one: str, two: str, three: str, outcome: str, criterion: str, agreeing: str, why: str
) -> None:
    answers = [judgement(cell) for cell in (one, two, three) if cell != "–"]
    for ordered in permutations(answers):
        ruling = rule_on_judgements(ordered)
        kept = None if ruling.stands is None else ruling.stands.criterion
        found = (ruling.outcome, kept, ruling.agreeing, ruling.reason)
        expected = None if criterion == "–" else Criterion(criterion)
        assert found == (JudgementOutcome(outcome), expected, int(agreeing), reason(why))


@pytest.mark.parametrize(("lead", "outcome", "why"), worked_table("T2 lead"))
def test_the_judgement_of_the_lead_decides(lead: str, outcome: str, why: str) -> None:
    expected = JudgementRuling(JudgementOutcome(outcome), judgement(lead), 1, reason(why))
    assert rule_of_lead(judgement(lead)) == expected


@pytest.mark.parametrize(("outcome", "forward", "backward"), worked_table("T3"))
def test_twins_get_two_captions_and_singles_one(outcome: str, forward: str, backward: str) -> None:
    assert captions_wanted(JudgementOutcome(outcome)) == (forward == "yes", backward == "yes")


@pytest.mark.parametrize("count", [0, 1, 4])
def test_only_two_or_three_judgements_are_ruled_on(count: int) -> None:
    with pytest.raises(ValueError, match=f"two or three judgements, got {count}"):
        rule_on_judgements([JudgementAnswer(temporal=False)] * count)


@given(st.lists(ANSWERS, min_size=2, max_size=3))
def test_what_stands_leads_to_the_outcome_and_the_order_makes_no_difference(answers: list[JudgementAnswer]) -> None:
    ruling = rule_on_judgements(answers)
    assert {rule_on_judgements(ordered) for ordered in permutations(answers)} == {ruling}
    if ruling.stands is not None:
        assert (outcome_of(ruling.stands), ruling.agreeing >= 2) == (ruling.outcome, True)
    else:
        assert ruling.outcome in (JudgementOutcome.THIRD, JudgementOutcome.LEAD)


@given(ANSWERS, ANSWERS, ANSWERS)
def test_a_third_person_overturns_no_two_who_agree(
    one: JudgementAnswer, two: JudgementAnswer, three: JudgementAnswer
) -> None:
    of_two = rule_on_judgements([one, two])
    if of_two.outcome is not JudgementOutcome.THIRD:
        assert rule_on_judgements([one, two, three]).outcome == of_two.outcome
