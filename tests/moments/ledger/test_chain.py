"""The ledger's chain."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from moments.ledger.chain import Link, Record, chain_breaches, hash_of, sealed
from moments.ledger.kinds import LedgerKind

AT = datetime(2026, 1, 1, tzinfo=UTC)
KIND = LedgerKind("pair_verdict", "pair")


def chain(length: int) -> list[Link]:
    links: list[Link] = []
    for number in range(1, length + 1):
        record = Record(KIND, "rule", {"relevance": number, "é": None}, query_id=7, pair_number=number)
        links.append(sealed(record, number=number, at=AT, previous_hash=links[-1].hash if links else ""))
    return links


def breaches(links: list[Link], length: int = 5) -> list[str]:
    return list(chain_breaches(links, length=length, head=chain(5)[-1].hash))


def test_an_untouched_chain_has_no_breach() -> None:
    assert breaches(chain(5)) == []
    assert list(chain_breaches([], length=0, head="")) == []


@pytest.mark.parametrize(
    "change",
    [
        {"payload": "{}"},
        {"actor": "4711"},
        {"kind": "other"},
        {"pair_number": 9},
        {"query_id": None},
        {"at": AT + timedelta(microseconds=1)},
    ],
)
def test_an_altered_entry_is_found(change: dict[str, object]) -> None:
    links = chain(5)
    links[2] = replace(links[2], **change)
    assert breaches(links) == ["ledger entry 3 was altered"]


def test_an_entry_altered_and_sealed_anew_breaks_the_next() -> None:
    links = chain(5)
    altered = replace(links[2], payload="{}")
    links[2] = replace(altered, hash=hash_of(altered))
    assert breaches(links) == ["ledger entry 4 does not follow the one before it"]


def test_a_missing_entry_is_found() -> None:
    links = chain(5)
    assert breaches(links[:2] + links[3:]) == [
        "ledger entry 3 is missing",
        "ledger entry 4 does not follow the one before it",
    ]


def test_a_cut_off_end_is_found() -> None:
    assert breaches(chain(5)[:4]) == ["the ledger holds 4 entries, but its head says 5"]


def test_a_replaced_end_is_found() -> None:
    assert breaches(chain(5)[:4], length=4) == ["the ledger's last entry is not the one its head names"]
