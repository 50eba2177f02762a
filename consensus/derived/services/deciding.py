"""What people decide on captions and windows (M5), and what becomes of those whose question got another truth."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import AskOrigin, AskState, DerivedAsk, DerivedState, DerivedTask
from consensus.derived.selectors import live_derived, outdated
from consensus.marking.ledger_kinds import DERIVED_ACCEPTED, DERIVED_REJECTED
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision
from moments.models import Campaign

RULE = "rule"
LONGEST_CAPTION = 1000


@transaction.atomic
def accept_derived(*, derived: DerivedAsk, actor: str, now: datetime, text: str | None = None) -> None:
    """Let a caption or a window count; with `text`, in other words, which are then a person's.

    Raises BadInput if it does not wait, if its question has no truth any more or another one, if the actor requested
    it, and for words that no caption can have.
    """
    _hold(derived)
    if derived.requester and derived.requester == actor:
        raise BadInput("you requested this caption, so another person must accept it")
    if outdated(derived.ask.campaign).filter(pk=derived.pk).exists():
        raise BadInput("its question has another truth now; reject it")
    before = derived.text
    if text is not None and derived.task == DerivedTask.CA:
        derived.text = _caption(text)
    changed = derived.text != before
    if changed:
        derived.origin = AskOrigin.PERSON
    derived.state, derived.actor, derived.decided_at = DerivedState.ACCEPTED, actor, now
    derived.save(update_fields=["text", "origin", "state", "actor", "decided_at"])
    _record(derived, DERIVED_ACCEPTED, actor, now, {"before": before} if changed else {})


@transaction.atomic
def reject_derived(*, derived: DerivedAsk, actor: str, now: datetime, reason: str = "") -> None:
    """Let it not count, whether it waits or was accepted before; raises BadInput if it was rejected already."""
    _hold(derived, waiting=False)
    derived.state, derived.actor, derived.decided_at = DerivedState.REJECTED, actor, now
    derived.save(update_fields=["state", "actor", "decided_at"])
    _record(derived, DERIVED_REJECTED, actor, now, {"reason": reason})


@transaction.atomic
def reject_outdated(*, campaign: Campaign, now: datetime) -> int:
    """Reject what shows an earlier truth of its question; how many. Repeating it finds none."""
    return _reject_all(outdated(campaign), now, "the question has another truth now")


def reject_made_from(*, campaign: Campaign, pairs: Collection[int], now: datetime) -> int:
    """Reject what was made from those questions, whose truth no longer stands; how many."""
    return _reject_all(live_derived(campaign).filter(ask__pair__in=pairs), now, "the truth is no longer valid")


def _reject_all(made: QuerySet[DerivedAsk], now: datetime, reason: str) -> int:
    found = list(made)
    for derived in found:
        reject_derived(derived=derived, actor=RULE, now=now, reason=reason)
    return len(found)


def _hold(derived: DerivedAsk, *, waiting: bool = True) -> None:
    hold_campaign(derived.ask.campaign)
    derived.refresh_from_db()
    if derived.state == DerivedState.REJECTED or (waiting and derived.state != DerivedState.WAITING):
        raise BadInput(f"somebody else has decided it already: it is {derived.state}")
    if waiting and derived.ask.state != AskState.ACCEPTED:
        raise BadInput(f"question {derived.ask.number} has no truth at the moment")


def _caption(text: str) -> str:
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_CAPTION or "\0" in words:
        raise BadInput(f"expected 1 to {LONGEST_CAPTION:,} characters", field="text")
    return words


def _record(derived: DerivedAsk, kind: LedgerKind, actor: str, now: datetime, more: dict[str, object]) -> None:
    window = None if derived.start_ms is None else [derived.start_ms, derived.end_ms]
    payload = {"task": derived.task, "text": derived.text, "window": window, **more}
    pair = derived.ask.pair
    record_decision(campaign=derived.ask.campaign, kind=kind, actor=actor, payload=payload, now=now, pair=pair)
