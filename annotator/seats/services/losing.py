"""Remembers whose held seats went to others, so that scores that come too late can be paid."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from annotator.models import Membership, Seat, SeatLoss


def record_losses(*, seats: QuerySet[Seat], annotator: int | None = None) -> None:
    """Note who had been given those of the seats that were held, before they become somebody else's or nobody's.

    Where the rows are another's already, but for `held_at`, `annotator` is who had them.
    """
    held = seats.filter(held_at__isnull=False, annotator__isnull=False)
    losses = [
        SeatLoss(seat_id=pk, annotator_id=annotator or owner, held_at=held_at)
        for pk, owner, held_at in held.values_list("pk", "annotator", "held_at")
        if held_at is not None
    ]
    SeatLoss.objects.bulk_create(losses, ignore_conflicts=True)  # the first delivery counts for who lost it twice


def lost_seat(member: Membership, public_id: UUID) -> SeatLoss | None:
    """The person's loss of that seat."""
    losses = SeatLoss.objects.filter(annotator=member, seat__public_id=public_id)
    return losses.select_related("seat__pair").first()
