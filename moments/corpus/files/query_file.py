"""Reads queries and ranked candidates from CSV."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from moments.corpus.files.faults import FIRST_ONE, Faults, usable_rows
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, choice, identifier, number, text

SPLITS = ("val", "test", "exam")
QUERY_COLUMNS = ("query_id", "query", "split", "desc_id")
CANDIDATE_COLUMNS = ("query_id", "desc_id", "rank", "similarity")


@dataclass(frozen=True, slots=True)
class GivenQuery:
    """One query as a file gives it."""

    place: Place
    query_id: int
    text: str
    split: str
    desc_id: int | None


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One candidate of one query as a file gives it."""

    place: Place
    query_id: int
    desc_id: int
    rank: int
    similarity: float


def read_queries(path: Path, *, faults: Faults = FIRST_ONE) -> list[GivenQuery]:
    """Every query of the file; raises BadInput for a file that holds none, `faults` hears of lines that are wrong."""
    lines: dict[int, int] = {}

    def read(line: int, record: Mapping[str, str]) -> GivenQuery:
        row = _query(Place(str(path), line), record)
        if row.query_id in lines:
            raise row.place.error(f"query_id {row.query_id} is already on line {lines[row.query_id]}")
        lines[row.query_id] = line
        return row

    return usable_rows(path, csv_rows(path, QUERY_COLUMNS, faults), read, faults, "queries")


def _query(place: Place, record: Mapping[str, str]) -> GivenQuery:
    own = record["desc_id"].strip()
    return GivenQuery(
        place=place,
        query_id=identifier(place, "query_id", record["query_id"]),
        text=text(place, "query", record["query"]),
        split=choice(place, "split", record["split"], SPLITS),
        desc_id=identifier(place, "desc_id", own) if own else None,
    )


def read_candidates(path: Path, *, faults: Faults = FIRST_ONE) -> list[CandidateRow]:
    """Every candidate of the file, ranks of a query running from 1 without a gap.

    Raises BadInput for a file that holds none; `faults` hears of lines that are wrong.
    """
    ranks: dict[tuple[int, int], int] = {}
    moments: dict[tuple[int, int], int] = {}

    def read(line: int, record: Mapping[str, str]) -> CandidateRow:
        row = _candidate(Place(str(path), line), record)
        _refuse_twice(row, "rank", ranks, (row.query_id, row.rank))
        _refuse_twice(row, "desc_id", moments, (row.query_id, row.desc_id))
        return row

    rows = usable_rows(path, csv_rows(path, CANDIDATE_COLUMNS, faults), read, faults, "candidates")
    for row in rows:
        if row.rank > 1 and (row.query_id, row.rank - 1) not in ranks:
            faults.take(
                row.place.error(f"rank {row.rank} of query {row.query_id} has no rank {row.rank - 1} before it")
            )
    return rows


def _candidate(place: Place, record: Mapping[str, str]) -> CandidateRow:
    row = CandidateRow(
        place=place,
        query_id=identifier(place, "query_id", record["query_id"]),
        desc_id=identifier(place, "desc_id", record["desc_id"]),
        rank=identifier(place, "rank", record["rank"]),
        similarity=number(place, "similarity", record["similarity"]),
    )
    if not 1 <= row.rank <= 1000:
        raise place.error(f"rank: expected 1 to 1000, got {row.rank}")
    if not -1 <= row.similarity <= 1:
        raise place.error(f"similarity: expected -1 to 1, got {row.similarity:g}")
    return row


def _refuse_twice(row: CandidateRow, field: str, seen: dict[tuple[int, int], int], key: tuple[int, int]) -> None:
    if key in seen:
        raise row.place.error(f"{field} {key[1]} of query {key[0]} is already on line {seen[key]}")
    seen[key] = row.place.line
