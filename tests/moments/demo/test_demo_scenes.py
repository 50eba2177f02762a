"""The corpus has the shape that a demo needs, and is the same every time."""

from __future__ import annotations

from itertools import pairwise

from moments.demo.palette import COLOURS, PLACES
from moments.demo.rows import DEMO_EXAM_QUERIES, DEMO_QUERIES, demo_queries, demo_rows
from moments.demo.scenes import ANGULAR, DUO, SOLO, demo_moments, demo_videos

VIDEOS = demo_videos()
SCENES = [scene for video in VIDEOS for scene in video.scenes]


def test_ten_videos_have_four_to_eight_scenes_of_three_to_six_seconds() -> None:
    assert [video.name for video in VIDEOS] == [f"demo_{number:02}" for number in range(1, 11)]
    assert all(4 <= len(video.scenes) <= 8 and 24 <= video.duration_s <= 40 for video in VIDEOS)
    assert all(3 <= scene.seconds <= 6 for scene in SCENES)


def test_every_action_colour_and_place_occurs() -> None:
    assert {scene.action for scene in SCENES} == {*SOLO, *DUO}
    assert {scene.actor.colour for scene in SCENES} == set(COLOURS)
    assert {scene.place for scene in SCENES} == set(PLACES)


def test_two_figures_of_a_scene_differ_in_colour_and_one_alone_has_no_other() -> None:
    for scene in SCENES:
        assert (scene.other is not None) == (scene.action in DUO)
        assert scene.other is None or scene.other.colour != scene.actor.colour


def test_only_shapes_with_corners_spin() -> None:
    assert {scene.actor.shape for scene in SCENES if scene.action == "spin"} <= set(ANGULAR)


def test_scenes_that_follow_each_other_are_in_different_places() -> None:
    for video in VIDEOS:
        places = [scene.place for scene in video.scenes]
        assert all(first != second for first, second in pairwise(places))


def test_one_seed_gives_one_corpus_and_another_seed_another() -> None:
    assert demo_videos() == VIDEOS
    assert demo_videos(1) == demo_videos(1) != VIDEOS
    assert demo_rows() == demo_rows()
    assert demo_queries() == DEMO_QUERIES


def test_a_moment_of_two_scenes_overlaps_the_moments_of_each() -> None:
    doubles = [moment for moment in demo_moments(VIDEOS) if len(moment.scenes) == 2]
    assert len(doubles) == len(VIDEOS)
    for moment in doubles:
        assert moment.end_s - moment.start_s == sum(scene.seconds for scene in moment.scenes)


def test_rows_have_the_fields_of_tvr_and_lie_within_their_video() -> None:
    rows = demo_rows()
    assert len(rows) == 80
    assert [row["desc_id"] for row in rows] == list(range(1, 81))
    for row in rows:
        assert list(row) == ["vid_name", "duration", "ts", "desc", "type", "desc_id"]
        start_s, end_s = row["ts"]
        assert 0 <= start_s < end_s <= row["duration"]
        assert row["type"] == "v"


def test_the_exam_asks_for_other_moments_in_other_words() -> None:
    assert not {query.desc_id for query in DEMO_EXAM_QUERIES} & {query.desc_id for query in DEMO_QUERIES}
    assert not {query.query for query in DEMO_EXAM_QUERIES} & {query.query for query in DEMO_QUERIES}


def test_twelve_queries_are_taken_from_different_moments_of_many_videos() -> None:
    rows = {row["desc_id"]: row for row in demo_rows()}
    assert len({query.desc_id for query in DEMO_QUERIES}) == 12
    assert len({query.query for query in DEMO_QUERIES}) == 12
    assert [query.query_id for query in DEMO_QUERIES] == list(range(1, 13))
    assert len({rows[query.desc_id]["vid_name"] for query in DEMO_QUERIES}) >= 7
    assert sum(query.query == rows[query.desc_id]["desc"] for query in DEMO_QUERIES) == 7
