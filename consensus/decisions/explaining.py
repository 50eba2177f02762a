"""Why a pair is what it is, in sentences: the rule's arithmetic, and what each entry of the ledger says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from consensus.rules.ruling import ROUND_SIZE, Outcome, rule_on
from moments.base.plurals import counted

Payload = Mapping[str, Any]


def worked(scores: Sequence[int], *, tolerance: int) -> str:
    """R3 or R5 on the scores step by step: "1, 3, 2, 2: drop 3 and 1, left 2 and 2, R5 → 2"; empty where none rules."""
    if len(scores) not in (ROUND_SIZE, 2 * ROUND_SIZE):
        return ""
    ruling = rule_on(scores, tolerance=tolerance)
    low, high = ruling.kept
    given = ", ".join(map(str, scores))
    two = len(scores) == ROUND_SIZE
    left = "" if two else f" drop {max(scores)} and {min(scores)}, left {low} and {high},"
    if ruling.outcome == Outcome.AGREED:
        return f"{given}:{left} {'R3' if two else 'R5'} → {ruling.relevance}"
    apart = f"{high - low} apart, more than the tolerance of {tolerance}"
    end = "R4 → two further scores" if two else "R5 → discarded"
    return f"{given}:{left} {apart}, {end}"


def told(kind: str, payload: Payload) -> str:
    """What the entry of the ledger says of a pair, as a sentence without its end."""
    tell = SENTENCES.get(kind)
    return tell(payload) if tell else kind.replace("_", " ").capitalize()


def _ruled(payload: Payload) -> str:
    scores = [score for _, _, score in payload["scores"]]
    by = ", ".join(f"{score} by {worker} in round {number}" for number, worker, score in payload["scores"])
    outcome = {
        "agreed": f"Agreed with relevance {payload['relevance']}",
        "discarded": "Discarded by the rule",
        "escalated": "Two scores disagree: a second round",
    }[payload["outcome"]]
    arithmetic = worked(scores, tolerance=payload["tolerance"])
    return f"{outcome}. {arithmetic}. Scores of attempt {payload['attempt']}: {by}. Protocol {payload['protocol']}"


def _opened(payload: Payload) -> str:
    queries = counted(payload["queries"], "query", "queries")
    return f"The campaign opened first batches of {queries}, under protocol {payload['protocol']}"


def _batch(payload: Payload) -> str:
    done = {"extend": "extended", "close": "closed"}[payload["decision"]]
    note = f" “{payload['note']}”" if payload.get("note") else ""
    return f"Batch {payload['batch']} was {done}; the suggestion was: {payload['reason']}{note}"


def _reopened(payload: Payload) -> str:
    was = payload["before"] if payload.get("relevance") is None else f"{payload['before']}, {payload['relevance']}"
    return (
        f"Reopened, to be scored again by others as attempt {payload['attempt']}; it was {was}, and "
        f"{counted(payload['scores'], 'score counts', 'scores count')} no more. Reason: {payload['reason']}"
    )


SENTENCES: Mapping[str, Callable[[Payload], str]] = {
    "campaign_opened": _opened,
    "pair_escalated": _ruled,
    "pair_verdict": _ruled,
    "batch_decided": _batch,
    "batch_undone": lambda payload: "The decision on its batch was undone",
    "pair_reopened": _reopened,
    "pair_withdrawn": lambda payload: f"Withdrawn, unjudged. Reason: {payload['reason']}",
    "pair_put_back": lambda payload: f"Put back into the queues. Reason: {payload['reason'] or 'none given'}",
    "pair_adjudicated": lambda payload: (
        f"Adjudicated: a lead gave it relevance {payload['relevance']}, apart from the consensus labels. "
        f"Reason: {payload['reason']}"
    ),
    "adjudication_withdrawn": lambda payload: (
        f"The adjudication as {payload['relevance']} by {payload['by']} was taken back; the pair is discarded again. "
        f"Reason: {payload['reason']}"
    ),
    "query_edited": lambda payload: (
        f"The query's text was edited to version {payload['version']}, and its pairs are scored again. "
        f"Reason: {payload['reason']}"
    ),
    "query_retired": lambda payload: f"The query was retired. Reason: {payload['reason']}",
    "scores_voided": lambda payload: (
        f"The scores of {payload['person']} count no more, and others score in their place. Reason: {payload['reason']}"
    ),
}
