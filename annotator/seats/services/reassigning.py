"""How a lead moves the seats in somebody's queue: to somebody else, or back to everybody (R2–R4, I3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import Membership, Seat, Share
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.ledger_kinds import SEATS_REASSIGNED, SEATS_RELEASED
from annotator.seats.selectors.queue import unmet
from annotator.seats.selectors.writers import may_write, permitted
from annotator.seats.services.parting import part_seats
from annotator.seats.services.seating import open_again
from annotator.seats.services.superseding import hold_people
from annotator.seats.services.taking import reserve_seats
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Query


@dataclass(frozen=True, slots=True)
class Reassigned:
    """How many seats changed hands, and how many stayed because the other may not take them."""

    seats: int
    skipped: int


@transaction.atomic
def reassign_seats(
    *, member: Membership, to: Membership, reason: str, now: datetime, actor: str, query: Query | None = None
) -> Reassigned:
    """Move the person's waiting campaign seats, all or of one query, to the end of another's queue.

    Pairs that the other has met stay where they are (I3), and so do captions that the other may not write. A share
    goes whole, so that the batch keeps two people (R2); where the other has the batch's other share, its seats go one
    by one. A score that comes late is answered as R13 says. Raises BadInput without a reason, for the same person, for
    who is not qualified, and where nothing waits.
    """
    if not reason:
        raise BadInput("reason: give a reason")
    if to.pk == member.pk or to.campaign_id != member.campaign_id:
        raise BadInput("to: expected another person of this campaign")
    hold_campaign(member.campaign)
    hold_people(member.campaign)
    if not qualified_annotators(member.campaign).filter(pk=to.pk).exists():
        raise BadInput(f"to: {to.pseudonym} is not qualified")
    waiting = _waiting(member, query)
    chosen = list(unmet(permitted(waiting, writes=may_write(to)), to).select_related("pair").order_by("pk"))
    skipped = len(waiting) - len(chosen)
    _move_shares(member, to, chosen)
    moved = reserve_seats(to, [seat.pk for seat in chosen], now, owner=member.pk)
    part_seats({seat.pair.batch_id for seat in chosen if seat.pair.batch_id is not None})
    payload = {"person": member.pseudonym, "reason": reason, "to": to.pseudonym, "seats": moved, "skipped": skipped}
    record_decision(campaign=member.campaign, kind=SEATS_REASSIGNED, actor=actor, payload=payload, now=now, query=query)
    return Reassigned(moved, skipped)


@transaction.atomic
def release_seats(*, member: Membership, reason: str, now: datetime, actor: str, query: Query | None = None) -> int:
    """Open the person's waiting campaign seats, all or of one query, to everybody; how many.

    They may come to the same person again if nobody else takes them. Raises BadInput without a reason and where
    nothing waits.
    """
    if not reason:
        raise BadInput("reason: give a reason")
    hold_campaign(member.campaign)
    hold_people(member.campaign)
    released = open_again(member=member, waiting=_waiting(member, query))
    payload = {"person": member.pseudonym, "reason": reason, "seats": released}
    record_decision(campaign=member.campaign, kind=SEATS_RELEASED, actor=actor, payload=payload, now=now, query=query)
    return released


def _waiting(member: Membership, query: Query | None) -> QuerySet[Seat]:
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES)
    waiting = waiting if query is None else waiting.filter(pair__query=query)
    if not waiting.exists():
        raise BadInput(f"{member.pseudonym} no longer has any waiting seats{' on this query' if query else ''}")
    return waiting


def _move_shares(member: Membership, to: Membership, chosen: Sequence[Seat]) -> None:
    """Give the seats' shares to the other person if R2 allows it; other seats become single seats."""
    shares = Share.objects.in_bulk({seat.share_id for seat in chosen if seat.share_id is not None})
    going = [pk for pk, share in shares.items() if share.beside_id != to.pk and share.annotator_id == member.pk]
    Share.objects.filter(pk__in=going, annotator=member).update(annotator=to)
    ids = [seat.pk for seat in chosen]
    parting = Seat.objects.filter(LIVE_CAMPAIGN, share__in=list(shares), annotator=member, state__in=WAITING_STATES)
    parting.filter(share__in=going).exclude(pk__in=ids).update(share=None)
    parting.filter(pk__in=ids).exclude(share__in=going).update(share=None)
