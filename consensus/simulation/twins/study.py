"""Plays captions through T4 and clips through T2 with synthetic people, and counts what comes of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.twins.answers import CheckResult, JudgementAnswer
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.twins.ceiling import VALUES
from consensus.twins.checking import CaptionStep, rule_on_caption
from consensus.twins.judging import JUDGES, JudgementOutcome, outcome_of, rule_on_judgements


@dataclass(frozen=True, slots=True)
class CheckingRule:
    """The parameters of T4 that are compared."""

    checkers: int
    cannot_tell: bool
    most_returns: int = 2


@dataclass(frozen=True, slots=True)
class CheckingFigures:
    """What T4 comes to; all are shares or means of captions, but `ceiling` and `all_assignments` of assignments.

    `silent` is of the accepted captions, `good_returned` of the first versions that tell the direction. `ceiling` is
    T5's figure, `all_assignments` what it would be if every assignment counted.
    """

    silent: float
    good_returned: float
    returns: float
    lead: float
    assignments: float
    ceiling: float
    all_assignments: float


@dataclass(frozen=True, slots=True)
class JudgingFigures:
    """What T2 comes to, as shares of the clips: `one_right` is the share of right outcomes if one judge decided."""

    one_right: float
    right: float
    wrong: float
    third: float
    lead: float


@dataclass(frozen=True, slots=True)
class _PlayedCaption:
    step: CaptionStep
    silent: tuple[bool, ...]
    results: tuple[tuple[CheckResult, ...], ...]


def study_checking(
    rule: CheckingRule, writer: TwinWriter, checker: TwinChecker, *, captions: int, seed: int
) -> CheckingFigures:
    """The figures of T4 over so many captions; a caption that is written again errs as often as the first version."""
    draw = random.Random(seed)
    played = [_play_caption(rule, writer, checker, draw) for _ in range(captions)]
    accepted = [one for one in played if one.step is CaptionStep.ACCEPTED]
    good = [one for one in played if not one.silent[0]]
    every = [result for one in played for version in one.results for result in version]
    return CheckingFigures(
        silent=_share([one.silent[-1] for one in accepted]),
        good_returned=_share([len(one.silent) > 1 for one in good]),
        returns=sum(len(one.silent) - 1 for one in played) / captions,
        lead=_share([one.step is CaptionStep.LEAD for one in played]),
        assignments=len(every) / captions,
        ceiling=sum(VALUES[one.results[0][0]] for one in played) / captions,
        all_assignments=sum(VALUES[result] for result in every) / len(every),
    )


def accepted_silent(rule: CheckingRule, writer: TwinWriter, checker: TwinChecker) -> float:
    """`silent` by formula: the silent captions that pass, by all that pass, whatever was returned before."""
    guessed = (1 - checker.honest if rule.cannot_tell else 1) / 2
    passed = writer.silent * guessed**rule.checkers
    return passed / (passed + (1 - writer.silent) * checker.skill**rule.checkers)


def study_judging(judge: TwinJudge, truths: Sequence[JudgementAnswer], *, seed: int) -> JudgingFigures:
    """The figures of T2 over clips whose true judgements are known; whatever reaches the lead is left open."""
    draw = random.Random(seed)
    counts: Counter[str] = Counter()
    for truth in truths:
        answers = [judge.judge(truth, draw) for _ in range(JUDGES)]
        counts["one"] += outcome_of(answers[0]) is outcome_of(truth)
        ruling = rule_on_judgements(answers)
        if ruling.outcome is JudgementOutcome.THIRD:
            counts["third"] += 1
            ruling = rule_on_judgements([*answers, judge.judge(truth, draw)])
        counts["lead"] += ruling.outcome is JudgementOutcome.LEAD
        counts["right"] += ruling.outcome is outcome_of(truth)
    clips = len(truths)
    wrong = clips - counts["right"] - counts["lead"]
    return JudgingFigures(
        counts["one"] / clips, counts["right"] / clips, wrong / clips, counts["third"] / clips, counts["lead"] / clips
    )


def _play_caption(rule: CheckingRule, writer: TwinWriter, checker: TwinChecker, draw: random.Random) -> _PlayedCaption:
    silent: list[bool] = []
    results: list[tuple[CheckResult, ...]] = []
    step = CaptionStep.RETURNED
    while step is CaptionStep.RETURNED:
        silent.append(writer.is_silent(draw))
        version: list[CheckResult] = []
        step = CaptionStep.CHECKER
        while step is CaptionStep.CHECKER:
            version.append(checker.assign(tells=not silent[-1], cannot_tell=rule.cannot_tell, draw=draw))
            step = rule_on_caption(
                version, checkers=rule.checkers, most_returns=rule.most_returns, returns=len(silent) - 1
            ).step
        results.append(tuple(version))
    return _PlayedCaption(step, tuple(silent), tuple(results))


def _share(claims: Sequence[bool]) -> float:
    return sum(claims) / len(claims) if claims else 0.0
