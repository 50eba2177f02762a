"""Reads how many questions are wanted, by domain and task, from CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotator.asking.entries import TASKS
from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, choice, identifier, name

COLUMNS = ("domain", "task", "wanted")
MOST_WANTED = 1_000_000
LONGEST_DOMAIN = 60


@dataclass(frozen=True, slots=True)
class GivenQuota:
    """One quota as a file gives it; videos without a domain have the empty one."""

    place: Place
    domain: str
    task: str
    wanted: int


def read_quotas(path: Path, *, faults: Faults = FIRST_ONE) -> list[GivenQuota]:
    """Every quota of the file; raises BadInput for a file that holds none, `faults` hears of lines that are wrong."""
    return usable_rows(path, csv_rows(path, COLUMNS, faults), _reader(str(path)), faults, "quotas")


def quotas_in(records: Sequence[Mapping[str, str]], *, name: str) -> list[GivenQuota]:
    """The quotas of a table with that name, one a record; raises BadLine naming the row that is wrong, from 1."""
    read = _reader(name)
    return [read(line, record) for line, record in enumerate(records, start=1)]


def _reader(file: str) -> Callable[[int, Mapping[str, str]], GivenQuota]:
    """Reads one row after another and refuses a domain and task that it has had before."""
    lines: dict[tuple[str, str], int] = {}

    def read(line: int, record: Mapping[str, str]) -> GivenQuota:
        row = _quota(Place(file, line), record)
        key = row.domain, row.task
        if key in lines:
            raise row.place.error(f"{row.task} of domain {row.domain!r} is already on line {lines[key]}")
        lines[key] = line
        return row

    return read


def _quota(place: Place, record: Mapping[str, str]) -> GivenQuota:
    domain = record["domain"].strip()
    if len(domain) > LONGEST_DOMAIN:
        raise place.error(f"domain: expected at most {LONGEST_DOMAIN} characters, got {len(domain)}")
    return GivenQuota(
        place=place,
        domain=name(place, "domain", domain) if domain else "",
        task=choice(place, "task", record["task"], TASKS),
        wanted=identifier(place, "wanted", record["wanted"].strip(), largest=MOST_WANTED),
    )
