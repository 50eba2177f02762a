"""Compares two exports of a marking campaign: questions that came, went or have another truth, and their pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from consensus.decisions.known_kinds import kind_named
from consensus.export.compared_rows import Row, differing, steps_apart
from consensus.export.comparing import Entry, about_exports, require_order, words_of
from consensus.export.marking.compared_questions import Questions, questions_in, unjudged_in
from consensus.export.marking.momentseeker import MOMENTSEEKER
from consensus.export.opening import OpenedExport
from moments.base.errors import BadInput

TRUTH = "timestamps"
BUT = (TRUTH, "question_id")
KINDS = (
    "added",
    "removed",
    "to_unjudged",
    "from_unjudged",
    "truth",
    "text",
    "unjudged_added",
    "unjudged_removed",
    "unjudged_changed",
)

Rows = Mapping[str, Row]


@dataclass(slots=True)
class QuestionChange:
    """What became of a question: its truth in seconds before and after, other keys that differ, decisions behind it."""

    kind: str
    question_id: str
    before: list[list[float]] | None = None
    after: list[list[float]] | None = None
    texts: dict[str, list[Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PoolChange:
    """What became of a video's pool: names of clips that came and went, and whether the others have another order."""

    video: str
    added: list[str]
    removed: list[str]
    reordered: bool


@dataclass(slots=True)
class MarkedComparison:
    """All changes in order of question, and of the pools in order of video; else as `ExportComparison`."""

    changes: list[QuestionChange]
    pools: list[PoolChange]
    about: dict[str, list[Any]]
    wide: list[str] = field(default_factory=list)
    explained: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many changes of each kind, and how many pools changed."""
        found = Counter(change.kind for change in self.changes)
        return {**{kind: found[kind] for kind in KINDS}, "pools": len(self.pools)}


def compare_questions(old: OpenedExport, new: OpenedExport) -> MarkedComparison:
    """What changed from `old` to `new`; raises BadInput if they cannot be compared."""
    require_order(old, new)
    for export in (old, new):
        if MOMENTSEEKER.name not in export.manifest.get("formats", ()):
            raise BadInput(f"{export.path}: lacks the format {MOMENTSEEKER.name}; only exports with it can be compared")
    before, after = questions_in(old), questions_in(new)
    was, now = unjudged_in(old), unjudged_in(new)
    changes = [*_changes(before.rows, after.rows, was, now), *_unjudged(before.rows, after.rows, was, now)]
    changes.sort(key=lambda change: (_in_order(change.question_id), KINDS.index(change.kind)))
    return MarkedComparison(changes, list(_pools(before, after)), about_exports(old.manifest, new.manifest))


def explain_questions(comparison: MarkedComparison, entries: Iterable[Entry], asked: Mapping[int, int]) -> None:
    """Tell each change the decisions on its question; `asked` has the question of each pair, by their numbers."""
    by_question: dict[str, list[QuestionChange]] = {}
    for change in comparison.changes:
        by_question.setdefault(change.question_id.partition("-")[0], []).append(change)
    for entry in entries:
        if kind_named(entry.kind).touches_all_pairs:
            comparison.wide.append(words_of(entry))
        question = asked.get(entry.pair_number) if entry.pair_number else None
        for change in by_question.get(str(question), []):
            change.why.append(words_of(entry))
    comparison.explained = True


def _changes(before: Rows, after: Rows, was: Rows, now: Rows) -> Iterator[QuestionChange]:
    """What became of the questions with a truth."""
    for question in before.keys() | after.keys():
        old, new = before.get(question), after.get(question)
        if old is None and new is not None:
            yield QuestionChange("from_unjudged" if question in was else "added", question, None, new[TRUTH])
        elif new is None and old is not None:
            yield QuestionChange("to_unjudged" if question in now else "removed", question, old[TRUTH], None)
        elif old is not None and new is not None:
            if old[TRUTH] != new[TRUTH]:
                yield QuestionChange("truth", question, old[TRUTH], new[TRUTH])
            if texts := differing(old, new, but=BUT):
                yield QuestionChange("text", question, old[TRUTH], new[TRUTH], texts)


def _unjudged(before: Rows, after: Rows, was: Rows, now: Rows) -> Iterator[QuestionChange]:
    """What became of the questions that have a truth in neither export."""
    for step, question, old, new in steps_apart(was, now, besides={*before, *after}):
        yield QuestionChange(f"unjudged_{step}", question, texts=differing(old, new, but=BUT))


def _pools(before: Questions, after: Questions) -> Iterator[PoolChange]:
    for video in sorted(before.pools.keys() | after.pools.keys()):
        old, new = before.pools.get(video, []), after.pools.get(video, [])
        if old != new:
            stayed = [[path for path in pool if path in both] for both in [{*old} & {*new}] for pool in (old, new)]
            added, removed = sorted({*new} - {*old}), sorted({*old} - {*new})
            yield PoolChange(video, added, removed, stayed[0] != stayed[1])


def _in_order(question: str) -> tuple[int, str]:
    number = question.partition("-")[0]
    return int(number) if number.isdecimal() else 0, question
