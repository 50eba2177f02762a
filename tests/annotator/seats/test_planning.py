"""R2: who takes which share, in which order."""

import itertools
from collections import Counter

import pytest

from annotator.seats.planning import OpenShare, chosen_share, seeded_order
from tests.rule_tables import numbers, worked_table

PEOPLE = {"A": 1, "B": 2, "C": 3}


@pytest.mark.parametrize(("met", "begun", "fresh", "takes"), worked_table("R2"))
def test_the_worked_table_holds(met: str, begun: str, fresh: str, takes: str) -> None:
    partners = [] if begun == "–" else [PEOPLE[name.strip()] for name in begun.split(",")]
    shares = [OpenShare(10 + batch, batch, partner) for batch, partner in enumerate(partners)]
    shares += [OpenShare(90 + batch, 50 + batch, None) for batch in range(int(fresh))]
    batches_with = dict(zip(PEOPLE.values(), numbers(met), strict=True))
    choice = chosen_share(shares, batches_with=batches_with, colleagues=PEOPLE.values())
    if takes == "nothing":
        assert choice is None
    elif takes == "fresh":
        assert choice == OpenShare(90, 50, None)
    else:
        assert choice is not None
        assert choice.partner == PEOPLE[takes.removeprefix("beside ")]


def play(people: int, batches: int) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """Everybody takes a share in turn until all are taken; shares a person, batches a couple."""
    owners: dict[int, list[int]] = {batch: [] for batch in range(batches)}
    taken: Counter[int] = Counter()
    couples: Counter[tuple[int, int]] = Counter()
    for person in itertools.cycle(range(1, people + 1)):
        shares = [
            OpenShare(2 * batch + len(held), batch, held[0] if held else None)
            for batch, held in owners.items()
            if len(held) < 2 and person not in held
        ]
        met = {other: couples[min(person, other), max(person, other)] for other in range(1, people + 1)}
        colleagues = [other for other in range(1, people + 1) if other != person]
        choice = chosen_share(shares, batches_with=met, colleagues=colleagues)
        if choice is None:
            if all(len(held) == 2 for held in owners.values()):
                return taken, couples
            continue
        if choice.partner is not None:
            couples[min(person, choice.partner), max(person, choice.partner)] += 1
        owners[choice.batch].append(person)
        taken[person] += 1


@pytest.mark.parametrize(("people", "batches"), [(3, 12), (4, 18), (6, 60), (9, 108), (23, 600)])
def test_every_two_people_come_to_share_work_and_load_is_even(people: int, batches: int) -> None:
    taken, couples = play(people, batches)
    assert len(couples) == people * (people - 1) // 2
    assert sum(couples.values()) == batches
    assert max(taken.values()) - min(taken.values()) <= 1


def test_two_people_share_everything() -> None:
    taken, couples = play(2, 7)
    assert (taken, couples) == (Counter({1: 7, 2: 7}), Counter({(1, 2): 7}))


def test_the_order_depends_on_its_parts_alone() -> None:
    items = list(range(20))
    assert seeded_order(items, 1, 2, 3) == seeded_order(items, 1, 2, 3)
    assert seeded_order(items, 1, 2, 3) != seeded_order(items, 1, 2, 4)
    assert sorted(seeded_order(items, 1, 2, 3)) == items


def test_rank_cannot_be_guessed_from_the_place_in_the_queue() -> None:
    places = [seeded_order(range(20), 7, person, 1).index(0) for person in range(400)]
    assert set(places) == set(range(20))
    assert max(Counter(places).values()) < 45
