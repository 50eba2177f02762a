"""Reads a run of ranked lists: for each text or video the names of what was found, and two scores for the choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evaluation.metrics.columns import Floats
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import keys, numbers, shown
from evaluation.reading.parts import LIMIT_BYTES
from evaluation.reading.stream import JsonStream
from evaluation.twins.metrics.answers import Answers, choices
from evaluation.twins.metrics.items import DIRECTIONS
from evaluation.twins.reading.labels import TwinLabels

RANKED, OWN, TWIN = "ranked", "own", "twin"


def listed_run(path: Path, labels: TwinLabels, *, width: int) -> tuple[dict[str, Answers], int]:
    """What the run answers in each of its directions, and how many lists contradict their own two scores.

    A list that ends before its item has to hold `width` candidates of the task, so that no cut-off looks behind its
    end. Raises EvaluationError, naming file, direction, item and field, for the first thing that is wrong.
    """
    stream = JsonStream(path, LIMIT_BYTES)
    answers, against = dict[str, Answers](), 0
    if stream.next_sign() != "{":
        raise EvaluationError(f"{path}: expected an object with {' or '.join(DIRECTIONS)}, or an .npz file")
    for direction in stream.members():
        if direction not in DIRECTIONS:
            raise EvaluationError(f"{path}: expected {' or '.join(DIRECTIONS)}, got {shown(direction)}")
        if stream.next_sign() != "{":
            raise EvaluationError(f"{path} {direction}: expected an object by name")
        lists = _Lists(f"{path} {direction}", labels, width)
        for name in stream.members():
            lists.take(name, stream.value())
        answers[direction] = lists.answers()
        against += lists.against_scores
    stream.end()
    if not answers:
        raise EvaluationError(f"{path}: there are no lists")
    return {direction: answers[direction] for direction in DIRECTIONS if direction in answers}, against


class _Lists:
    """One direction, list by list."""

    def __init__(self, where: str, labels: TwinLabels, width: int) -> None:
        self.where, self.labels, self.width = where, labels, width
        self.items = labels.items
        self.place = {name: at for at, name in enumerate(self.items.names)}
        unread = np.full(len(self.place), np.nan)
        self.origin, self.hard, self.own, self.twin = unread, unread.copy(), unread.copy(), unread.copy()
        self.against_scores = 0

    def take(self, name: str, entry: Any) -> None:
        """The list of one text or video."""
        where = f"{self.where} {shown(name)}"
        item = self.place.get(name, -1)
        if item < 0:
            raise EvaluationError(f"{where}: is not in {self.labels.name}")
        if not isinstance(entry, dict) or not isinstance(entry.get(RANKED), list):
            raise EvaluationError(f"{where}: expected an object with a list {RANKED}, got {shown(entry)}")
        found = self._found(entry[RANKED], where)
        self.hard[item] = _rank(found, item, self.width, where, "Hard")
        if self.items.forward[item]:
            self.origin[item] = _rank(found[self.items.forward[found]], item, self.width, where, "Origin")
        if self.items.twin[item] >= 0:
            self._take_scores(item, entry, where)
            self._compare(item, found)

    def _found(self, names: Sequence[Any], where: str) -> Any:
        found = [self.place.get(name, -1) for name in keys(names, lambda at: f"{where} rank {at + 1}", RANKED)]
        if -1 in found:
            at = found.index(-1)
            raise EvaluationError(f"{where} rank {at + 1}: {shown(names[at])} is not in {self.labels.name}")
        if len(set(found)) < len(found):
            at = next(at for at, one in enumerate(found) if one in found[:at])
            raise EvaluationError(f"{where} rank {at + 1}: {shown(names[at])} appears twice")
        return np.array(found, dtype=np.int64)

    def _take_scores(self, item: int, entry: Mapping[str, Any], where: str) -> None:
        for key, scores in ((OWN, self.own), (TWIN, self.twin)):
            if key not in entry:
                raise EvaluationError(f"{where}: {key}: is missing")
            scores[item] = numbers([entry[key]], lambda _: where, key)[0]

    def _compare(self, item: int, found: Any) -> None:
        """Count a list in which the one of the two with the lower score is ahead."""
        apart = self.own[item] - self.twin[item]
        first = found[(found == item) | (found == self.items.twin[item])][:1]
        self.against_scores += bool(len(first) and (apart < 0 if first[0] == item else apart > 0))

    def answers(self) -> Answers:
        """All of them; raises EvaluationError where a list is missing."""
        if np.isnan(self.hard).any():
            name = self.items.names[int(np.isnan(self.hard).argmax())]
            raise EvaluationError(f"{self.where}: the list of {shown(name)} is missing")
        has_twin = self.items.twin >= 0
        origin: Floats = self.origin[self.items.forward]
        return Answers(origin, self.hard, choices(self.own[has_twin], self.twin[has_twin]))


def _rank(found: Any, item: int, width: int, where: str, task: str) -> float:
    at = np.flatnonzero(found == item)
    if len(at):
        return float(at[0]) + 1
    if len(found) < width:
        problem = f"ranks {len(found)} candidates of {task}; expected its own or at least {width}"
        raise EvaluationError(f"{where}: {RANKED}: {problem}")
    return np.inf
