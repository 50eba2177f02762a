"""What leads decide about pairs: those that the rule discarded, and their verdicts on them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from annotator.models import Score
from consensus.decisions.ledger_kinds import PAIR_HELD, PAIR_PUT_BACK, PAIR_REOPENED, PAIR_WITHDRAWN
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from moments.models import Campaign, LedgerEntry, Pair

RECENT = 5000  # entries of the ledger among which the latest decisions are looked for


def discarded_pairs(campaign: Campaign, *, lead: str) -> QuerySet[Pair]:
    """Graded pairs that the rule discarded and nobody has adjudicated, without those that this lead scored."""
    if not campaign.is_graded:
        return campaign.pairs.none()
    ruled = current_verdicts().filter(pair__campaign=campaign, kind=VerdictKind.DISCARDED)
    own = Score.objects.filter(seat__pair=OuterRef("pk"), annotator__pseudonym=lead)
    return campaign.pairs.filter(~Exists(own), pk__in=ruled.values("pair"))


def adjudications(campaign: Campaign) -> QuerySet[Verdict]:
    """The standing verdicts of leads on pairs that the rule had discarded, the newest first."""
    given = current_verdicts().filter(pair__campaign=campaign, kind=VerdictKind.ADJUDICATED)
    return given.select_related("pair__query", "pair__moment").order_by("-decided_at", "-pk")


def were_scores_shown(pair: Pair) -> bool:
    """Whether a lead ever gave the pair's current attempt a relevance: its line shows all leads the others' scores."""
    return Verdict.objects.filter(pair=pair, attempt=pair.attempt, kind=VerdictKind.ADJUDICATED).exists()


def pair_exits(campaign: Campaign, *, number: int | None = None) -> QuerySet[LedgerEntry]:
    """What leads decided about pairs that could not be scored, the newest first; of one pair, or lately of any."""
    entries = campaign.ledger.filter(kind__in=[PAIR_PUT_BACK.name, PAIR_WITHDRAWN.name]).exclude(actor="rule")
    if number is not None:
        return entries.filter(pair_number=number).order_by("-number")
    newest = campaign.ledger.order_by("-number").values_list("number", flat=True).first() or 0
    return entries.filter(number__gt=newest - RECENT).order_by("-number")


def exit_of(pair: Pair) -> LedgerEntry | None:
    """The newest such decision on the pair, or what took it back."""
    kinds = [kind.name for kind in (PAIR_PUT_BACK, PAIR_WITHDRAWN, PAIR_HELD, PAIR_REOPENED)]
    entries = LedgerEntry.objects.filter(campaign=pair.campaign_id, pair_number=pair.number, kind__in=kinds)
    return entries.order_by("-number").first()
