"""Annotators decide on captions and windows: each is given to one of them, leased as seats are, and paid as work."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.asking.selectors.asks import reason_without_writing
from annotator.exam.services.references import require_marking
from annotator.models import DerivedAsk, DerivedState, Membership, Purpose, Seat, SeatState, WorkEvent, WorkKind
from annotator.seats.services.leasing import renew_lease
from annotator.worktime.clock import reported_work
from consensus.derived.judging import Judgement
from consensus.derived.selectors import judgeable
from consensus.derived.services.deciding import accept_derived, reject_derived
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign


class UnknownDerived(BadInput):
    """The person was never given this, or it is somebody else's now."""


@transaction.atomic
def next_to_judge(*, member: Membership, now: datetime) -> DerivedAsk | None:
    """What the annotator has in hand, or the next; None if there is nothing for them.

    Whoever gets one sees the truth of its question, so they can never get a seat on it afterwards (I3). Raises
    BadInput where the campaign does not mark.
    """
    require_marking(member.campaign)
    hold_campaign(member.campaign)
    renew_lease(member=member, now=now)
    if reason_without_writing(member) is not None:
        return None
    found = judgeable(member, now).first()
    if found is None or found.holder_id == member.pk:
        return found
    DerivedAsk.objects.filter(holder=member, state=DerivedState.WAITING).update(holder=None, held_at=None)
    DerivedAsk.objects.filter(pk=found.pk).update(holder=member, held_at=now)
    found.holder, found.held_at = member, now
    _bar(found, member)
    return found


@transaction.atomic
def judge_derived(*, member: Membership, number: int, judgement: Judgement, now: datetime) -> bool:
    """Decide what the annotator has in hand, and count the work; False if this key was known, and nothing changed.

    Raises UnknownDerived for what they were not given or was decided by others, and BadInput, naming the field, for
    what cannot be decided so.
    """
    hold_campaign(member.campaign)
    renew_lease(member=member, now=now)
    if WorkEvent.objects.filter(annotator=member, key=judgement.key).exists():
        return False
    made = DerivedAsk.objects.select_related("ask__campaign", "ask__pair").filter(pk=number, holder=member).first()
    if made is None or made.state != DerivedState.WAITING or reason_without_writing(member) is not None:
        raise UnknownDerived("you have no such caption or window, or somebody else has decided it")
    if judgement.decision == "accept":
        accept_derived(derived=made, actor=member.pseudonym, now=now, text=judgement.text)
    else:
        reject_derived(derived=made, actor=member.pseudonym, now=now, reason=judgement.reason.strip())
    worked = reported_work(now=now, since=made.held_at, ago_ms=judgement.ago_ms, shown_ms=judgement.shown_ms)
    WorkEvent.objects.create(
        annotator=member, kind=WorkKind.CAPTION, key=judgement.key, worked_at=worked.at, shown_ms=worked.shown_ms
    )
    return True


def _bar(made: DerivedAsk, member: Membership) -> None:
    """A superseded seat on the question's pair, which bars the person from it, unless they sat on it before."""
    pair = made.ask.pair
    assert pair is not None
    if not Seat.objects.filter(pair=pair, annotator=member, purpose=Purpose.CAMPAIGN).exists():
        Seat.objects.create(
            campaign_id=pair.campaign_id,
            pair=pair,
            attempt=pair.attempt,
            round=1,  # in round 2 it would look like a score that was set aside
            number=2,
            state=SeatState.RELEASED,
            superseded=True,
            annotator=member,
        )
