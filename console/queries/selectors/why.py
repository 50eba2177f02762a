"""Why one pair is what it is: its entries of the ledger in order, each with number and hash (I8)."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from annotator.people.selectors.access import Lead
from annotator.player.selectors import PlayableClip, playable_clips
from consensus.decisions.selectors.story import ledger_steps
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from moments.models import LedgerEntry, Pair


@dataclass(frozen=True, slots=True)
class Why:
    """A pair, its clip and current verdict, and the entries of the ledger that led to it, each with its sentence."""

    pair: Pair
    clip: PlayableClip
    verdict: Verdict | None
    steps: list[tuple[LedgerEntry, str]]


def why(lead: Lead, number: int) -> Why:
    """The story of the pair of that number; raises Http404 if the campaign has none. A fixed number of SQL queries."""
    pairs = lead.campaign.pairs.select_related("query", "batch__protocol", "moment__video")
    pair = pairs.filter(number=number).first()
    if pair is None:
        raise Http404("no such pair")
    verdict = current_verdicts().filter(pair=pair).select_related("protocol").first()
    return Why(pair, playable_clips([pair.moment_id])[pair.moment_id], verdict, ledger_steps(pair))
