"""Reads moments from TVR's JSON Lines or from CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moments.files.text import csv_rows, text_lines
from moments.files.values import Place, choice, identifier, name, number, text

KINDS = ("v", "vt", "t")
CSV_COLUMNS = ("vid_name", "duration", "start_s", "end_s", "desc", "type", "desc_id")
JSON_KEYS = ("vid_name", "duration", "ts", "desc", "type", "desc_id")


@dataclass(frozen=True, slots=True)
class MomentRow:
    """One moment as a file gives it; times in seconds."""

    place: Place
    video_name: str
    duration_s: float
    start_s: float
    end_s: float
    description: str
    kind: str
    desc_id: int


def read_moments(path: Path) -> list[MomentRow]:
    """Every moment of the file; `.csv` is read as CSV, anything else as JSON Lines.

    Raises BadInput or BadLine for the first thing that is wrong: a value of the wrong kind, a
    stretch outside its video, a desc_id met before, a video with two durations, an empty file.
    """
    records = _csv_records(path) if path.suffix.lower() == ".csv" else _json_records(path)
    rows: list[MomentRow] = []
    lines: dict[int, int] = {}
    durations: dict[str, float] = {}
    for place, record in records:
        row = _row(place, record)
        if row.desc_id in lines:
            raise place.error(f"desc_id {row.desc_id} stands on line {lines[row.desc_id]} already")
        lines[row.desc_id] = place.line
        known = durations.setdefault(row.video_name, row.duration_s)
        if known != row.duration_s:
            raise place.error(f"duration: {row.duration_s:g}, but {known:g} before for this video")
        rows.append(row)
    if not rows:
        raise Place(str(path), 1).error("no moments in the file")
    return rows


def _json_records(path: Path) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    for line, content in text_lines(path):
        if content.strip():
            place = Place(str(path), line)
            yield place, _json_record(place, content)


def _json_record(place: Place, content: str) -> dict[str, Any]:
    try:
        record = json.loads(content, object_pairs_hook=_once_each)
    except (ValueError, RecursionError) as error:
        raise place.error(f"is not JSON ({error})") from error
    if not isinstance(record, dict):
        raise place.error("expected a JSON object")
    for key in JSON_KEYS:
        if key not in record:
            raise place.error(f"{key}: is missing")
    stretch = record["ts"]
    if not isinstance(stretch, list) or len(stretch) != 2:
        raise place.error("ts: expected [start, end]")
    numbers = {"duration": record["duration"], "start": stretch[0], "end": stretch[1], "desc_id": record["desc_id"]}
    for field, value in numbers.items():
        if isinstance(value, str):
            raise place.error(f"{field}: expected a number, got a text")
    return {**record, "start_s": stretch[0], "end_s": stretch[1]}


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of a JSON text; raises ValueError for a key that stands twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"key {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return record


def _csv_records(path: Path) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    for line, record in csv_rows(path, CSV_COLUMNS):
        yield Place(str(path), line), record


def _row(place: Place, record: Mapping[str, Any]) -> MomentRow:
    row = MomentRow(
        place=place,
        video_name=name(place, "vid_name", record["vid_name"]),
        duration_s=number(place, "duration", record["duration"]),
        start_s=number(place, "start", record["start_s"]),
        end_s=number(place, "end", record["end_s"]),
        description=text(place, "desc", record["desc"]),
        kind=choice(place, "type", record["type"], KINDS),
        desc_id=identifier(place, "desc_id", record["desc_id"]),
    )
    if row.start_s < 0:
        raise place.error(f"start {row.start_s:g} is negative")
    if row.end_s <= row.start_s:
        raise place.error(f"end {row.end_s:g} does not come after start {row.start_s:g}")
    if row.end_s > row.duration_s:
        raise place.error(f"end {row.end_s:g} lies past the video's duration {row.duration_s:g}")
    return row
