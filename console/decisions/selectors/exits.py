"""What leads lately decided about pairs that could not be scored; shared by the queues that end or return pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from annotator.people.selectors.access import Lead
from consensus.decisions.ledger_kinds import PAIR_PUT_BACK
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.pairs.selectors.by_leads import pair_exits
from console.decisions.selectors.items import Done, what_of
from moments.models import LedgerEntry, Pair

SHOWN_LATELY = 8


def exits_lately(lead: Lead, item: int | None) -> list[Done]:
    """The newest such decisions, or that on one pair; each can be undone as long as it stands."""
    entries = list(pair_exits(lead.campaign, number=item)[: 1 if item is not None else SHOWN_LATELY])
    numbers = [entry.pair_number for entry in entries if entry.pair_number is not None]
    pairs = {pair.number: pair for pair in lead.campaign.pairs.filter(number__in=numbers).select_related("query")}
    undoable = _undoable(entries, list(pairs.values()))
    if not lead.campaign.is_graded:  # a question that was withdrawn stays rejected
        undoable &= {entry.pk for entry in entries if entry.kind == PAIR_PUT_BACK.name}
    return [_done(lead, entry, pairs[entry.pair_number], undoable) for entry in entries if entry.pair_number in pairs]


def _done(lead: Lead, entry: LedgerEntry, pair: Pair, undoable: set[int]) -> Done:
    is_back = entry.kind == PAIR_PUT_BACK.name
    undo = "Undo" if is_back else "Reopen"
    return Done(
        item=pair.number,
        what=what_of(pair, lead.campaign),
        pair=pair,
        outcome="put back" if is_back else "withdrawn",
        actor=entry.actor,
        at=entry.at,
        reason=json.loads(entry.payload)["reason"],
        seen=str(entry.number),
        undo=undo if entry.pk in undoable else "",
    )


def _undoable(entries: Sequence[LedgerEntry], pairs: Sequence[Pair]) -> set[int]:
    """Entries (by primary key) that are the last word on their pair and whose effect still stands."""
    kinds = dict(current_verdicts().filter(pair__in=pairs).values_list("pair__number", "kind"))
    newest: dict[int, LedgerEntry] = {}
    for entry in entries:
        newest.setdefault(entry.pair_number or 0, entry)
    return {
        entry.pk
        for number, entry in newest.items()
        if (kinds.get(number) == VerdictKind.WITHDRAWN if entry.kind != PAIR_PUT_BACK.name else number not in kinds)
    }
