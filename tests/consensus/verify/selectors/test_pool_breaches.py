"""Each fault of a pool that M6 does not allow has its line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotator.marking.segments import Segment
from consensus.labels.marked_rows import MarkedQuestion, MarkedVideo
from consensus.pools.pool import Pool, PoolClip, make_pool
from consensus.verify.selectors.pool_breaches import pool_faults

TRUTH = Segment(40_000, 50_000)


def video(pool: Pool | None = None) -> MarkedVideo:
    question = MarkedQuestion("7", "MS", "When?", "test", "person", "", None, (TRUTH,), False)
    pool = pool or make_pool({"7": [TRUTH]}, duration_ms=100_000, seed=1)
    return MarkedVideo("square", "", 100_000, (question,), pool)


def clips(*more: PoolClip) -> Pool:
    pool = video().pool
    return replace(pool, clips=pool.clips + more)


def uses(**fields: object) -> Pool:
    pool = video().pool
    return replace(pool, questions={"7": replace(pool.questions["7"], **fields)})


def test_the_pool_of_a_video_has_none() -> None:
    assert list(pool_faults(video())) == []


@pytest.mark.parametrize(
    ("pool", "fault"),
    [
        (clips(video().pool.clips[0]), "has a clip twice"),
        (clips(PoolClip(100, 110)), "has a clip beyond its end"),
        (clips(PoolClip(45, 47)), "a filler in the pool of the video 'square' shows a truth"),
        (uses(truths=()), "does not have every truth of question 7"),
        (uses(ignored=video().pool.questions["7"].truths), "does not have every truth of question 7"),
    ],
)
def test_each_fault_is_named(pool: Pool, fault: str) -> None:
    found = list(pool_faults(video(pool)))
    assert [fault in line for line in found] == [True], found
