"""Kinds of decisions on splits."""

from __future__ import annotations

from moments.ledger.kinds import LedgerKind, Payload


def _drawn(payload: Payload) -> str:
    clips = ", ".join(f"{count:,} in {split}" for split, count in payload["clips"].items())
    return f"The splits were drawn with the seed {payload['seed']}: {clips}"


SPLITS_DRAWN = LedgerKind("splits_drawn", "campaign", _drawn)
