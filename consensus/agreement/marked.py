"""How people agree in marking campaigns: over all questions, by person, by domain and by task."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.marking.matching import Comparison
from annotator.statistics.bootstrap import STANDARD
from annotator.statistics.estimate import Estimate
from annotator.statistics.segment_agreement import SegmentAgreement, segment_agreement
from annotator.text.spreadsheet import Cell
from consensus.agreement.blocks import DRAWN
from consensus.agreement.matrix import number_cell

MEASURES = ("iou", "edge_median_s", "edge_90_s", "missed", "extra", "agreed")
COUNTS = ("questions", "matches", "reference", "given")


@dataclass(frozen=True, slots=True)
class MarkedTwice:
    """A question that its author and another person marked; in `compared` the author comes first."""

    author: str
    marker: str
    domain: str
    task: str
    compared: Comparison


@dataclass(frozen=True, slots=True)
class MarkedGroup:
    """The agreement of some of the questions; `name` is a pseudonym, a domain or a task."""

    name: str
    figures: SegmentAgreement


@dataclass(frozen=True, slots=True)
class MarkedAgreement:
    """All questions and parts of them. People are held against who marked the same, others against the author."""

    whole: SegmentAgreement
    people: tuple[MarkedGroup, ...]
    domains: tuple[MarkedGroup, ...]
    tasks: tuple[MarkedGroup, ...]


def marked_agreement(questions: Sequence[MarkedTwice]) -> MarkedAgreement:
    """The figures; intervals of parts rest on 500 resamples, that of the whole on 2,000."""
    return MarkedAgreement(
        whole=segment_agreement([question.compared for question in questions], resampling=STANDARD),
        people=_people(questions),
        domains=_groups(_parted(questions, lambda question: question.domain)),
        tasks=_groups(_parted(questions, lambda question: question.task)),
    )


def agreement_of_person(questions: Sequence[MarkedTwice], pseudonym: str) -> SegmentAgreement | None:
    """One person held against who marked the same questions; None if nothing of theirs was compared."""
    found = next((group for group in _people(questions, only=pseudonym)), None)
    return None if found is None else found.figures


def marked_table(found: MarkedAgreement) -> tuple[list[str], list[list[Cell]]]:
    """One row a group, with each measure and the bounds of its interval; empty where it is not defined."""
    header = ["group", "name", *COUNTS, *(f"{name}{end}" for name in MEASURES for end in ("", "_low", "_high"))]
    parts = (("person", found.people), ("domain", found.domains), ("task", found.tasks))
    groups = [("all", MarkedGroup("", found.whole)), *((kind, group) for kind, part in parts for group in part)]
    rows = [[kind, group.name, *_cells(group.figures)] for kind, group in groups]
    return header, rows


def _cells(figures: SegmentAgreement) -> list[Cell]:
    estimates: list[Estimate] = [getattr(figures, name) for name in MEASURES]
    bounds = [value for one in estimates for value in (one.value, one.low, one.high)]
    counts: list[int] = [getattr(figures, name) for name in COUNTS]
    return [*counts, *map(number_cell, bounds)]


def _people(questions: Sequence[MarkedTwice], *, only: str | None = None) -> tuple[MarkedGroup, ...]:
    """Each person, or only one, as the other side of everybody who marked the same question."""
    found: dict[str, list[Comparison]] = defaultdict(list)
    for question in questions:
        for person, compared in ((question.marker, question.compared), (question.author, question.compared.swapped)):
            if only in (None, person):
                found[person].append(compared)
    return _groups(found)


def _parted(questions: Sequence[MarkedTwice], part_of: Callable[[MarkedTwice], str]) -> dict[str, list[Comparison]]:
    found: dict[str, list[Comparison]] = defaultdict(list)
    for question in questions:
        found[part_of(question)].append(question.compared)
    return found


def _groups(parts: dict[str, list[Comparison]]) -> tuple[MarkedGroup, ...]:
    return tuple(MarkedGroup(name, segment_agreement(parts[name], resampling=DRAWN)) for name in sorted(parts))
