"""Who takes which share: balances who works with whom (R2), as a pure function."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class OpenShare:
    """A share that nobody has; `partner` has the batch's other share, None where that is open too."""

    share: int
    batch: int
    partner: int | None


def chosen_share(
    shares: Sequence[OpenShare], *, batches_with: Mapping[int, int], colleagues: Iterable[int]
) -> OpenShare | None:
    """The share that a person should take next, None if there is none.

    `batches_with` counts the batches that the person has in common with each colleague, `colleagues`
    are those at work. A batch that somebody began is finished first, beside the colleague met least;
    but while a colleague met less often may still come, a fresh batch is begun for them. Batches
    opened first go first.
    """
    begun = [share for share in shares if share.partner is not None]
    fresh = [share for share in shares if share.partner is None]

    def met(share: OpenShare) -> tuple[int, int]:
        return batches_with.get(share.partner or 0, 0), share.batch

    best = min(begun, key=met, default=None)
    least = min((batches_with.get(colleague, 0) for colleague in colleagues), default=0)
    if best is not None and (met(best)[0] <= least or not fresh):
        return best
    return min(fresh, key=lambda share: share.batch, default=best)


def seeded_order(items: Sequence[Item], *parts: object) -> list[Item]:
    """The items in an order that only `parts` (such as campaign seed, person, batch) decide."""
    digest = hashlib.sha256(repr(parts).encode()).digest()
    shuffled = list(items)
    random.Random(digest).shuffle(shuffled)
    return shuffled
