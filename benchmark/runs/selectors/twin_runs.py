"""What the pages say of runs in a twins campaign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.people.selectors.access import Lead
from benchmark.models import LabelSnapshot, Run, RunScores
from benchmark.runs.selectors.runs import LabelsInForce, Value, required_scores, run_numbered, scores_of
from evaluation.reading.packing import unpacked
from evaluation.scoring.scorecard import RESAMPLES, SEED
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.items import DIRECTIONS, TASKS, TwinItems
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.kept_items import unpacked_items
from evaluation.twins.scoring.figures import difference_of
from evaluation.twins.scoring.kept_answers import answers_from_rows
from evaluation.twins.scoring.published import COLUMNS as LEADING
from moments.base.errors import BadInput


@dataclass(frozen=True, slots=True)
class TwinRow:
    """A run in the table of runs; `stale` where labels are newer than its scores."""

    run: Run
    scores: RunScores | None
    values: list[Value | None]
    stale: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure in both directions, None where it is not known, and what chance reaches in each."""

    name: str
    values: list[Value | None]
    chance: float


@dataclass(frozen=True, slots=True)
class Part:
    """A run's figures in one task."""

    task: str
    items: int
    candidates: int
    figures: list[Figure]


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure of two runs: both values, and the difference with its interval; None what is not known."""

    name: str
    first: float | None
    second: float | None
    difference: float | None
    ends: list[float] | None

    @property
    def is_clear(self) -> bool:
        """Whether the interval does not include zero."""
        return self.ends is not None and (self.ends[0] > 0 or self.ends[1] < 0)


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """Two runs in one direction and task, with McNemar's test."""

    direction: str
    task: str
    rows: list[Compared]
    test: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TwinPairing:
    """Two runs that were scored against the same labels."""

    first: Run
    second: Run
    parts: list[ComparedPart]


def twin_rows(runs: Iterable[Run], labels: LabelsInForce | None) -> list[TwinRow]:
    """The runs with the figures that the paper prints."""
    return [TwinRow(run, scores_of(run), _leading(scores_of(run)), is_stale(run, labels)) for run in runs]


def is_stale(run: Run, labels: LabelsInForce | None) -> bool:
    """Whether the run's scores are of other labels than those in force."""
    scores = scores_of(run)
    return scores is not None and labels is not None and scores.snapshot_id != labels.snapshot.pk


def _leading(scores: RunScores | None) -> list[Value | None]:
    """Text to video and then video to text; None what the run lacks."""
    summary = scores.summary if scores is not None else {}
    return [
        _value(summary.get(f"{direction} {task}"), measure) for direction in DIRECTIONS for task, measure in LEADING
    ]


def parts_of(scores: RunScores | None) -> list[Part]:
    """Every figure of a run by task; empty if it has no scores."""
    return [] if scores is None else [_part(task, scores.summary) for task in TASKS]


def _part(task: str, summary: Mapping[str, Any]) -> Part:
    found = [summary.get(f"{direction} {task}") for direction in DIRECTIONS]
    first = next(one for one in found if one is not None)  # a run has at least one direction
    figures = [Figure(name, [_value(one, name) for one in found], chance) for name, chance in first["chance"].items()]
    return Part(task, first["queries"], first["candidates"], figures)


def _value(found: Mapping[str, Any] | None, name: str) -> Value | None:
    known = (found or {}).get("measures", {}).get(name)
    return None if known is None else Value(*known)


def twin_pairing(lead: Lead, first: int, second: int) -> TwinPairing:
    """Both runs under every measure, in the directions that both have.

    Raises Http404 for a run that is not there, BadInput for one that is not scored or was on other labels.
    """
    runs = run_numbered(lead, first), run_numbered(lead, second)
    scores = [required_scores(run) for run in runs]
    if scores[0].snapshot_id != scores[1].snapshot_id:
        raise BadInput("they were scored against different labels; wait until both are scored again")
    items = unpacked_items(scores[0].snapshot.content)
    ours, theirs = (_answers(one, items) for one in scores)
    found = difference_of(items, ours, theirs, TwinSettings(), resamples=RESAMPLES, seed=SEED)
    if not found:
        raise BadInput("they have no direction in common")
    parts = [
        _compared(scores[0], direction, task, part)
        for direction, tasks in found.items()
        for task, part in tasks.items()
    ]
    return TwinPairing(*runs, parts)


def _answers(scores: RunScores, items: TwinItems) -> dict[str, Answers]:
    (rows,) = unpacked(scores.values, "values")
    return answers_from_rows(items, rows)


def _compared(first: RunScores, direction: str, task: str, part: Mapping[str, Any]) -> ComparedPart:
    own = first.summary[f"{direction} {task}"]["measures"]
    rows = [
        Compared(
            name,
            own[name][0] if name in own else None,
            second,
            part["differences"][name],
            part["difference_intervals"][name],
        )
        for name, second in part["measures"].items()
    ]
    return ComparedPart(DIRECTIONS[direction], task, rows, part["mcnemar"])


def listed_names(lead: Lead) -> list[tuple[str, str, str]]:
    """Of the labels in force each video's name, its direction and its twin's name; empty before the first labels."""
    snapshot = LabelSnapshot.objects.filter(campaign=lead.campaign).order_by("-number").first()
    if snapshot is None:
        return []
    items = unpacked_items(snapshot.content)
    return [
        (name, "forward" if forward else "backward", items.names[twin])
        for name, forward, twin in zip(items.names, items.forward.tolist(), items.twin.tolist(), strict=True)
    ]
