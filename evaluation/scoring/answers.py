"""The top of a run, kept beside its scores so that a page can show a system's answer to a query."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evaluation.metrics.columns import Floats, Ints, Predictions, Truths, ranks
from evaluation.metrics.iou import interval_iou
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.labels import Labels
from evaluation.reading.packing import packed, unpacked

KEPT = 40
LONGEST_NAME = 200  # of a video; the column of names is as wide as the longest


@dataclass(frozen=True, slots=True)
class KeptPrediction:
    """One prediction: rank from 1, where it lies, and the score that the system gave it."""

    rank: int
    video: str
    start_s: float
    end_s: float
    score: float


def packed_answers(run: CheckedRun, labels: Labels) -> bytes:
    """The first KEPT predictions of each labelled query."""
    row_of = {query: row for row, query in enumerate(labels.query_ids)}
    counts = list(run.queries.values())
    row = np.repeat(np.array([row_of.get(query, -1) for query in run.queries], dtype=np.int64), counts)
    rank = ranks(np.repeat(np.arange(len(counts)), counts))
    kept = np.flatnonzero((row >= 0) & (rank < KEPT))
    names: dict[str, int] = {}
    places = [names.setdefault(run.video_names[at][:LONGEST_NAME], len(names)) for at in run.video[kept].tolist()]
    video = np.array(places, dtype=np.int32)
    return packed(
        names=np.array(list(names), dtype=np.str_),
        row=row[kept].astype(np.int32),
        rank=rank[kept].astype(np.int16),
        video=video,
        start_s=run.start_s[kept],
        end_s=run.end_s[kept],
        score=run.score[kept],
    )


def answers_of(content: bytes | memoryview, row: int) -> list[KeptPrediction]:
    """The kept predictions of one query, by its row, best first."""
    names, rows, *columns = unpacked(content, "names", "row", "rank", "video", "start_s", "end_s", "score")
    at = np.flatnonzero(rows == row)
    rank, video, start_s, end_s, score = (column[at].tolist() for column in columns)
    found = [
        KeptPrediction(place + 1, str(names[number]), start, end, given)
        for place, number, start, end, given in zip(rank, video, start_s, end_s, score, strict=True)
    ]
    return sorted(found, key=lambda answer: answer.rank)


def kept_predictions(content: bytes | memoryview, labels: Labels) -> Predictions:
    """The kept predictions of every query, in the numbering of the labels that they were packed with or more videos."""
    names, rows, rank, video, start_s, end_s = unpacked(content, "names", "row", "rank", "video", "start_s", "end_s")
    number_of = {name: number for number, name in enumerate(labels.video_names)}
    numbers = np.array([number_of.get(name, -1) for name in names.tolist()], dtype=np.int64)
    order = np.lexsort((rank, rows))
    placed = numbers[video[order]] if len(numbers) else video[order].astype(np.int64)
    row, rank = rows[order].astype(np.int64), rank[order].astype(np.int64)
    return Predictions(row, rank, placed, start_s[order].astype(np.float64), end_s[order].astype(np.float64))


def truths_of(labels: Labels, row: int) -> Truths:
    """The ground truths of one query."""
    truths = labels.truths.chosen(labels.truths.row == row)
    return replace(truths, row=np.zeros_like(truths.row))


def as_predictions(answers: list[KeptPrediction], labels: Labels) -> Predictions:
    """One query's answers in the labels' numbering of videos."""
    video_of = {name: number for number, name in enumerate(labels.video_names)}
    return Predictions(
        np.zeros(len(answers), dtype=np.int64),
        np.arange(len(answers)),
        np.array([video_of.get(answer.video, -1) for answer in answers], dtype=np.int64),
        np.array([answer.start_s for answer in answers]),
        np.array([answer.end_s for answer in answers]),
    )


def closest(answer: KeptPrediction, start_s: Floats, end_s: Floats) -> tuple[int, float] | None:
    """Which of the stretches, all of the answer's video, overlaps it most, and its IoU; None if none does."""
    if not len(start_s):
        return None
    start, end = np.full_like(start_s, answer.start_s), np.full_like(end_s, answer.end_s)
    iou = interval_iou(start, end, start_s, end_s)
    at = int(iou.argmax())
    return (at, float(iou[at])) if iou[at] > 0 else None


def best_labelled(predictions: Predictions, truths: Truths) -> tuple[Ints, Floats]:
    """For each of one query's predictions the labelled moment of highest IoU (−1 for none) and the IoU."""
    best, overlap = np.full(len(predictions.row), -1), np.zeros(len(predictions.row))
    for at, video in enumerate(predictions.video.tolist()):
        same = np.flatnonzero(truths.video == video)
        if not len(same) or video < 0:
            continue
        start = np.full(len(same), predictions.start_s[at])
        end = np.full(len(same), predictions.end_s[at])
        iou = interval_iou(start, end, truths.start_s[same], truths.end_s[same])
        if iou.max() > 0:
            best[at], overlap[at] = same[int(iou.argmax())], iou.max()
    return best, overlap
