"""What clients sent and the server answered, line by line in a file; and the proof that the database agrees.

A line is written before a score leaves and one after its fate is known, so that whoever reads the file later knows
what was acknowledged, what was refused, and of what nothing is known because no answer came.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

STORED = ("saved", "changed", "duplicate")


class Journal:
    """An append-only file of calls; each line goes to the operating system at once, so a killed client loses none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a", buffering=1, encoding="utf-8")

    def sent(self, who: str, seat: str, key: str, relevance: int) -> None:
        """A score is about to leave."""
        self._write(["sent", who, seat, key, relevance])

    def answered(self, who: str, seat: str, key: str, status: str, relevance: int | None) -> None:
        """The server answered what became of it: saved, changed, duplicate or refused, and what is stored."""
        self._write([status, who, seat, key, relevance])

    def unknown(self, who: str, seat: str, key: str) -> None:
        """No answer came, or one that says nothing: it may be stored or not."""
        self._write(["unknown", who, seat, key, None])

    def _write(self, line: list[object]) -> None:
        self._file.write(json.dumps(line) + "\n")

    def close(self) -> None:
        """No more lines."""
        self._file.close()


@dataclass(slots=True)
class Fate:
    """All that a journal says of one person's key."""

    seat: str
    sent: int
    acknowledged: set[int] = field(default_factory=set)
    refused: bool = False
    unknown: bool = False


def read_journal(path: Path) -> dict[tuple[str, str], Fate]:
    """By person and key."""
    calls: dict[tuple[str, str], Fate] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        event, who, seat, key, relevance = json.loads(line)
        if event == "sent":
            calls.setdefault((who, key), Fate(seat, relevance))
        elif event in STORED:
            calls[who, key].acknowledged.add(relevance)
        elif event == "refused":
            calls[who, key].refused = True
        else:
            calls[who, key].unknown = True
    return calls


Stored = tuple[str, str, str, int, bool]  # worker ID, seat, key, relevance, current


def journal_breaches(calls: Mapping[tuple[str, str], Fate], stored: Iterable[Stored]) -> Iterator[str]:
    """Each breach of I1 as a line: what was acknowledged is stored once with its value, what was refused is not.

    A duplicate of another key's score of the same seat and value is an acknowledgement that the seat has that value.
    """
    rows: dict[tuple[str, str], list[tuple[str, int]]] = {}
    ever: set[tuple[str, str, int]] = set()
    for who, seat, key, relevance, _ in stored:
        rows.setdefault((who, key), []).append((seat, relevance))
        ever.add((who, seat, relevance))
    for (who, key), call in calls.items():
        found = rows.pop((who, key), [])
        if len(found) > 1:
            yield f"I1: {who}'s key {key} is stored {len(found)} times"
        if found and found[0] != (call.seat, call.sent):
            yield f"I1: {who}'s key {key} is stored as {found[0]}, sent as {(call.seat, call.sent)}"
        yield from _acknowledged(who, key, call, bool(found), ever)
    for who, key in rows:
        yield f"I1: {who}'s key {key} is stored and was never sent"


def _acknowledged(who: str, key: str, call: Fate, is_stored: bool, ever: set[tuple[str, str, int]]) -> Iterator[str]:
    for relevance in call.acknowledged:
        if not is_stored and (who, call.seat, relevance) not in ever:
            yield f"I1: {who}'s key {key} was acknowledged with {relevance} and is not stored"
    if call.refused and not call.acknowledged and is_stored:
        yield f"I1: {who}'s key {key} was refused and is stored"
