import pytest

from moments.base.names import isolated


@pytest.mark.parametrize("name", ["", "castle_s04", "Björn 東京 7", "a (b) 9"])
def test_a_name_from_left_to_right_stays_as_it_is(name: str) -> None:
    assert isolated(name) == name


@pytest.mark.parametrize("name", ["שלום", "منظومة_7", "run \u202eabc"])
def test_a_name_from_right_to_left_is_kept_apart(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"
