"""Which runs belong together, and how far they spread."""

import pytest

from benchmark.runs.seeds import Seeded, Spread, seeded, spread_of


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ReLoCLNet seed 3", Seeded("ReLoCLNet", 3)),
        ("reloclnet_seed=12", Seeded("reloclnet", 12)),
        ("XML, top 40, SEED: 0", Seeded("XML, top 40", 0)),
        ("mine (seed 7)", Seeded("mine", 7)),
        ("my-seed-2024", Seeded("my", 2024)),
        ("seed 3", None),
        ("birdseed 3", None),
        ("mine seed", None),
        ("mine seed 3b", None),
        ("mine", None),
    ],
)
def test_a_name_says_its_system_and_seed(name: str, found: Seeded | None) -> None:
    assert seeded(name) == found


def test_the_deviation_has_one_less_than_the_runs_below() -> None:
    assert spread_of([1.0, 3.0]) == Spread(2.0, 2.0**0.5, 2)
    assert spread_of([1.0]) is None
    assert spread_of([]) is None
