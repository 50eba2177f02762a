"""Reads the files of a published dataset: labels (`val.json`) and raw scores (`raw_annotation.csv`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from consensus.imported.contents import Archive, Described, cosine, grade, stretch
from consensus.imported.json_list import json_objects
from evaluation.scale import Scale
from moments.base.errors import BadInput, BadLine
from moments.corpus.files.query_file import SPLITS
from moments.corpus.files.text import csv_rows
from moments.corpus.files.values import Place, identifier, name, number, pair_number, text

DESCRIBING = ("query_id", "query", "video_name", "timestamp", "duration", "caption", "similarity")
LABEL_KEYS = ("pair_id", *DESCRIBING, "relevance")
SCORE_COLUMNS = ("pair_id", "worker", "relevance")


def read_labels(path: Path, archive: Archive, *, shown: str = "") -> None:
    """Take in a file of labels, whose split is its name: val.json, test.json or exam.json.

    `shown` is the name to go by where the path has another. Raises BadInput for another name, BadLine for a file that
    is no JSON list; the archive's `faults` hears of labels that are wrong.
    """
    named = shown or path.name
    split = Path(named).stem
    if split not in SPLITS:
        raise BadInput(
            f"{named}: expected the name of a split as the name of the file: "
            f"{', '.join(f'{one}.json' for one in SPLITS)}"
        )
    for place, record in json_objects(path, shown):
        try:
            archive.describe(_label(place, record, split, archive.scale))
        except BadLine as fault:
            archive.faults.take(fault)


def read_raw(path: Path, archive: Archive, *, shown: str = "") -> None:
    """Take in raw scores as CSV: `pair_id worker relevance` and, where all of them are there, what a label tells.

    Raises BadInput for a file without these columns; the archive's `faults` hears of rows that are wrong.
    """
    for line, record in csv_rows(path, SCORE_COLUMNS, archive.faults):
        place = Place(shown or str(path), line)
        try:
            pair = pair_number(place, "pair_id", record["pair_id"])
            relevance = grade(place, "relevance", record["relevance"], archive.scale)
            if pair not in archive.described and all(key in record for key in DESCRIBING):
                archive.describe(_described(place, record, pair, "", _json(place, record["timestamp"])))
        except BadLine as fault:
            archive.faults.take(fault)
        else:
            archive.score(place, pair, record["worker"].strip(), relevance)


def _label(place: Place, record: Mapping[str, Any], split: str, scale: Scale) -> Described:
    for key in LABEL_KEYS:
        if key not in record:
            raise place.error(f"{key}: is missing")
    pair = pair_number(place, "pair_id", record["pair_id"])
    relevance = grade(place, "relevance", record["relevance"], scale)
    return _described(place, record, pair, split, record["timestamp"], relevance)


def _described(
    place: Place, record: Mapping[str, Any], pair: int, split: str, times: object, relevance: int | None = None
) -> Described:
    if not isinstance(times, list) or len(times) != 2:
        raise place.error("timestamp: expected [start, end]")
    entry = Described(
        place=place,
        pair=pair,
        query_id=identifier(place, "query_id", record["query_id"]),
        query=text(place, "query", record["query"]),
        split=split,
        video=name(place, "video_name", record["video_name"]),
        start_s=number(place, "start", times[0]),
        end_s=number(place, "end", times[1]),
        duration_s=number(place, "duration", record["duration"]),
        caption=text(place, "caption", record["caption"]),
        similarity=cosine(place, record["similarity"]),
        relevance=relevance,
    )
    stretch(entry)
    return entry


def _json(place: Place, value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise place.error("timestamp: expected [start, end]") from error
