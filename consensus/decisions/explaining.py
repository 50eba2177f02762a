"""Why a pair is what it is: the rule's arithmetic in words."""

from __future__ import annotations

from collections.abc import Sequence

from consensus.rules.ruling import ROUND_SIZE, Outcome, rule_on


def worked(scores: Sequence[int], *, tolerance: int) -> str:
    """R3 or R5 on the scores step by step: "1, 3, 2, 2: drop 3 and 1, keep 2 and 2, R5 → 2"; empty if none rules."""
    if len(scores) not in (ROUND_SIZE, 2 * ROUND_SIZE):
        return ""
    ruling = rule_on(scores, tolerance=tolerance)
    low, high = ruling.kept
    given = ", ".join(map(str, scores))
    two = len(scores) == ROUND_SIZE
    left = "" if two else f" drop {max(scores)} and {min(scores)}, keep {low} and {high},"
    if ruling.outcome == Outcome.AGREED:
        return f"{given}:{left} {'R3' if two else 'R5'} → {ruling.relevance}"
    apart = f"{high - low} apart, more than the tolerance of {tolerance}"
    end = "R4 → two further scores" if two else "R5 → discarded"
    return f"{given}:{left} {apart}, {end}"
