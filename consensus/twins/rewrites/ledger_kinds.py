"""Kinds of decisions on rewrites of captions."""

from __future__ import annotations

from moments.base.plurals import counted
from moments.ledger.kinds import LedgerKind, Payload


def _written(payload: Payload) -> str:
    kept, ended = counted(payload["kept"], "rewrite"), payload["ended"]
    early = "" if ended == "done" else f". The run ended early: {ended}"
    return f"{payload['model']} wrote training captions in other words, and {kept} passed the checks{early}"


def _reviewed(payload: Payload) -> str:
    if not payload["verdict"]:
        return f"A lead took back the verdict that the rewrite “{payload['text']}” is {payload['before']}"
    return f"A lead said that the rewrite “{payload['text']}” is {payload['verdict']}"


REWRITES_WRITTEN = LedgerKind("twin_rewrites_written", "campaign", _written)
REWRITES_SAMPLED = LedgerKind(
    "twin_rewrites_sampled",
    "campaign",
    "A sample of {size} of {rewrites} rewrites was drawn for review, with the seed {seed}".format_map,
)
REWRITE_REVIEWED = LedgerKind("twin_rewrite_reviewed", "pair", _reviewed, shown=("verdict",))
