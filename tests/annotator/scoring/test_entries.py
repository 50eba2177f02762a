"""R1 and the other fields of a submitted score."""

import json
import uuid

import pytest

from annotator.scoring.entries import Refused, ScoreEntry, read_entry
from tests.rule_tables import worked_table

SEAT = str(uuid.UUID(int=7))
GOOD = {"seat": SEAT, "relevance": 3, "key": "k1", "shown_ms": 900, "replaces": None}


@pytest.mark.parametrize(("submitted", "taken"), worked_table("R1"))
def test_the_worked_table_holds(submitted: str, taken: str) -> None:
    raw = GOOD | {"relevance": json.loads(submitted)}
    if taken == "yes":
        assert read_entry(raw).relevance == json.loads(submitted)
    else:
        with pytest.raises(Refused, match="^relevance: expected an integer from 0 to 4"):
            read_entry(raw)


def test_a_whole_entry_is_read() -> None:
    assert read_entry(GOOD) == ScoreEntry(uuid.UUID(int=7), 3, "k1", 900, None)
    assert read_entry({"seat": SEAT, "relevance": 0, "key": "k", "replaces": "j"}) == ScoreEntry(
        uuid.UUID(int=7), 0, "k", None, "j"
    )
    assert read_entry(GOOD | {"ago_ms": 40, "plays": 2}) == ScoreEntry(uuid.UUID(int=7), 3, "k1", 900, None, 40, 2)
    assert read_entry(GOOD | {"ago_ms": None, "plays": None}) == ScoreEntry(uuid.UUID(int=7), 3, "k1", 900, None)


@pytest.mark.parametrize(("plays", "kept"), [(0, 0), (32767, 32767), (32768, 32767), (10**30, 32767)])
def test_more_plays_than_anybody_watches_are_capped(plays: int, kept: int) -> None:
    assert read_entry(GOOD | {"plays": plays}).plays == kept


def test_a_year_ago_is_taken() -> None:
    assert read_entry(GOOD | {"ago_ms": 366 * 86_400_000}).ago_ms == 31_622_400_000


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": None}, "seat: expected the id of a seat"),
        ({"seat": "no"}, "seat: expected the id of a seat"),
        ({"seat": 7}, "seat: expected the id of a seat"),
        ({"key": ""}, "key: expected 1 to 64 printable characters"),
        ({"key": "x" * 65}, "key: expected 1 to 64 printable characters"),
        ({"key": "a\0b"}, "key: expected 1 to 64 printable characters"),
        ({"key": 5}, "key: expected 1 to 64 printable characters"),
        ({"replaces": 5}, "replaces: expected 1 to 64 printable characters"),
        ({"shown_ms": -1}, "shown_ms: expected whole milliseconds"),
        ({"shown_ms": 1.5}, "shown_ms: expected whole milliseconds"),
        ({"shown_ms": True}, "shown_ms: expected whole milliseconds"),
        ({"shown_ms": 2**31}, "shown_ms: expected whole milliseconds"),
        ({"shown_ms": "1"}, "shown_ms: expected whole milliseconds"),
        ({"ago_ms": -1}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": 1.5}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": True}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": "1"}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": []}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": 366 * 86_400_000 + 1}, "ago_ms: expected whole milliseconds"),
        ({"ago_ms": 10**40}, "ago_ms: expected whole milliseconds"),
        ({"plays": -1}, "plays: expected a whole number"),
        ({"plays": 1.5}, "plays: expected a whole number"),
        ({"plays": True}, "plays: expected a whole number"),
        ({"plays": "1"}, "plays: expected a whole number"),
        ({"plays": {}}, "plays: expected a whole number"),
        ({"key": "\ud800"}, "key: expected 1 to 64 printable characters"),
        ({"replaces": "\ud800"}, "replaces: expected 1 to 64 printable characters"),
    ],
)
def test_what_is_wrong_is_refused_by_name(change: dict[str, object], message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_entry(GOOD | change)
    assert str(refusal.value) == message


def test_a_missing_relevance_is_refused_by_name() -> None:
    raw = {name: value for name, value in GOOD.items() if name != "relevance"}
    with pytest.raises(Refused, match="^relevance: is missing$"):
        read_entry(raw)


@pytest.mark.parametrize("raw", [None, 3, "x", [], True])
def test_what_is_no_object_is_refused(raw: object) -> None:
    with pytest.raises(Refused, match="^expected an object$"):
        read_entry(raw)
