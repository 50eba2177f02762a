import random
from collections import Counter
from itertools import groupby, pairwise

import pytest

from annotator.seats.checkpoints import Slip, guessed_share, least_rate, most_hidden, planned_checks

RUNS = 4000
SECRET = ("secret", 7)
Place = tuple[str, int]  # what a seat is for, and its query


def planned(queries: list[int], gold_rate: float, repeat_rate: float = 0, *, first: int = 1, secret=SECRET):
    return planned_checks(first, queries, gold_rate=gold_rate, repeat_rate=repeat_rate, secret=secret)


def queued(queries: list[int], gold_rate: float, repeat_rate: float = 0) -> list[Place]:
    """The queue where gold is never short: each seat's purpose and query; a repeat has a query that is long past."""
    queue: list[Place] = []
    for query, slips in zip(queries, planned(queries, gold_rate, repeat_rate), strict=True):
        for slip in slips:
            queue.append((slip.check, slip.query or -len(queue) - 1))
        queue.append(("campaign", query))
    return queue


def batches(size: int, count: int = RUNS) -> list[int]:
    return [query for query in range(1, count + 1) for _ in range(size)]


def share(queue: list[Place], purpose: str) -> float:
    return sum(place[0] == purpose for place in queue) / len(queue)


def test_rates_of_zero_plan_nothing() -> None:
    assert planned([1, 1, 2], 0) == [[], [], []]


@pytest.mark.parametrize(("gold_rate", "repeat_rate"), [(0.047, 0), (0, 0.1), (0.03, 0.05), (0.3, 0.1)])
def test_rates_are_shares_of_all_seats_delivered(gold_rate: float, repeat_rate: float) -> None:
    queue = queued(batches(20), gold_rate, repeat_rate)
    assert share(queue, "gold") == pytest.approx(gold_rate, abs=0.004)
    assert share(queue, "repeat") == pytest.approx(repeat_rate, abs=0.004)


def test_more_than_a_half_cannot_be_so_that_every_other_seat_is_one() -> None:
    queue = queued(batches(20), 0.5, 0.5)
    assert share(queue, "gold") + share(queue, "repeat") == pytest.approx(0.5, abs=0.01)


def test_the_same_person_at_the_same_place_plans_the_same_and_others_plan_others() -> None:
    queries = batches(20, 50)
    whole = planned(queries, 0.2, 0.2)
    assert planned(queries[200:], 0.2, 0.2, first=201) == whole[200:]
    assert planned(queries, 0.2, 0.2, secret=("secret", 8)) != whole
    assert planned(queries, 0.2, 0.2, secret=("another", 7)) != whole


def test_gold_stands_only_among_its_own_query_and_never_beside_gold() -> None:
    plan = planned([1] * 20 + [2] + [3] * 20, 0.25)
    slips = [(place, slip.query) for place, slips in enumerate(plan) for slip in slips]
    assert {query for place, query in slips if place < 20} == {1}
    assert [query for place, query in slips if place == 20] == []
    assert {query for place, query in slips if place > 20} == {3}
    assert all(len(slips) <= 1 for slips in plan)


def test_repeats_stand_where_their_run_begins() -> None:
    plan = planned([1] * 20 + [2] * 20, 0, 0.4)
    assert {place for place, slips in enumerate(plan) if slips} == {0, 20}
    assert {slip for slips in plan for slip in slips} == {Slip("repeat")}


@pytest.mark.parametrize(
    ("size", "rate", "most"),
    [
        (1, 0.05, 0),
        (2, 0.05, 0),
        (12, 0.05, 0),
        (13, 0.05, 1),
        (20, 0.01, 1),
        (20, 0.05, 1),
        (20, 0.1, 3),
        (4, 0.5, 12),
    ],
)
def test_a_run_hides_as_much_gold_as_counting_would_not_tell(size: int, rate: float, most: int) -> None:
    assert most_hidden(size, rate) == most
    assert most / (size + most) <= guessed_share(rate)


@pytest.mark.parametrize(("batch_size", "least"), [(20, 0), (13, 0), (12, 0.0513), (5, 0.1111), (2, 0.2222)])
def test_small_batches_hide_gold_from_a_higher_rate_on(batch_size: int, least: float) -> None:
    assert least_rate(batch_size) == pytest.approx(least, abs=0.0001)
    assert most_hidden(batch_size, least_rate(batch_size)) > 0


def mixed_queries() -> list[int]:
    """Whole batches, and second rounds of a few pairs or one, about a seventh of all seats."""
    draw = random.Random(3)
    queries: list[int] = []
    query = 0
    for _ in range(RUNS):
        for size in [20, *draw.choices([1, 2, 3], [6, 1, 1], k=draw.choice([0, 3, 4]))]:
            query += 1
            queries += [query] * size
    return queries


def features(queue: list[Place]) -> list[tuple[str, dict[str, object]]]:
    """Each seat's purpose and what a guesser can count: its run's length, its place in it from either end."""
    seen = []
    for _, group in groupby(queue, key=lambda place: place[1]):
        run = list(group)
        for place, (purpose, _) in enumerate(run):
            counts = {
                "length": len(run),
                "from the front": (len(run), place),
                "from the end": (len(run), len(run) - place),
            }
            seen.append((purpose, counts))
    return [(purpose, {**counts, "after": before[1]["length"]}) for before, (purpose, counts) in pairwise(seen)]


@pytest.mark.parametrize("feature", ["length", "from the front", "from the end", "after"])
def test_no_guess_by_run_or_place_finds_gold_much_more_surely_than_chance(feature: str) -> None:
    """The best value of the feature is learnt from one half and tried on the other."""
    seen = features(queued(mixed_queries(), 0.05))
    base = sum(purpose == "gold" for purpose, _ in seen) / len(seen)
    assert 0.035 < base < 0.05
    learnt, tried = seen[: len(seen) // 2], seen[len(seen) // 2 :]
    all_of, gold_of = Counter(), Counter()
    for purpose, counts in learnt:
        all_of[counts[feature]] += 1
        gold_of[counts[feature]] += purpose == "gold"
    best = max((value for value in all_of if all_of[value] >= 500), key=lambda value: gold_of[value] / all_of[value])
    guessed = [purpose for purpose, counts in tried if counts[feature] == best]
    assert guessed.count("gold") / len(guessed) <= 1.5 * base
