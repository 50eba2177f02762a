"""The order in which one person sees several clips: drawn for each seat, and told to nobody (T1, T4)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def forward_comes_first(seed: int, seat: int) -> bool:
    """Whether the first of the two players shows the forward clip; half of the seats have it so.

    `seed` is the campaign's, which only its leads know: without it, nothing can be told from a seat.
    """
    return _draw(seed, seat, "order")[0] < 128


def shown_order(items: Sequence[Item], seed: int, seat: int) -> tuple[Item, ...]:
    """The items in the order in which this seat shows them; every order is equally likely."""
    places = sorted(range(len(items)), key=lambda place: _draw(seed, seat, f"place {place}"))
    return tuple(items[place] for place in places)


def as_shown(forward: Item, backward: Item, *, forward_first: bool) -> tuple[Item, Item]:
    """What belongs to the two directions, first player first. The same call turns it back."""
    return (forward, backward) if forward_first else (backward, forward)


def _draw(seed: int, seat: int, purpose: str) -> bytes:
    return hmac.digest(str(seed).encode(), f"{seat} {purpose}".encode(), "sha256")
