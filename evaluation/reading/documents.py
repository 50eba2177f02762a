"""What the documents of a TREC run are where there is no database: pairs of the labels, or moments of a file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import keys, stretches, strings
from evaluation.reading.labels import Labels
from evaluation.reading.lines import json_lines
from evaluation.reading.trec_run import Documents, Place


def pairs_of_labels(labels: Labels) -> Documents:
    """Documents by `pair_id`: each is the moment of a labelled pair, for the query of this pair."""

    def find(ids: Collection[str]) -> dict[str, Place]:
        truths, wanted = labels.truths, set(ids)
        columns = (truths.row.tolist(), truths.video.tolist(), truths.start_s.tolist(), truths.end_s.tolist())
        return {
            pair: Place(labels.video_names[video], start, end, labels.query_ids[row])
            for pair, row, video, start, end in zip(labels.pair_ids, *columns, strict=True)
            if pair in wanted
        }

    return Documents("pair_id", find)


def moments_of_file(path: Path) -> Documents:
    """Documents by `desc_id`: moments of TVR's JSON lines (`desc_id vid_name ts`) or of `beir/corpus.jsonl`.

    To find them raises EvaluationError for the first line with anything wrong, and for a moment twice.
    """

    def find(ids: Collection[str]) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for line, entry in json_lines(path):
            moment, place = _placed(f"{path} line {line}", entry)
            if moment in found:
                raise EvaluationError(f"{path} line {line}: moment {moment} appears twice")
            if moment in ids:
                found[moment] = place
        return found

    return Documents("desc_id", find)


def _placed(at: str, entry: Mapping[str, Any]) -> tuple[str, Place]:
    """A line's moment and where it lies."""
    values = (_value(at, entry, "_id", "metadata", "video_name", "timestamp") if "_id" in entry
              else _value(at, entry, "desc_id", "", "vid_name", "ts"))  # fmt: skip
    where = partial(_same, at)
    (moment,) = keys([values[0]], where, "desc_id")
    (video,) = strings([values[1]], where, "video name")
    start_s, end_s = stretches([values[2]], where)
    return moment, Place(video, float(start_s[0]), float(end_s[0]))


def _value(at: str, entry: Mapping[str, Any], key: str, inner: str, *others: str) -> list[Any]:
    """The id, and the other values, which lie in the object `inner` if that is named."""
    within = entry.get(inner) if inner else entry
    if not isinstance(within, dict):
        raise EvaluationError(f"{at}: {inner}: expected an object")
    for name, holder in ((key, entry), *((other, within) for other in others)):
        if name not in holder:
            raise EvaluationError(f"{at}: {name}: is missing")
    return [entry[key], *(within[other] for other in others)]


def _same(at: str, _: int) -> str:
    return at
