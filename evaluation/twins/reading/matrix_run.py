"""Reads a run that is a matrix of scores, texts × videos, with both lists of names."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.columns import shown
from evaluation.twins.metrics.answers import Answers
from evaluation.twins.metrics.matrix import Block, matrix_answers
from evaluation.twins.reading.archive import Header, header_of, opened_archive, opened_array, read_exactly
from evaluation.twins.reading.labels import TwinLabels
from evaluation.twins.reading.names import joined_names, read_names

SCORES, TEXTS, VIDEOS = "scores", "texts", "videos"
LIMIT_BYTES = 1024 * 1024 * 1024
BLOCK_BYTES = 4 * 1024 * 1024
SCORE_BYTES = (2, 4)


def matrix_run(path: Path, labels: TwinLabels) -> dict[str, Answers]:
    """What the run answers in both directions, a block of rows at a time.

    Raises EvaluationError, naming file, array and names, for what is missing, twice, unknown, of the wrong shape or
    type, too large, NaN or infinite. No array is allocated before all headers were checked.
    """
    with opened_archive(path) as archive:
        headers = {name: header_of(archive, path, name) for name in (SCORES, TEXTS, VIDEOS)}
        header = headers[SCORES]
        _check_scores(header, f"{path}: {SCORES}")
        wanted = len(labels.items.names)
        names = {name: read_names(archive, path, name, headers[name], wanted=wanted) for name in (TEXTS, VIDEOS)}
        items = {name: joined_names(names[name], labels, f"{path}: {name}") for name in names}
        if header.shape != (wanted, wanted):
            problem = f"expected texts × videos, {(wanted, wanted)}, got {header.shape}"
            raise EvaluationError(f"{path}: {SCORES}: {problem}")
        source = _Scores(archive, path, header, names[TEXTS], names[VIDEOS])
        rows, columns = items[TEXTS], items[VIDEOS]
        if header.by_columns:
            by_video, by_text = matrix_answers(labels.items, columns, rows, source.blocks)
        else:
            by_text, by_video = matrix_answers(labels.items, rows, columns, source.blocks)
    return {"text_to_video": by_text, "video_to_text": by_video}


def _check_scores(header: Header, where: str) -> None:
    if header.dtype.kind != "f" or header.dtype.itemsize not in SCORE_BYTES:
        raise EvaluationError(f"{where}: expected float16 or float32, got {header.dtype}")
    if len(header.shape) != 2:
        raise EvaluationError(f"{where}: expected texts × videos, got {header.shape}")
    if header.bytes > LIMIT_BYTES:
        raise EvaluationError(f"{where}: takes {header.bytes:,} bytes; at most {LIMIT_BYTES:,} are read")


class _Scores:
    """The matrix as it lies in the file: by texts, or by videos where it was saved by columns."""

    def __init__(
        self, archive: zipfile.ZipFile, path: Path, header: Header, texts: list[str], videos: list[str]
    ) -> None:
        self.archive, self.path, self.header = archive, path, header
        self.texts, self.videos = texts, videos

    def blocks(self) -> Iterator[Block]:
        """Some rows at a time; raises EvaluationError at the first score that is not finite."""
        width = self.header.shape[0 if self.header.by_columns else 1]
        height = self.header.shape[1 if self.header.by_columns else 0]
        row_bytes = width * self.header.dtype.itemsize
        most = max(1, BLOCK_BYTES // row_bytes)
        with opened_array(self.archive, self.path, SCORES) as (_, stream):
            for begin in range(0, height, most):
                rows = min(most, height - begin)
                content = read_exactly(stream, rows * row_bytes, f"{self.path}: {SCORES}")
                block = np.frombuffer(content, self.header.dtype).reshape(rows, width).astype(np.float32)
                self._refuse_infinite(block, begin)
                yield block
            stream.read(1)  # at the end the archive checks its sum

    def _refuse_infinite(self, block: Block, begin: int) -> None:
        if np.isfinite(block).all():
            return
        row, column = (int(place[0]) for place in np.nonzero(~np.isfinite(block)))
        text, video = (column, begin + row) if self.header.by_columns else (begin + row, column)
        names = f"text {shown(self.texts[text])}, video {shown(self.videos[video])}"
        raise EvaluationError(f"{self.path}: {SCORES}: {names}: expected a finite number, got {block[row, column]}")
