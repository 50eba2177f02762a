"""What a kind of decision is: its name in the ledger, what it is about, and how people read an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Payload = Mapping[str, Any]
About = Literal["campaign", "person", "query", "batch", "pair"]


@dataclass(frozen=True, slots=True)
class LedgerKind:
    """One kind of decision; its name, at most 40 characters, is hashed and never changes.

    `tell` makes a sentence without its end of a payload. `history` words an entry in the history of its query, from
    the payload and the `pair`; where it is empty the entry is left out there. `explains` says whether an entry on a
    whole query led to a pair, from payload, the pair's number and its batch's. `shown` are the keys of the payload that
    a comparison of exports shows, which tells every pair of what `touches_all_pairs`.
    """

    name: str
    about: About
    tell: Callable[[Payload], str] | None = None
    history: str = ""
    explains: Callable[[Payload, int, int], bool] | None = None
    shown: tuple[str, ...] = ()
    touches_all_pairs: bool = False
    makes_verdict: bool = False

    @property
    def words(self) -> str:
        """The name as words."""
        return self.name.replace("_", " ")

    def sentence(self, payload: Payload) -> str:
        """What an entry says, as a sentence without its end."""
        return self.tell(payload) if self.tell else self.words.capitalize()
