"""Consensus from a file of raw scores, without a database (R3, R5, R8)."""

from consensus.rawscores.reading import RawPair, RawScores, RawScoresError, read_raw_scores
from consensus.rawscores.settling import Summary, settle_file, settle_pairs

__all__ = [
    "RawPair",
    "RawScores",
    "RawScoresError",
    "Summary",
    "read_raw_scores",
    "settle_file",
    "settle_pairs",
]
