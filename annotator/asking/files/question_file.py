"""Reads ready questions from CSV, JSON Lines or the JSON Lines of QVHighlights."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.asking.entries import LONGEST_TEXT, TASKS
from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.json_lines import filled_lines, json_object
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, choice, name, number, text

ORIGINS = ("person", "model")
COLUMNS = ("vid_name", "task", "query")
QVHIGHLIGHTS = ("qid", "query", "vid", "relevant_windows")
LONGEST_S = 1_000_000
GRID_S = 2.0  # QVHighlights' windows lie on a grid of two seconds, the last of which may pass the video's end


@dataclass(frozen=True, slots=True)
class GivenQuestion:
    """One question as a file gives it; windows and the condition's instant in seconds.

    A window may pass the video's end by `slack_s`, and then is cut there. `has_windows` says that the file gives
    windows, maybe an empty list.
    """

    place: Place
    video_name: str
    task: str
    text: str
    origin: str = "person"
    windows: tuple[tuple[float, float], ...] = ()
    condition: tuple[str, float] | None = None
    slack_s: float = 0.0
    has_windows: bool = False


def read_questions(path: Path, *, faults: Faults = FIRST_ONE, as_csv: bool | None = None) -> list[GivenQuestion]:
    """Every question of the file; read as CSV if `as_csv` says so or, where it says nothing, if it is named `.csv`.

    A line with `qid` is one of QVHighlights: a question of task ms. Raises BadInput for a file of another kind or
    without questions. Faults, of which `faults` raises the first or keeps many: a value of the wrong kind, windows
    that are no list of pairs.
    """
    if path.suffix.lower() == ".csv" if as_csv is None else as_csv:
        rows: Iterable[tuple[int, Any]] = csv_rows(path, COLUMNS, faults)
        return usable_rows(path, rows, lambda line, row: _of_csv(Place(str(path), line), row), faults, "questions")
    lines = filled_lines(path, faults)
    return usable_rows(path, lines, lambda line, row: _of_json(Place(str(path), line), row), faults, "questions")


def _of_csv(place: Place, record: Mapping[str, str]) -> GivenQuestion:
    filled = {column: value for column, value in record.items() if value.strip()}
    if "windows" in filled:
        try:
            windows = json.loads(filled["windows"])
        except (ValueError, RecursionError) as error:
            raise place.error("windows: expected JSON such as [[1.5, 4]]") from error
        return _question(place, {**filled, "windows": windows})
    return _question(place, filled)


def _of_json(place: Place, content: str) -> GivenQuestion:
    record = json_object(place, content, ())
    keys = QVHIGHLIGHTS if "qid" in record else COLUMNS
    for key in keys:
        if key not in record:
            raise place.error(f"{key}: is missing")
    if keys is COLUMNS:
        return _question(place, record)
    return GivenQuestion(
        place=place,
        video_name=name(place, "vid", record["vid"]),
        task="ms",
        text=_text(place, record["query"]),
        windows=_windows(place, "relevant_windows", record["relevant_windows"]),
        slack_s=GRID_S,
        has_windows=True,
    )


def _question(place: Place, record: Mapping[str, Any]) -> GivenQuestion:
    task = choice(place, "task", record.get("task"), TASKS)
    origin, windows = record.get("origin"), record.get("windows")
    question = GivenQuestion(
        place=place,
        video_name=name(place, "vid_name", record.get("vid_name")),
        task=task,
        text=_text(place, record.get("query")),
        origin=choice(place, "origin", "person" if origin in (None, "") else origin, ORIGINS),
        windows=_windows(place, "windows", [] if windows in (None, "") else windows),
        condition=_condition(place, record),
        has_windows=windows not in (None, ""),
    )
    if question.condition is not None and task != "ims":
        raise place.error("condition_video: only a question of task ims has a picture")
    return question


def _text(place: Place, value: object) -> str:
    return " ".join(text(place, "query", value, longest=LONGEST_TEXT).split())


def _windows(place: Place, field: str, value: object) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list):
        raise place.error(f"{field}: expected a list of pairs [start, end] in seconds")
    found = []
    for at, pair in enumerate(value, 1):
        if not isinstance(pair, list) or len(pair) != 2 or any(isinstance(one, str) for one in pair):
            raise place.error(f"{field}: window {at}: expected a pair [start, end] in seconds")
        start_s, end_s = (_seconds(place, f"{field}: window {at}", one) for one in pair)
        found.append((start_s, end_s))
    return tuple(found)


def _seconds(place: Place, field: str, value: object) -> float:
    found = number(place, field, value)
    if not 0 <= found <= LONGEST_S:
        raise place.error(f"{field}: expected 0 to {LONGEST_S} seconds, got {found:g}")
    return found


def _condition(place: Place, record: Mapping[str, Any]) -> tuple[str, float] | None:
    video, at_s = record.get("condition_video"), record.get("condition_s")
    if video is None and at_s is None:
        return None
    if video is None or at_s is None:
        raise place.error("condition_video and condition_s: expected both or neither")
    return name(place, "condition_video", video), _seconds(place, "condition_s", at_s)
