"""The truth behind the demo's synthetic scores."""

from dataclasses import replace

from moments.demo.rows import DEMO_EXAM_QUERIES, DEMO_QUERIES
from moments.demo.scenes import DemoMoment, Figure, demo_moments, demo_videos
from moments.demo.truth import relevance, true_relevances


def test_a_querys_own_moment_is_perfect() -> None:
    truths = true_relevances()
    assert {truths[query.query_id, query.desc_id] for query in DEMO_QUERIES + DEMO_EXAM_QUERIES} == {4.0}


def test_relevances_spread_over_the_scale() -> None:
    values = list(true_relevances().values())
    assert (len(values), min(values), max(values)) == (1120, 0.0, 4.0)
    assert all(any(low <= value < low + 1 for value in values) for low in range(4))


def test_another_colour_costs_only_where_the_query_names_colours() -> None:
    moment = next(moment for moment in demo_moments(demo_videos()) if len(moment.scenes) == 1)
    scene = moment.scenes[0]
    other = replace(scene, actor=Figure(scene.actor.shape, "another"))
    shown = DemoMoment(moment.video, moment.start_s, moment.end_s, (other,))
    assert relevance(moment, shown, tells_colours=False) == 4.0
    assert relevance(moment, shown, tells_colours=True) < 4.0


def test_half_of_what_is_asked_is_a_part_and_more_than_asked_costs_a_level() -> None:
    moments = demo_moments(demo_videos())
    both = next(moment for moment in moments if len(moment.scenes) == 2)
    half = DemoMoment(both.video, both.start_s, both.end_s, both.scenes[:1])
    assert relevance(both, half, tells_colours=True) <= 2.0
    assert relevance(half, both, tells_colours=True) == 3.0
