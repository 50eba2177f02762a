"""Settles every pair of a file of raw scores and writes the agreed ones (R3, R5, R8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from consensus.rawscores.reading import RawPair, RawScoresError, read_raw_scores
from consensus.rawscores.writing import write_rows
from consensus.rules.ruling import ROUND_SIZE, Outcome, rule_on
from evaluation.scale import SCALE, Scale
from moments.protocol import require_integer

RULED_COUNTS = (ROUND_SIZE, 2 * ROUND_SIZE)


@dataclass(slots=True)
class Summary:
    """How the pairs of a file ended: agreed, discarded or left out for their number of rows.

    `undecided` counts those of the discarded that stopped at two scores which disagree: a file holds
    no second round to come. Only agreed pairs are written (R8). A worker twice counts a pair once.
    """

    rows: int = 0
    pairs: int = 0
    pairs_with_a_worker_twice: int = 0
    agreed: int = 0
    discarded: int = 0
    undecided: int = 0
    other_row_counts: int = 0


def settle_file(raw: Path, out: Path, *, tolerance: int, scale: Scale = SCALE) -> Summary:
    """Write the agreed pairs of the raw scores to `out`, whole or not at all, and count the rest.

    The columns are those of the file but `worker`, a pair's values those of its first row, with
    the consensus as `relevance`. Raises RawScoresError for input or output that cannot be used,
    ProtocolError for a tolerance out of range.
    """
    require_integer("tolerance", tolerance, 0, scale.span)
    scores = read_raw_scores(raw, scale)
    if out.is_dir():
        raise RawScoresError(f"{out}: is a directory")
    if out.exists() and out.samefile(raw):
        raise RawScoresError(f"{out}: would overwrite the raw scores")
    summary, agreed = settle_pairs(scores.pairs.values(), tolerance=tolerance)
    summary.rows = scores.rows
    relevance_at, worker_at = scores.columns.index("relevance"), scores.columns.index("worker")
    try:
        write_rows(out, (_row(scores.columns, worker_at), *_labels(agreed, relevance_at, worker_at)))
    except OSError as error:
        raise RawScoresError(f"{out}: {error.strerror}") from error
    return summary


def settle_pairs(pairs: Iterable[RawPair], *, tolerance: int) -> tuple[Summary, list[tuple[RawPair, int]]]:
    """The counts, without the rows, and every agreed pair with its relevance, in the given order."""
    summary = Summary()
    agreed: list[tuple[RawPair, int]] = []
    for pair in pairs:
        summary.pairs += 1
        summary.pairs_with_a_worker_twice += len(set(pair.workers)) < len(pair.workers)
        if len(pair.scores) not in RULED_COUNTS:
            summary.other_row_counts += 1
            continue
        ruling = rule_on(pair.scores, tolerance=tolerance)
        if ruling.relevance is not None:
            agreed.append((pair, ruling.relevance))
        else:
            summary.discarded += 1
            summary.undecided += ruling.outcome is Outcome.ESCALATED
    summary.agreed = len(agreed)
    return summary, agreed


def _labels(agreed: Iterable[tuple[RawPair, int]], relevance_at: int, worker_at: int) -> Iterable[list[str]]:
    for pair, relevance in agreed:
        label = [*pair.fields]
        label[relevance_at] = str(relevance)
        yield _row(label, worker_at)


def _row(fields: list[str], worker_at: int) -> list[str]:
    return fields[:worker_at] + fields[worker_at + 1 :]
