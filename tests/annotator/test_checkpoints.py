import pytest

from annotator.checkpoints import check_places, moved_to_turns

MANY = 20_000


def drawn(gold_rate: float, repeat_rate: float, *, count: int = MANY, first: int = 1, secret=("secret", 7)):
    return check_places(first, count, gold_rate=gold_rate, repeat_rate=repeat_rate, secret=secret)


def test_rates_of_zero_draw_nothing() -> None:
    assert drawn(0, 0, count=3) == [None, None, None]


@pytest.mark.parametrize(("gold_rate", "repeat_rate"), [(0.05, 0), (0, 0.1), (0.05, 0.05), (0.3, 0.1)])
def test_rates_are_shares_of_all_seats_delivered(gold_rate: float, repeat_rate: float) -> None:
    places = drawn(gold_rate, repeat_rate)
    delivered = MANY + MANY - places.count(None)
    assert places.count("gold") / delivered == pytest.approx(gold_rate, abs=0.01)
    assert places.count("repeat") / delivered == pytest.approx(repeat_rate, abs=0.01)


def test_more_than_a_half_cannot_be_so_that_every_other_seat_is_one() -> None:
    places = drawn(0.5, 0.5)
    assert None not in places
    assert places.count("gold") / MANY == pytest.approx(0.5, abs=0.02)


def test_the_same_person_at_the_same_place_draws_the_same_and_others_draw_others() -> None:
    assert drawn(0.2, 0.2, count=50, first=11) == drawn(0.2, 0.2, count=60)[10:]
    assert drawn(0.2, 0.2, count=50) != drawn(0.2, 0.2, count=50, secret=("secret", 8))
    assert drawn(0.2, 0.2, count=50) != drawn(0.2, 0.2, count=50, secret=("another", 7))


G, R = "gold", "repeat"


@pytest.mark.parametrize(
    ("places", "queries", "moved"),
    [
        ([], [], []),
        ([None, G, None, R], [1, 1, 1, 1], [[G, R], [], [], []]),
        ([None, G, R, None, G], [1, 1, 2, 2, 2], [[G], [], [R, G], [], []]),
        ([G, None, G, R, G], [1, 1, 1, 1, 1], [[G, R], [], [G], [], [G]]),
    ],
)
def test_checks_stand_where_the_queue_turns_to_another_query(places, queries, moved) -> None:
    assert moved_to_turns(places, queries) == moved
