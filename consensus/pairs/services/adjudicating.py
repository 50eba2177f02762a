"""A lead's own verdict on a pair that the rule discarded, and taking it back (R8)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.models import Score
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.decisions.ledger_kinds import ADJUDICATION_EXPLAINED, ADJUDICATION_WITHDRAWN, PAIR_ADJUDICATED
from consensus.decisions.selectors.verdicts import current_verdicts, has_scored
from consensus.models import Verdict, VerdictKind
from consensus.pairs.selectors.by_leads import were_scores_shown
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Pair


@transaction.atomic
def adjudicate_pair(
    *, pair: Pair, relevance: int, actor: str, reason: str, now: datetime, seen: int | None = None, blind: bool = False
) -> Verdict:
    """Give a discarded pair the lead's relevance in place of the rule's verdict; the new verdict.

    It is no consensus label: exports keep it apart, and R7 goes on seeing a discarded pair. `blind` says that the page
    did not show the others' scores; once somebody adjudicated the pair, all leads could see them there. Raises
    BadInput without a reason, for what is no level, for a pair that the rule has not discarded or whose verdict is
    another than was `seen`, and for who scored the pair themselves.
    """
    if relevance not in pair.campaign.scale:
        raise BadInput(f"relevance: expected {pair.campaign.scale}")
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(pair.campaign)
    pair.refresh_from_db(fields=["attempt"])
    standing = _standing(pair, VerdictKind.DISCARDED, seen)
    if has_scored(pair, actor):
        raise BadInput(f"pair {pair.number} needs another lead, because you scored it yourself")
    is_blind = blind and not were_scores_shown(pair)
    Verdict.objects.filter(pk=standing.pk).update(superseded=True)
    given = Verdict.objects.create(
        pair=pair,
        attempt=pair.attempt,
        kind=VerdictKind.ADJUDICATED,
        relevance=relevance,
        protocol=standing.protocol,
        actor=actor,
        reason=reason,
        decided_at=now,
    )
    payload = {"attempt": pair.attempt, "relevance": relevance, "reason": reason, "scores": _scores(pair)}
    payload |= {"blind": True} if is_blind else {}
    record_decision(campaign=pair.campaign, kind=PAIR_ADJUDICATED, actor=actor, payload=payload, now=now, pair=pair)
    return given


@transaction.atomic
def explain_adjudication(*, pair: Pair, actor: str, reason: str, now: datetime, seen: int) -> Verdict:
    """Give the lead's own adjudication another reason; the verdict.

    Raises BadInput without a reason, and if the pair's verdict is no adjudication of theirs or another than was `seen`.
    """
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(pair.campaign)
    pair.refresh_from_db(fields=["attempt"])
    standing = _standing(pair, VerdictKind.ADJUDICATED, seen)
    if standing.actor != actor:
        raise BadInput(f"only {standing.actor}, who adjudicated pair {pair.number}, can change the reason")
    if standing.reason == reason:
        return standing
    Verdict.objects.filter(pk=standing.pk).update(reason=reason)
    payload = {"relevance": standing.relevance, "before": standing.reason, "reason": reason}
    record_decision(
        campaign=pair.campaign, kind=ADJUDICATION_EXPLAINED, actor=actor, payload=payload, now=now, pair=pair
    )
    standing.reason = reason
    return standing


@transaction.atomic
def withdraw_adjudication(*, pair: Pair, actor: str, reason: str, now: datetime, seen: int | None = None) -> Verdict:
    """Let the rule's verdict stand again, which discarded the pair; that verdict.

    Raises BadInput without a reason, and if the pair's verdict is no adjudication or another than was `seen`.
    """
    if not reason:
        raise BadInput("give a reason")
    hold_campaign(pair.campaign)
    pair.refresh_from_db(fields=["attempt"])
    standing = _standing(pair, VerdictKind.ADJUDICATED, seen)
    Verdict.objects.filter(pk=standing.pk).update(superseded=True)
    ruled = Verdict.objects.filter(pair=pair, attempt=pair.attempt, kind=VerdictKind.DISCARDED).order_by("-pk")[0]
    Verdict.objects.filter(pk=ruled.pk).update(superseded=False)
    ruled.superseded = False
    payload = {"attempt": pair.attempt, "relevance": standing.relevance, "by": standing.actor, "reason": reason}
    record_decision(
        campaign=pair.campaign, kind=ADJUDICATION_WITHDRAWN, actor=actor, payload=payload, now=now, pair=pair
    )
    return ruled


def _standing(pair: Pair, wanted: VerdictKind, seen: int | None) -> Verdict:
    """The verdict that is to go, now that nobody else decides; says what happened where it is another."""
    standing = current_verdicts().filter(pair=pair).select_related("protocol").first()
    if standing is None:
        raise BadInput(f"pair {pair.number} is not decided: it is being scored, attempt {pair.attempt}")
    if standing.kind != wanted:
        raise BadInput(f"pair {pair.number} is {_outcome_of(standing)}")
    if seen not in (None, standing.pk):
        raise BadInput(f"pair {pair.number} has been decided again in the meantime; look at it again")
    return standing


def _outcome_of(verdict: Verdict) -> str:
    """What became of the pair, for a lead who came second."""
    if verdict.kind == VerdictKind.ADJUDICATED:
        return f"already adjudicated: {verdict.relevance} by {verdict.actor}"
    if verdict.kind == VerdictKind.DISCARDED:
        return "discarded by the rule; it no longer has an adjudication"
    return f"{verdict.get_kind_display()}; a lead can adjudicate only what the rule discarded"


def _scores(pair: Pair) -> list[list[object]]:
    """Round, pseudonym and score of what the rule had ruled on."""
    live = {f"seat__{field}": value for field, value in LIVE_CAMPAIGN.children}  # type: ignore[misc]
    scores = Score.objects.filter(seat__pair=pair, seat__attempt=pair.attempt, current=True, **live)
    rows = scores.order_by("seat__round", "seat__number").values_list(
        "seat__round", "annotator__pseudonym", "relevance"
    )
    return [list(row) for row in rows]
