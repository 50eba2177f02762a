"""Format `raw`: every score of the judged and discarded pairs, how it came about; and the pairs left unjudged."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain

from consensus.export.folder import Folder
from consensus.export.formats.export_format import PAIR_COLUMNS, ExportFormat, Rows, Table
from consensus.export.formats.one_line import on_one_line
from consensus.labels.rows import RawScore, ScoreDetail, Unjudged

RAW_SCORES = "raw_annotation.csv"
UNJUDGED = "unjudged.jsonl"
DETAILS = "raw_annotation_details.csv"
COLUMNS = (*PAIR_COLUMNS, "worker", "relevance")


@contextmanager
def raw_scores_writer(folder: Folder) -> Iterator[Callable[[RawScore], None]]:
    """Takes scores and writes `raw_annotation.csv`, one row a score; the timestamp as a JSON array."""
    with folder.text(RAW_SCORES) as stream:
        row = csv.writer(stream, lineterminator="\n").writerow
        row(COLUMNS)
        rows = 0

        def take(score: RawScore) -> None:
            nonlocal rows
            pair, query, _, _, worker, relevance, text, video, start, end, duration, caption, similarity = score
            row((pair, query, text, video, f"[{start!r}, {end!r}]", duration, caption, similarity, worker, relevance))
            rows += 1

        yield take
    folder.rows[RAW_SCORES] = rows


def _write_details(folder: Folder, rows: Rows) -> None:
    """`raw_annotation_details.csv`, line by line beside the raw scores; not written where nothing is known."""
    details = iter(rows.score_details())
    first = next(details, None)
    if first is None:
        return
    written = 0
    with folder.text(DETAILS) as stream:
        row = csv.writer(stream, lineterminator="\n").writerow
        row(ScoreDetail._fields)
        for detail in chain([first], details):
            row(detail)
            written += 1
    folder.rows[DETAILS] = written


def write_unjudged(folder: Folder, pairs: Iterable[Unjudged]) -> dict[str, int]:
    """`unjudged.jsonl`: the discarded and the withdrawn pairs with the reason (R8); how many by outcome."""
    counts: dict[str, int] = {}
    with folder.text(UNJUDGED) as stream:
        for pair in pairs:
            fields = (f'"{name}": {_value(value)}' for name, value in pair._asdict().items())
            stream.write(f"{{{', '.join(fields)}}}\n")
            counts[pair.outcome] = counts.get(pair.outcome, 0) + 1
    folder.rows[UNJUDGED] = sum(counts.values())
    return counts


def _value(value: int | str) -> str:
    return on_one_line(value) if isinstance(value, str) else str(value)


RAW = ExportFormat(
    name="raw",
    description="every score with its rater's pseudonym, as CSV",
    is_default=True,
    scores=raw_scores_writer,
    after_scores=_write_details,
    needs_texts=True,
    table=Table("raw_scores", RAW_SCORES, COLUMNS),
    media_types={".csv": "text/csv"},
)
