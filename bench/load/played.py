"""The published campaign as something to play again: which queries have how many pairs, and what each is scored.

From the raw scores where there are any, else from the synthetic annotators fitted to them. The raw scores do not say
which batch is the second of which query: those that begin with the least relevant pair are, so many that 3,281 queries
are left, each behind a batch that R7 extends. Where four scores are given, the first two are those that lead to a
second round. Where four scores need no second round under R3, two of them are played.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from consensus.rawscores.reading import read_raw_scores
from consensus.rules.extension import Advice, suggest_extension
from consensus.rules.ruling import ROUND_SIZE, rule_on
from consensus.simulation.model import published_model
from moments.protocol import Protocol

QUERIES = 3281
PROTOCOL = Protocol()
LIKE_THE_PUBLISHED = [1.0, *np.linspace(0.75, 0.45, 39)]

Scores = tuple[int, ...]  # of one pair: round 1's two, and round 2's where there is one
Pairs = list[Scores]  # by rank


def published_queries() -> tuple[str, list[Pairs]]:
    """Where the scores are from, and the queries with the scores of each of their pairs."""
    folder = os.environ.get("REELEVANCE_REAL_DATA")
    if folder:
        raw = Path(folder) / "tvr_ranking/raw_annotation.csv"
        return "raw scores of TVR-Ranking", replayed_queries(raw, QUERIES)
    return "synthetic annotators", synthetic_queries(QUERIES)


def part_of(queries: Sequence[Pairs], pairs: int) -> list[Pairs]:
    """Queries spread over all, with about so many pairs to score."""
    total = sum(map(len, queries))
    wanted = max(1, min(len(queries), round(len(queries) * pairs / total)))
    return [queries[number * len(queries) // wanted] for number in range(wanted)]


def replayed_queries(path: Path, queries: int) -> list[Pairs]:
    """The queries of a file of raw scores whose pair ids run in blocks of one batch."""
    blocks: dict[int, Pairs] = {}
    for name, pair in sorted(read_raw_scores(path).pairs.items(), key=lambda item: int(item[0])):
        blocks.setdefault(int(name) // PROTOCOL.batch_size, []).append(in_order_of_rounds(pair.scores))
    extended = [block for block in blocks.values() if _is_extended(block)]
    closed = [block for block in blocks.values() if not _is_extended(block)]
    seconds = len(blocks) - queries
    extended.sort(key=_begins_with, reverse=True)
    closed.sort(key=_begins_with, reverse=True)
    behind = extended[seconds:] + closed[queries - seconds :]
    first = extended[:seconds] + closed[: queries - seconds]
    return [block + (behind[place] if place < seconds else []) for place, block in enumerate(first)]


def in_order_of_rounds(scores: Sequence[int]) -> Scores:
    """The scores of a pair in an order in which the rules ask for them, with the same end."""
    ordered = sorted(scores)
    if rule_on(ordered[:: len(ordered) - 1], tolerance=PROTOCOL.tolerance).relevance is not None:
        return tuple(ordered[(len(ordered) - ROUND_SIZE) // 2 :][:ROUND_SIZE])
    between = ordered[1:-1] if len(ordered) > ROUND_SIZE else [ordered[0], ordered[-1]]
    return (ordered[0], ordered[-1], *between)


def relevance_of(scores: Scores) -> int | None:
    """How the pair ends."""
    return rule_on(scores, tolerance=PROTOCOL.tolerance).relevance


def synthetic_queries(queries: int) -> list[Pairs]:
    """Twenty pairs a query, forty where the first twenty end so that R7 extends them."""
    model, rng = published_model(), np.random.default_rng(1)
    made = []
    for number in range(queries):
        latents = model.latent.latents(LIKE_THE_PUBLISHED, seed=1, query=number)
        rounds = [model.noise.draw_all(rng, latents) for _ in range(2 * ROUND_SIZE)]
        pairs = [_as_asked(tuple(map(int, scores))) for scores in zip(*rounds, strict=True)]
        first = pairs[: PROTOCOL.batch_size]
        made.append(pairs if _is_extended(first) else first)
    return made


def _as_asked(scores: Scores) -> Scores:
    """Round 1's alone where they agree."""
    return scores[:ROUND_SIZE] if relevance_of(scores[:ROUND_SIZE]) is not None else scores


def _is_extended(block: Pairs) -> bool:
    return suggest_extension(list(map(relevance_of, block)), protocol=PROTOCOL).advice is Advice.EXTEND


def _begins_with(block: Pairs) -> tuple[bool, int]:
    """What makes a block a query's first: full size, and the query's own moment at rank 1."""
    return len(block) == PROTOCOL.batch_size, relevance_of(block[0]) or 0
