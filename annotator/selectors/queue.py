"""What waits in a person's queue, and what is left for them beyond it."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import GuidelineExample, Membership, Purpose, Seat, SeatState, Standing
from annotator.models.work import LIVE_CAMPAIGN, WAITING_STATES
from moments.models import Campaign, Clip, ClipState

BARRING_PURPOSES = (Purpose.CAMPAIGN, Purpose.EXAM, Purpose.GOLD)
EXAMINED = (Standing.EXAM, Standing.RELABEL)
MOST_COUNTED = 1000


def deliverable(seats: QuerySet[Seat], *, with_clips: bool) -> QuerySet[Seat]:
    """Those seats whose pair may be shown: not parked and, `with_clips`, its clip ready."""
    seats = seats.filter(superseded=False, pair__parked=False)
    if not with_clips:
        return seats
    return seats.filter(Exists(Clip.objects.filter(moment=OuterRef("pair__moment"), state=ClipState.READY)))


def waiting_seats(member: Membership, *, with_clips: bool = True) -> QuerySet[Seat]:
    """The person's reserved and held seats that may be shown, in the person's order: in the exam its seats alone,
    afterwards all others.
    """
    seats = Seat.objects.filter(annotator=member, state__in=WAITING_STATES)
    of_exam = Q(purpose=Purpose.EXAM)
    seats = seats.filter(of_exam if member.standing in EXAMINED else ~of_exam)
    return deliverable(seats, with_clips=with_clips).order_by("position")


def unmet(seats: QuerySet[Seat], member: Membership) -> QuerySet[Seat]:
    """Those seats on whose pair the person never sat, in any attempt, nor in exam or as gold (I3).

    Whose pair is or was an example of the guideline, everybody has met.
    """
    earlier = Seat.objects.filter(pair=OuterRef("pair"), annotator=member, purpose__in=BARRING_PURPOSES)
    example = GuidelineExample.objects.filter(pair=OuterRef("pair"))
    return seats.filter(~Exists(earlier), ~Exists(example))


def open_seats(campaign: Campaign, *, with_clips: bool = True) -> QuerySet[Seat]:
    """Live campaign seats that nobody has and that may be shown."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, state=SeatState.OPEN)
    return deliverable(seats, with_clips=with_clips)


def single_seats(campaign: Campaign, *, with_clips: bool = True) -> QuerySet[Seat]:
    """Open seats that go one by one: of round 2, and those left over when a share was taken."""
    return open_seats(campaign, with_clips=with_clips).filter(share=None)


def seats_left(member: Membership, *, with_clips: bool = True) -> int:
    """Seats still available to the person beyond those held: queued, or open on pairs not met.

    Counted up to 1,000 each, so that the cost does not grow with the campaign. In the exam only its seats count.
    """
    queued = waiting_seats(member, with_clips=with_clips).filter(state=SeatState.RESERVED)
    if member.standing != Standing.QUALIFIED:
        return queued[:MOST_COUNTED].count()
    free = unmet(open_seats(member.campaign, with_clips=with_clips), member).order_by("id")
    pairs = set(free.values_list("pair_id", flat=True)[: 2 * MOST_COUNTED])
    return queued[:MOST_COUNTED].count() + min(len(pairs), MOST_COUNTED)
