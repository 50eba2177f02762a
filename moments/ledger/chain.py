"""The ledger's hash chain as pure functions: what an entry seals, and where a chain breaks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from moments.ledger.kinds import LedgerKind

FIRST_HASH = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A decision before it is sealed: what, when, by whom (a pseudonym), about what."""

    kind: LedgerKind
    actor: str
    payload: Mapping[str, Any]
    query_id: int | None = None
    pair_number: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A stored entry as the chain sees it."""

    number: int
    at: datetime
    kind: str
    actor: str
    query_id: int | None
    pair_number: int | None
    payload: str
    previous_hash: str
    hash: str


def canonical_json(payload: Mapping[str, Any]) -> str:
    """One JSON text for equal payloads: sorted keys, no spaces."""
    return json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sealed(record: Record, *, number: int, at: datetime, previous_hash: str) -> Link:
    """The record as entry `number` of a chain whose end is `previous_hash`."""
    payload, kind = canonical_json(record.payload), record.kind.name
    link = Link(number, at, kind, record.actor, record.query_id, record.pair_number, payload, previous_hash, "")
    return replace(link, hash=hash_of(link))


def hash_of(link: Link) -> str:
    """SHA-256 over every field but the hash itself, the previous hash included; 64 hex digits."""
    fields = [
        link.number,
        link.at.astimezone(UTC).isoformat(timespec="microseconds"),
        link.kind,
        link.actor,
        link.query_id,
        link.pair_number,
        link.payload,
        link.previous_hash,
    ]
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def chain_breaches(links: Iterable[Link], *, length: int, head: str) -> Iterator[str]:
    """What is wrong with a chain read in order, given the length and hash that its head claims."""
    expected, previous = 1, FIRST_HASH
    for link in links:
        if link.number != expected:
            yield f"ledger entry {expected} is missing"
            expected = link.number
        if link.previous_hash != previous:
            yield f"ledger entry {link.number} does not follow the one before it"
        if hash_of(link) != link.hash:
            yield f"ledger entry {link.number} was altered"
        expected, previous = link.number + 1, link.hash
    if expected - 1 != length:
        yield f"the ledger holds {expected - 1} entries, but its head says {length}"
    elif previous != head:
        yield "the ledger's last entry is not the one its head names"
