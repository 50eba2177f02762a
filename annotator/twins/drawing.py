"""Which captions are also assigned among similar clips, drawn from the campaign's seed (T4)."""

from __future__ import annotations

import hmac

PARTS = 2**64


def checked_among_lookalikes(seed: int, pair: int, *, share: float) -> bool:
    """Whether the caption of the pair with that number is; of many pairs about this `share` are."""
    drawn = hmac.digest(str(seed).encode(), f"{pair} look-alikes".encode(), "sha256")
    return int.from_bytes(drawn[:8]) < share * PARTS
