from urllib.parse import parse_qsl

import pytest

from consensus.listing.filters import PairView, read_view
from moments.base.errors import BadInput

LEVELS = {str(level): level for level in range(5)}
SPLITS = {"val": "validation", "test": "test", "exam": "exam"}


def read(address: str) -> PairView:
    return read_view(dict(parse_qsl(address)), levels=LEVELS, splits=SPLITS)


def test_an_address_alone_reproduces_its_view_and_says_nothing_twice():
    address = "query=12,7&split=val&verdict=agreed&level=3,4&least=0.5&since=2026-01-02&flag=hold,gold&sort=-level"
    view = read(address + "&columns=rank,split&unknown=1")
    assert read(view.address) == view
    assert (view.query_numbers, view.levels, view.flags) == ([12, 7], [3, 4], ["hold", "gold"])
    assert (view.key, view.descending, view.shown) == ("level", True, ("rank", "split"))
    assert read("columns=query,rank,similarity,clip,caption,scores,verdict&sort=number").address == ""
    assert read("level=4,3").level == "3,4"
    assert (read("query=two 2").query_numbers, read("query=two 2").has_words, read("sort=level").is_filtered) == (
        [],
        True,
        False,
    )


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("split=train", "split: expected one of val, test, exam"),
        ("verdict=x", "verdict: expected one of decided"),
        ("level=5", "level: expected one of 0, 1, 2, 3, 4"),
        ("round=3", "round: expected one of 1, 2"),
        ("flag=hold,x", "flag: expected one of hold"),
        ("sort=-x", "sort: expected one of number"),
        ("columns=secret", "columns: expected one of query"),
        ("least=nan", "least: expected a number from -1 to 1"),
        ("most=2", "most: expected a number from -1 to 1"),
        ("least=0.5&most=0.4", "most: expected at least the lowest similarity"),
        ("since=yesterday", "since: expected a date"),
        ("until=0001-01-01", "until: expected a year from 1900 to 2199"),
        ("since=2026-02-01&until=2026-01-01", "until: expected the first day or a later one"),
        ("text=" + "x" * 201, "text: expected at most 200 characters"),
        ("person=%00", "person: expected at most 200 characters"),
    ],
)
def test_what_no_view_has_is_refused_by_field(address, problem):
    with pytest.raises(BadInput, match=f"^{problem}"):
        read(address)
