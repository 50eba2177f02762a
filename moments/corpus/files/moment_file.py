"""Reads moments from TVR's JSON Lines or from CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.json_lines import filled_lines, json_object, refuse_texts
from moments.corpus.files.text import csv_rows
from moments.corpus.files.twin_rows import BACKWARD, FORWARD, paired_rows
from moments.corpus.files.values import Place, choice, identifier, number, text, video_name

KINDS = ("v", "vt", "t")
LONGEST_VIDEO_S = 7 * 86_400
CSV_COLUMNS = ("vid_name", "duration", "start_s", "end_s", "desc", "type", "desc_id")
JSON_KEYS = ("vid_name", "duration", "ts", "desc", "type", "desc_id")
NUMBERS = ("duration", "desc_id", "twin")
NO_NUMBER = -1
MAY_LACK = ("duration", "type", "desc_id")  # where something fills the gaps
ALSO_CALLED = {
    "video": "vid_name",
    "video_name": "vid_name",
    "start": "start_s",
    "end": "end_s",
    "description": "desc",
    "caption": "desc",
    "sentence": "desc",
    "text": "desc",
}


@dataclass(frozen=True, slots=True)
class GivenMoment:
    """One moment as a file gives it; times in seconds, `twin` the desc_id of the one that plays the other way."""

    place: Place
    video_name: str
    duration_s: float
    start_s: float
    end_s: float
    description: str
    kind: str
    desc_id: int
    direction: str = FORWARD
    twin: int | None = None


class Gaps(Protocol):
    """Says what a file may leave out, for one file read from its first line to its last."""

    def duration_s(self, place: Place, video_name: str) -> float:
        """How long the video is; raises BadLine if that is not known."""

    def desc_id(self, moment: GivenMoment) -> int:
        """The number of a moment that the file gives none."""


def read_moments(
    path: Path, *, faults: Faults = FIRST_ONE, as_csv: bool | None = None, gaps: Gaps | None = None
) -> list[GivenMoment]:
    """Every moment of the file; read as CSV if `as_csv` says so or, where it says nothing, if it is named `.csv`.

    With `gaps`, moments may lack a duration, a type (then `v`) and a desc_id. All may lack a direction (then
    `forward`) and a twin. Raises BadInput for a file of another kind or without moments. Faults, of which `faults`
    raises the first or keeps many: a value of the wrong kind, a stretch outside its video, a desc_id met before, a
    video with two durations, twins that do not fit each other.
    """
    as_csv = path.suffix.lower() == ".csv" if as_csv is None else as_csv
    columns, needed = (
        [name for name in names if gaps is None or name not in MAY_LACK] for names in (CSV_COLUMNS, JSON_KEYS)
    )
    lines: dict[int, int] = {}
    durations: dict[str, float] = {}

    def read(line: int, record: Any) -> GivenMoment:
        place = Place(str(path), line)
        row = _row(place, record if as_csv else _json_record(place, record, needed), gaps)
        _refuse_contradiction(row, lines, durations)
        return row

    records: Iterable[tuple[int, Any]] = (
        csv_rows(path, columns, faults, also_called=ALSO_CALLED) if as_csv else filled_lines(path, faults)
    )
    return paired_rows(usable_rows(path, records, read, faults, "moments"), faults)


def _refuse_contradiction(row: GivenMoment, lines: dict[int, int], durations: dict[str, float]) -> None:
    if row.desc_id in lines:
        raise row.place.error(f"desc_id {row.desc_id} is already on line {lines[row.desc_id]}")
    lines[row.desc_id] = row.place.line
    known = durations.setdefault(row.video_name, row.duration_s)
    if known != row.duration_s:
        raise row.place.error(f"duration: {row.duration_s:g}, but an earlier line has {known:g} for this video")


def _json_record(place: Place, content: str, keys: Sequence[str]) -> dict[str, Any]:
    record = json_object(place, content, keys)
    stretch = record["ts"]
    if not isinstance(stretch, list) or len(stretch) != 2:
        raise place.error("ts: expected [start, end]")
    numbers = {"start": stretch[0], "end": stretch[1], **{key: record.get(key) for key in NUMBERS}}
    refuse_texts(place, numbers)
    return {**record, "start_s": stretch[0], "end_s": stretch[1]}


def _row(place: Place, record: Mapping[str, Any], gaps: Gaps | None) -> GivenMoment:
    given = {key: value for key, value in record.items() if gaps is None or value not in ("", None)}
    name = video_name(place, "vid_name", record["vid_name"])
    lacks_length, lacks_number = (gaps is not None and key not in given for key in ("duration", "desc_id"))
    length = gaps.duration_s(place, name) if gaps and lacks_length else number(place, "duration", given["duration"])
    direction = choice(place, "direction", _filled(record, "direction", FORWARD), (FORWARD, BACKWARD))
    row = GivenMoment(
        place=place,
        video_name=name,
        duration_s=length,
        start_s=number(place, "start", record["start_s"]),
        end_s=number(place, "end", record["end_s"]),
        description=_description(place, record["desc"], direction),
        kind=choice(place, "type", given.get("type", KINDS[0]), KINDS),
        desc_id=NO_NUMBER if lacks_number else identifier(place, "desc_id", given["desc_id"]),
        direction=direction,
        twin=None if _filled(record, "twin") is None else identifier(place, "twin", record["twin"]),
    )
    _refuse_times(row)
    return replace(row, desc_id=gaps.desc_id(row)) if gaps and lacks_number else row


def _filled(record: Mapping[str, Any], key: str, otherwise: object = None) -> object:
    """The value of a column that a file need not have."""
    value = record.get(key)
    return otherwise if value in ("", None) else value


def _description(place: Place, value: object, direction: str) -> str:
    """A text; nobody need have described what plays backwards."""
    return "" if direction == BACKWARD and value in ("", None) else text(place, "desc", value)


def _refuse_times(row: GivenMoment) -> None:
    if row.start_s < 0:
        raise row.place.error(f"start {row.start_s:g} is negative")
    if row.end_s <= row.start_s:
        raise row.place.error(f"end {row.end_s:g} is not after start {row.start_s:g}")
    if row.duration_s > LONGEST_VIDEO_S:
        raise row.place.error(f"duration {row.duration_s:g} is more than a week; expected seconds")
    if row.end_s > row.duration_s:
        raise row.place.error(f"end {row.end_s:g} is after the end of the video ({row.duration_s:g})")
