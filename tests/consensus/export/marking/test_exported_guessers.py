"""Guessers that see no video hit as often as chance on exported pools, too: nothing else in the files helps them."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from django.db import transaction

from consensus.pools.pool import PoolClip
from tests.consensus.export.marking.scenes import entries, export
from tests.consensus.pools.test_guessers import GUESSERS, drawn_video
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
VIDEOS = 300


@pytest.fixture(scope="module")
def pools(tmp_path_factory, django_db_setup, django_db_blocker) -> list[tuple[list[PoolClip], int]]:
    """Each exported pool without a recognisable truth, in its order, and the duration of its video in seconds."""
    out = tmp_path_factory.mktemp("exports") / "out"
    draw = random.Random(19)
    videos = []
    for number in range(VIDEOS):
        duration_ms, truths = drawn_video(draw)
        videos.append(WorldVideo(f"v{number}", duration_ms, "", [WorldQuestion(truth) for truth in truths.values()]))
    with django_db_blocker.unblock(), transaction.atomic():
        campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
        store_world(campaign, videos, author, marker, markings=False)
        export(campaign, out, ["momentseeker"])
        transaction.set_rollback(True)
    return exported_pools(entries(out, "ms"))


def exported_pools(questions: list[dict[str, Any]]) -> list[tuple[list[PoolClip], int]]:
    by_video: dict[str, list[dict[str, Any]]] = {}
    for one in questions:
        by_video.setdefault(one["video_name"], []).append(one)
    return [
        (clips_of(own), int(own[0]["duration"]))
        for own in by_video.values()
        if not any(one["recognisable"] for one in own)
    ]


def clips_of(questions: list[dict[str, Any]]) -> list[PoolClip]:
    paths = [candidate["output_path"] for candidate in questions[0]["candidate_video_list"]]
    times = [tuple(map(int, path.rpartition("/")[2].removesuffix(".mp4").split("_"))) for path in paths]
    return [
        PoolClip(
            start,
            end,
            tuple(one["question_id"] for one in questions if place in one["gt_indices"]),
            any(other != (start, end) and other[0] < end and start < other[1] for other in times),
        )
        for place, (start, end) in enumerate(times)
    ]


def truths_and_deviation(pools: list[tuple[list[PoolClip], int]]) -> tuple[float, float]:
    expected = sum(sum(len(clip.truth_of) for clip in clips) / len(clips) for clips, _ in pools)
    return expected, math.sqrt(expected)


@pytest.mark.parametrize("name", GUESSERS)
def test_a_guesser_hits_as_often_as_chance(name: str, pools: list[tuple[list[PoolClip], int]]) -> None:
    draw = random.Random(6)
    score = GUESSERS[name]
    hits = sum(
        len(max(clips, key=lambda clip: (score(clip, duration), draw.random())).truth_of) for clips, duration in pools
    )
    expected, deviation = truths_and_deviation(pools)
    assert abs(hits - expected) < 3 * deviation
    assert expected > 50


@pytest.mark.parametrize("place", [0, -1])
def test_the_order_of_the_candidates_tells_nothing(place: int, pools: list[tuple[list[PoolClip], int]]) -> None:
    hits = sum(len(clips[place].truth_of) for clips, _ in pools)
    expected, deviation = truths_and_deviation(pools)
    assert abs(hits - expected) < 3 * deviation


def test_the_order_is_neither_that_of_time_nor_that_of_names(pools: list[tuple[list[PoolClip], int]]) -> None:
    long = [clips for clips, _ in pools if len(clips) > 10]
    assert len(long) > 100
    for key in (lambda clip: (clip.start_s, clip.end_s), lambda clip: clip.name("v")):
        assert not any(clips == sorted(clips, key=key) for clips in long)
