"""How people agree in a twins campaign: on clips, on captions, person by person, and what they reach at *Binary*."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from annotator.statistics.confusion import confusion_table
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import cohen_kappa
from annotator.statistics.shares import share_of, share_of_clusters
from annotator.text.spreadsheet import Cell
from annotator.twins.answers import CheckResult, Criterion
from consensus.agreement.blocks import DRAWN
from consensus.agreement.columns import Scored
from consensus.agreement.matrix import number_cell
from consensus.twins.agreement import (
    OUTCOMES,
    JudgedClip,
    JudgedWays,
    JudgesAgreement,
    QuestionAgreement,
    answers_met,
    judged_ways,
    judges_agreement,
)
from consensus.twins.ceiling import VALUES, AssignedCaption, HumanCeiling, human_ceiling
from consensus.twins.judging import JudgementOutcome
from evaluation.scale import Scale

Table = list[list[int | None]]
Version = tuple[int, str, int]  # of which twins, of which direction, in which attempt
QUESTIONS = {
    "temporal": "whether time matters",
    "unreal": "which clip looks unreal",
    "criterion": "the criterion",
}
"""What judges are asked, in words; the outcome follows from it."""
TITLES = {"temporal": "Time matters", "unreal": "Looks unreal", "criterion": "Criterion", "outcome": "Outcome"}
MEASURES = {
    "equal": "share of equal answers",
    "kappa": "Cohen's kappa",
    "alpha": "Krippendorff's alpha, nominal",
}


@dataclass(frozen=True, slots=True)
class TwinPerson:
    """One person: their judgements against the other first judge's, what became of their captions, and their checks.

    A caption counts once for each version that was checked; `returned` is the share of those that failed. `first` is
    the accuracy of the first assignments among those made between twins, with *cannot tell* as half.
    """

    name: str
    same: Estimate
    kappa: Estimate
    returned: Estimate
    cannot_tell: Estimate
    first: Estimate


@dataclass(frozen=True, slots=True)
class TwinAgreement:
    """All figures; the tables count which outcomes and which criteria the first two judges of a clip gave."""

    questions: JudgesAgreement
    ways: JudgedWays
    outcomes: Table
    criteria: Table
    captions: Estimate
    people: tuple[TwinPerson, ...]
    ceiling: HumanCeiling

    @property
    def by_question(self) -> list[tuple[str, QuestionAgreement]]:
        """What judges are asked, as a title, with the agreement on it."""
        return [(title, getattr(self.questions, name)) for name, title in TITLES.items()]

    @property
    def is_empty(self) -> bool:
        """Whether no clip was judged twice and no caption checked."""
        return not self.ways.clips and not self.captions.n


def twin_agreement(clips: Sequence[JudgedClip], assigned: Sequence[AssignedCaption]) -> TwinAgreement:
    """The figures. Intervals over all rest on 2,000 resamples of clips, kappas of people on 500; shares have Wilson's.

    `captions` is the share of checked versions that failed.
    """
    couples = [clip.couple for clip in clips]
    both = [
        (one.criterion, other.criterion)
        for one, other in couples
        if one.criterion is not None and other.criterion is not None
    ]
    failed = _failed_versions(assigned)
    return TwinAgreement(
        questions=judges_agreement(couples),
        ways=judged_ways(clips),
        outcomes=answers_met((clip.outcomes for clip in clips), OUTCOMES),
        criteria=answers_met(both, tuple(Criterion)),
        captions=share_of(sum(fails for _, fails in failed.values()), len(failed)),
        people=_people(clips, assigned, failed),
        ceiling=human_ceiling(assigned),
    )


def question_rows(found: JudgesAgreement) -> dict[str, Estimate]:
    """The agreement on each question by each measure, both in words."""
    return {
        f"{words}, {measure}": getattr(getattr(found, name), field)
        for name, words in QUESTIONS.items()
        for field, measure in MEASURES.items()
    }


def ceiling_rows(found: HumanCeiling) -> dict[str, Estimate]:
    """The human ceiling of *Binary* by both counts, in words (T5)."""
    return {
        "human ceiling of Binary, first assignments": found.accuracy,
        "the same with cannot tell as wrong": found.strict,
    }


def with_shares(table: Table) -> list[list[tuple[int, float] | None]]:
    """Each count with its share of all; None where the table has none."""
    total = max(sum(count or 0 for row in table for count in row), 1)
    return [[None if count is None else (count, count / total) for count in row] for row in table]


def outcome_columns(clips: Sequence[JudgedClip]) -> Scored:
    """The outcomes that the first two judges gave, as columns in which alpha over time is computed."""
    raters = sorted({one.worker for clip in clips for one in clip.given[:2]})
    place = {rater: number for number, rater in enumerate(raters)}
    rows = sorted(
        (number, place[one.worker], OUTCOMES.index(outcome), one.at_ms)
        for number, clip in enumerate(clips)
        for one, outcome in zip(clip.given, clip.outcomes, strict=False)
    )
    pair, rater, outcome, at = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return Scored(tuple(raters), pair, pair, rater, np.ones_like(pair), outcome, at, Scale(0, len(OUTCOMES) - 1))


def twin_table(found: TwinAgreement) -> tuple[list[str], list[list[Cell]]]:
    """One row a figure, with its interval; empty where it is not defined."""
    whole: list[tuple[str, str, Estimate]] = [
        *((title.lower(), field, getattr(one, field)) for title, one in found.by_question for field in MEASURES),
        ("clips", "needs a third annotator", found.ways.third_share),
        ("clips", "left to the lead", found.ways.lead_share),
        ("captions", "returned", found.captions),
        ("human ceiling", "accuracy", found.ceiling.accuracy),
        ("human ceiling", "strict", found.ceiling.strict),
    ]
    rows = [("all", *row) for row in whole]
    for person in found.people:
        rows += [(person.name, what, name, getattr(person, name)) for name, what in OF_PERSON.items()]
    header = ["person", "figure", "measure", "value", "low", "high", "n", "note"]
    return header, [[*names, *map(number_cell, (e.value, e.low, e.high)), e.n, e.reason] for *names, e in rows]


OF_PERSON = {
    "same": "judgements",
    "kappa": "judgements",
    "returned": "captions",
    "cannot_tell": "assignments",
    "first": "first assignments",
}


def _people(
    clips: Sequence[JudgedClip], assigned: Sequence[AssignedCaption], failed: dict[Version, tuple[str, bool]]
) -> tuple[TwinPerson, ...]:
    met: dict[str, list[tuple[JudgementOutcome, JudgementOutcome]]] = defaultdict(list)
    for clip in clips:
        own, other = clip.outcomes
        met[clip.given[0].worker].append((own, other))
        met[clip.given[1].worker].append((other, own))
    written: dict[str, list[bool]] = defaultdict(list)
    for writer, fails in failed.values():
        written[writer].append(fails)
    checked: dict[str, list[AssignedCaption]] = defaultdict(list)
    for one in assigned:
        if not one.among_similar:
            checked[one.worker].append(one)
    return tuple(_person(name, met[name], written[name], checked[name]) for name in sorted({*met, *written, *checked}))


def _person(
    name: str,
    met: Sequence[tuple[JudgementOutcome, JudgementOutcome]],
    written: Sequence[bool],
    checked: Sequence[AssignedCaption],
) -> TwinPerson:
    own, others = ([OUTCOMES.index(couple[side]) for couple in met] for side in (0, 1))
    table = confusion_table(own, others, scale=range(len(OUTCOMES)))
    return TwinPerson(
        name,
        same=share_of(sum(one is other for one, other in met), len(met)),
        kappa=cohen_kappa(table, resampling=DRAWN),
        returned=share_of(sum(written), len(written)),
        cannot_tell=share_of(sum(one.result is CheckResult.CANNOT_TELL for one in checked), len(checked)),
        first=_accuracy([one for one in checked if one.is_first]),
    )


def _accuracy(first: Iterable[AssignedCaption]) -> Estimate:
    """As in T5; a person seldom assigns both captions of twins, but may."""
    values: dict[int, list[float]] = defaultdict(list)
    for one in first:
        values[one.twins].append(VALUES[one.result])
    return share_of_clusters([(sum(of_twins), len(of_twins)) for of_twins in values.values()])


def _failed_versions(assigned: Iterable[AssignedCaption]) -> dict[Version, tuple[str, bool]]:
    """The writer of each version that was checked, and whether an assignment of it was not right (T4)."""
    found: dict[Version, tuple[str, bool]] = {}
    for one in assigned:
        version = one.twins, one.direction, one.attempt
        writer, fails = found.get(version, (one.writer, False))
        found[version] = writer, fails or one.result is not CheckResult.RIGHT
    return found
