"""Reads whole videos, which questions will be asked about, from CSV or JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.json_lines import filled_lines, json_object, refuse_texts
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, name, number, video_name

COLUMNS = ("vid_name", "duration")
LONGEST_S = 36_000
LONGEST_DOMAIN = 60


@dataclass(frozen=True, slots=True)
class GivenVideo:
    """One video as a file gives it; `domain` is empty if none is given."""

    place: Place
    video_name: str
    duration_s: float
    domain: str


def read_videos(path: Path, *, faults: Faults = FIRST_ONE, as_csv: bool | None = None) -> list[GivenVideo]:
    """Every video of the file; read as CSV if `as_csv` says so or, where it says nothing, if it is named `.csv`.

    Raises BadInput for a file of another kind or without videos. Faults, of which `faults` raises the first or keeps
    many: a value of the wrong kind, a duration that no video has, a video that an earlier line has.
    """
    as_csv = path.suffix.lower() == ".csv" if as_csv is None else as_csv
    lines: dict[str, int] = {}

    def read(line: int, record: Any) -> GivenVideo:
        place = Place(str(path), line)
        row = video_row(place, record if as_csv else _json_record(place, record))
        if row.video_name in lines:
            raise place.error(f"video {row.video_name!r} is already on line {lines[row.video_name]}")
        lines[row.video_name] = line
        return row

    records: Iterable[tuple[int, Any]] = csv_rows(path, COLUMNS, faults) if as_csv else filled_lines(path, faults)
    return usable_rows(path, records, read, faults, "videos")


def _json_record(place: Place, content: str) -> dict[str, Any]:
    record = json_object(place, content, COLUMNS)
    refuse_texts(place, {"duration": record["duration"]})
    return record


def video_row(place: Place, record: Mapping[str, Any]) -> GivenVideo:
    """The video that such a record gives; raises BadLine for a value that no video has."""
    row = GivenVideo(
        place=place,
        video_name=video_name(place, "vid_name", record["vid_name"]),
        duration_s=number(place, "duration", record["duration"]),
        domain=_domain(place, record.get("domain")),
    )
    if row.duration_s <= 0:
        raise place.error(f"duration {row.duration_s:g} is not above 0")
    if row.duration_s > LONGEST_S:
        raise place.error(f"duration {row.duration_s:g} is more than 10 hours; expected seconds")
    return row


def _domain(place: Place, value: object) -> str:
    """The kind of video, without spaces around it; empty if there is none."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return ""
    domain = name(place, "domain", value).strip()
    if len(domain) > LONGEST_DOMAIN:
        raise place.error(f"domain: expected at most {LONGEST_DOMAIN} characters, got {len(domain)}")
    return domain
