"""Reads which moment each query was made from, in TVR's own JSON lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evaluation.metrics.columns import Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import keys, stretches, strings
from evaluation.reading.labels import Labels
from evaluation.reading.lines import json_lines
from evaluation.scale import SCALE, Scale

NEEDED = ("desc_id", "vid_name", "ts")


class TrueMoment(NamedTuple):
    """Where the moment of a query lies."""

    query_id: str
    video_name: str
    start_s: float
    end_s: float


def read_true_moments(path: Path, labels: Labels) -> list[TrueMoment]:
    """The moments of the labelled queries, whose ids are those of TVR's descriptions (`desc_id vid_name ts`).

    Raises EvaluationError for the first line with anything wrong, for a query twice, and if none is labelled.
    """
    wanted, found = set(labels.query_ids), dict[str, TrueMoment]()
    for line, entry in json_lines(path):
        at = f"{path} line {line}"
        where = partial(_named, at)
        if missing := [key for key in NEEDED if key not in entry]:
            raise EvaluationError(f"{at}: {missing[0]}: is missing")
        (query,) = keys([entry["desc_id"]], where, "desc_id")
        if query not in wanted:
            continue
        if query in found:
            raise EvaluationError(f"{at}: desc_id: {query} appears twice")
        (video,) = strings([entry["vid_name"]], where, "vid_name")
        start_s, end_s = stretches([entry["ts"]], where, "ts")
        found[query] = TrueMoment(query, video, float(start_s[0]), float(end_s[0]))
    if not found:
        raise EvaluationError(f"{path}: it has the moment of no query of {labels.path}")
    return list(found.values())


def _named(at: str, entry: int) -> str:
    return at


def with_true_moments(labels: Labels, moments: Iterable[TrueMoment], scale: Scale = SCALE) -> tuple[Labels, Truths]:
    """The labels with the moments' videos numbered as well, and the moments as truths of the highest relevance.

    Runs have to be joined with these labels, so that predictions in those videos count. Moments of other queries are
    left out.
    """
    row_of = {query: row for row, query in enumerate(labels.query_ids)}
    number_of = {name: number for number, name in enumerate(labels.video_names)}
    kept = [moment for moment in moments if moment.query_id in row_of]
    video = [number_of.setdefault(moment.video_name, len(number_of)) for moment in kept]
    truths = Truths(
        np.array([row_of[moment.query_id] for moment in kept], dtype=np.int64),
        np.array(video, dtype=np.int64),
        np.array([moment.start_s for moment in kept], dtype=np.float64),
        np.array([moment.end_s for moment in kept], dtype=np.float64),
        np.full(len(kept), scale.highest, dtype=np.int64),
    )
    return replace(labels, video_names=list(number_of)), truths
