"""Which video an author gets next."""

from __future__ import annotations

import pytest

from annotator.asking.assigning import Choice, Wish, chosen_video, domain_gaps

A, B = Choice(1, "sports"), Choice(2, "movies")


def test_without_videos_there_is_none():
    assert chosen_video([], [], seed=1) is None


@pytest.mark.parametrize(
    ("choices", "wishes", "chosen"),
    [
        ([A, B], [Wish("sports", "ms", 10, 5), Wish("movies", "ms", 10, 4)], 2),
        ([A, B], [Wish("sports", "ms", 10, 5), Wish("movies", "ms", 10, 6)], 1),
        ([A, B], [Wish("sports", "ms", 10, 0), Wish("sports", "ims", 10, 10), Wish("movies", "ms", 4, 1)], 2),
        ([A, B], [Wish("sports", "ms", 10, 10)], None),
        ([A, B], [Wish("sports", "ms", 10, 12), Wish("movies", "ms", 0, 0)], None),
        ([A, Choice(2, "movies", waiting=1)], [Wish("sports", "ms", 1, 1)], 2),
        ([Choice(1, "", questions=3), Choice(2, "", questions=2)], [], 2),
        ([Choice(1, "", writers=1), Choice(2, "", questions=9)], [], 2),
        ([Choice(1, "", questions=3, waiting=1), Choice(2, "", questions=2)], [], 1),
    ],
)
def test_the_domain_furthest_from_its_quotas_goes_first_then_the_video_with_the_fewest(choices, wishes, chosen):
    assert chosen_video(choices, wishes, seed=1) == chosen


def test_the_seed_orders_videos_that_are_alike():
    choices = [Choice(video, "") for video in range(1, 30)]
    chosen = {chosen_video(choices, [], seed=seed) for seed in range(30)}
    assert len(chosen) > 5
    assert chosen_video(choices, [], seed=3) == chosen_video(list(reversed(choices)), [], seed=3)


def test_the_gap_of_a_domain_is_over_all_its_tasks():
    wishes = [Wish("a", "ms", 10, 15), Wish("a", "ims", 10, 5), Wish("b", "ms", 0, 3)]
    assert domain_gaps(wishes) == {"a": 0.25, "b": 0.0}
