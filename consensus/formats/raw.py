"""Format `raw`: every score of the judged and discarded pairs, and the pairs left unjudged."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable

from consensus.formats.folder import Folder
from consensus.formats.rows import RawScore, Unjudged

COLUMNS = (
    "pair_id",
    "query_id",
    "query",
    "video_name",
    "timestamp",
    "duration",
    "caption",
    "similarity",
    "worker",
    "relevance",
)


def write_raw_scores(folder: Folder, scores: Iterable[RawScore]) -> None:
    """`raw_annotation.csv`, one row a score; the timestamp as a JSON array."""
    name, rows = "raw_annotation.csv", 0
    with folder.text(name) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        for score in scores:
            fields = score.pair.fields()
            fields["timestamp"] = json.dumps(fields["timestamp"])
            writer.writerow([*fields.values(), score.worker, score.relevance])
            rows += 1
    folder.rows[name] = rows


def write_unjudged(folder: Folder, pairs: Iterable[Unjudged]) -> None:
    """`unjudged.jsonl`: the discarded and the withdrawn pairs with the reason (R8)."""
    name, rows = "unjudged.jsonl", 0
    with folder.text(name) as stream:
        for pair in pairs:
            record = {
                "pair_id": pair.pair_id,
                "query_id": pair.query_id,
                "split": pair.split,
                "outcome": pair.outcome,
                "reason": pair.reason,
            }
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            rows += 1
    folder.rows[name] = rows
