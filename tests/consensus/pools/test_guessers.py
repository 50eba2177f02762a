"""Guessers that see no video: by name, length, position or order they hit as often as chance (M6)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

import pytest

from annotator.marking.segments import Segment, joined
from consensus.pools.pool import Pool, PoolClip, make_pool

VIDEOS = 700
Score = Callable[[PoolClip, int], float]


def drawn_video(draw: random.Random) -> tuple[int, dict[str, tuple[Segment, ...]]]:
    """A video of 1 to 30 minutes and its questions' truths: 14.9 s long in the mean, at any place."""
    duration_ms = round(min(1800, max(60, draw.lognormvariate(math.log(300), 0.8))) * 1000)
    truths = {}
    for question in range(max(1, round(duration_ms / 80_000))):
        lengths = [
            round(min(0.3 * duration_ms, max(600, draw.lognormvariate(9.27, 0.83))))
            for _ in range(1 + draw.randrange(2))
        ]
        found = [
            Segment(start, start + length) for length in lengths for start in [draw.randrange(duration_ms - length)]
        ]
        truths[f"q{question}"] = joined(found, gap_ms=1000)
    return duration_ms, truths


@cache
def pools() -> list[tuple[Pool, int]]:
    """Pools without a recognisable truth, with the video's duration in seconds."""
    draw = random.Random(18)
    made = []
    for number in range(VIDEOS):
        duration_ms, truths = drawn_video(draw)
        made.append((make_pool(truths, duration_ms=duration_ms, seed=("v", number)), duration_ms // 1000))
    return [(pool, duration) for pool, duration in made if not pool.recognisable]


def length(clip: PoolClip) -> int:
    return clip.end_s - clip.start_s


GUESSERS: dict[str, Score] = {
    "the longest": lambda clip, _: length(clip),
    "the shortest": lambda clip, _: -length(clip),
    "near 8 s": lambda clip, _: -abs(length(clip) - 8),
    "near 15 s": lambda clip, _: -abs(length(clip) - 15),
    "above 30 s": lambda clip, _: length(clip) > 30,
    "below 2 s": lambda clip, _: length(clip) < 2,
    "round start": lambda clip, _: clip.start_s % 10 == 0,
    "odd end": lambda clip, _: clip.end_s % 2,
    "overlaps": lambda clip, _: clip.overlaps,
    "overlaps not": lambda clip, _: not clip.overlaps,
    "first name": lambda clip, _: -int(clip.name("v").encode().hex(), 16) / 16 ** (2 * len(clip.name("v"))),
    "in the middle": lambda clip, duration: -abs(clip.start_s + clip.end_s - duration),
    "in the first third": lambda clip, duration: duration / 10 < clip.start_s < duration / 3,
}


def hits_and_chance(score: Score) -> tuple[float, float, float]:
    """Hits of a guesser that takes the clip with the best score, what chance expects, and its standard deviation."""
    draw = random.Random(5)
    hits = expected = variance = 0.0
    for pool, duration in pools():
        guess = max(pool.clips, key=lambda clip: (score(clip, duration), draw.random()))
        share = sum(len(use.truths) for use in pool.questions.values()) / len(pool.clips)
        hits += len(guess.truth_of)
        expected += share
        variance += share  # a clip is the truth of hardly more than one question
    return hits, expected, math.sqrt(variance)


@pytest.mark.parametrize("name", GUESSERS)
def test_a_guesser_hits_as_often_as_chance(name: str) -> None:
    hits, expected, deviation = hits_and_chance(GUESSERS[name])
    assert abs(hits - expected) < 3 * deviation
    assert expected > 100


def test_the_place_in_the_list_tells_nothing() -> None:
    for place in (0, -1):
        hits = sum(len(pool.clips[place].truth_of) for pool, _ in pools())
        expected = sum(sum(len(use.truths) for use in pool.questions.values()) / len(pool.clips) for pool, _ in pools())
        assert abs(hits - expected) < 3 * math.sqrt(expected)


def test_lengths_and_overlaps_are_shared_out_exactly() -> None:
    """In every pool the share of truths is the same for every length, so no guess by length can do better."""
    for pool, _ in pools():
        by_length: dict[tuple[int, bool], list[bool]] = {}
        for clip in pool.clips:
            by_length.setdefault((length(clip), clip.overlaps), []).append(bool(clip.truth_of))
        assert len({sum(truths) / len(truths) for truths in by_length.values()}) == 1


def test_most_videos_of_this_kind_have_no_recognisable_truth() -> None:
    assert len(pools()) > 0.8 * VIDEOS
