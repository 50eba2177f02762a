"""What becomes of a clip and its reverse: T1 and T3 on one judgement, T2 on two or three."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.twins.answers import Criterion, JudgementAnswer, Unreal, case_of

JUDGES, MOST_JUDGES = 2, 3


class JudgementOutcome(StrEnum):
    """What the rules say of the judgements so far."""

    TWINS = "twins"  # a caption for each direction
    SINGLE = "single"  # a caption for the forward clip alone, in training only
    DROPPED = "dropped"  # no caption
    THIRD = "third annotator"
    LEAD = "lead"


class JudgementReason(StrEnum):
    """Why a clip is dropped or goes to the lead."""

    NOT_TEMPORAL = "time does not matter"
    FORWARD_UNREAL = "the forward clip looks unreal"
    ALL_DIFFER = "three people gave three different answers"


@dataclass(frozen=True, slots=True)
class JudgementRuling:
    """The outcome, and the judgement that stands for a clip: None where the rules do not decide.

    `reason` is given for clips that are dropped or go to the lead. `agreeing` counts the people behind the outcome.
    """

    outcome: JudgementOutcome
    stands: JudgementAnswer | None
    agreeing: int
    reason: JudgementReason | None = None


def rule_on_judgements(answers: Sequence[JudgementAnswer]) -> JudgementRuling:
    """T2: two people agree if their judgements lead to the same outcome, and so do two of three.

    A different criterion is no disagreement, because nothing follows from it. The order of the answers makes no
    difference. Raises ValueError for another number of judgements than two or three.
    """
    if not JUDGES <= len(answers) <= MOST_JUDGES:
        raise ValueError(f"a clip is ruled on with two or three judgements, got {len(answers)}")
    outcome, agreeing = Counter(map(outcome_of, answers)).most_common(1)[0]
    if agreeing < JUDGES:
        if len(answers) < MOST_JUDGES:
            return JudgementRuling(JudgementOutcome.THIRD, None, agreeing)
        return JudgementRuling(JudgementOutcome.LEAD, None, agreeing, JudgementReason.ALL_DIFFER)
    if outcome is JudgementOutcome.LEAD:
        return JudgementRuling(outcome, None, agreeing, JudgementReason.FORWARD_UNREAL)
    return _standing(outcome, answers, agreeing)


def rule_of_lead(answer: JudgementAnswer) -> JudgementRuling:
    """The lead's judgement decides; a clip that looks unreal to the lead too is dropped."""
    outcome = outcome_of(answer)
    if outcome is JudgementOutcome.LEAD:
        return JudgementRuling(JudgementOutcome.DROPPED, answer, 1, JudgementReason.FORWARD_UNREAL)
    return _standing(outcome, (answer,), 1)


def outcome_of(answer: JudgementAnswer) -> JudgementOutcome:
    """T1 and T3: what follows from a judgement if it stands."""
    case = case_of(answer)
    return JudgementOutcome.LEAD if case is None else JudgementOutcome(case.value)


def captions_wanted(outcome: JudgementOutcome) -> tuple[bool, bool]:
    """T3: whether the forward and the backward clip get a caption."""
    return outcome in (JudgementOutcome.TWINS, JudgementOutcome.SINGLE), outcome is JudgementOutcome.TWINS


def criterion_by_majority(answers: Sequence[JudgementAnswer]) -> Criterion | None:
    """The criterion that most people named; of those named equally often the last of the guideline's list.

    The later ones say more precisely what changes. None if nobody named any.
    """
    named = Counter(answer.criterion for answer in answers if answer.criterion is not None)
    places = list(Criterion)
    return max(named, key=lambda criterion: (named[criterion], places.index(criterion)), default=None)


def _standing(outcome: JudgementOutcome, answers: Sequence[JudgementAnswer], agreeing: int) -> JudgementRuling:
    if outcome is JudgementOutcome.DROPPED:
        return JudgementRuling(outcome, JudgementAnswer(temporal=False), agreeing, JudgementReason.NOT_TEMPORAL)
    unreal = Unreal.NEITHER if outcome is JudgementOutcome.TWINS else Unreal.BACKWARD
    stands = JudgementAnswer(temporal=True, criterion=criterion_by_majority(answers), unreal=unreal)
    return JudgementRuling(outcome, stands, agreeing)
