"""Reads moments from TVR's JSON Lines or from CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.json_lines import filled_lines, json_object, refuse_texts
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, choice, identifier, number, text, video_name

KINDS = ("v", "vt", "t")
LONGEST_VIDEO_S = 7 * 86_400
CSV_COLUMNS = ("vid_name", "duration", "start_s", "end_s", "desc", "type", "desc_id")
JSON_KEYS = ("vid_name", "duration", "ts", "desc", "type", "desc_id")


@dataclass(frozen=True, slots=True)
class GivenMoment:
    """One moment as a file gives it; times in seconds."""

    place: Place
    video_name: str
    duration_s: float
    start_s: float
    end_s: float
    description: str
    kind: str
    desc_id: int


def read_moments(path: Path, *, faults: Faults = FIRST_ONE, as_csv: bool | None = None) -> list[GivenMoment]:
    """Every moment of the file; read as CSV if `as_csv` says so or, where it says nothing, if it is named `.csv`.

    Raises BadInput for a file of another kind or without moments. Faults, of which `faults` raises the first or keeps
    many: a value of the wrong kind, a stretch outside its video, a desc_id met before, a video with two durations.
    """
    as_csv = path.suffix.lower() == ".csv" if as_csv is None else as_csv
    lines: dict[int, int] = {}
    durations: dict[str, float] = {}

    def read(line: int, record: Any) -> GivenMoment:
        place = Place(str(path), line)
        row = _row(place, record if as_csv else _json_record(place, record))
        _refuse_contradiction(row, lines, durations)
        return row

    records: Iterable[tuple[int, Any]] = csv_rows(path, CSV_COLUMNS, faults) if as_csv else filled_lines(path, faults)
    return usable_rows(path, records, read, faults, "moments")


def _refuse_contradiction(row: GivenMoment, lines: dict[int, int], durations: dict[str, float]) -> None:
    if row.desc_id in lines:
        raise row.place.error(f"desc_id {row.desc_id} is already on line {lines[row.desc_id]}")
    lines[row.desc_id] = row.place.line
    known = durations.setdefault(row.video_name, row.duration_s)
    if known != row.duration_s:
        raise row.place.error(f"duration: {row.duration_s:g}, but an earlier line has {known:g} for this video")


def _json_record(place: Place, content: str) -> dict[str, Any]:
    record = json_object(place, content, JSON_KEYS)
    stretch = record["ts"]
    if not isinstance(stretch, list) or len(stretch) != 2:
        raise place.error("ts: expected [start, end]")
    numbers = {"duration": record["duration"], "start": stretch[0], "end": stretch[1], "desc_id": record["desc_id"]}
    refuse_texts(place, numbers)
    return {**record, "start_s": stretch[0], "end_s": stretch[1]}


def _row(place: Place, record: Mapping[str, Any]) -> GivenMoment:
    row = GivenMoment(
        place=place,
        video_name=video_name(place, "vid_name", record["vid_name"]),
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
        raise place.error(f"end {row.end_s:g} is not after start {row.start_s:g}")
    if row.duration_s > LONGEST_VIDEO_S:
        raise place.error(f"duration {row.duration_s:g} is more than a week; expected seconds")
    if row.end_s > row.duration_s:
        raise place.error(f"end {row.end_s:g} is after the end of the video ({row.duration_s:g})")
    return row
