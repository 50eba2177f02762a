"""The seats that wait in one person's queue, by query, and who else may be given them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q

from annotator.models import Membership, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators

MOST_QUERIES = 100
MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class WaitingSeats:
    """What waits for a person, and the pseudonyms of the others who are qualified.

    Each query, those with most seats first, has its `query_id`, its waiting `seats`, and how many are `held` on screen.
    """

    seats: int
    queries: Sequence[Mapping[str, object]]
    others: list[str]

    @property
    def is_cut(self) -> bool:
        """Whether there are more queries than are listed."""
        return len(self.queries) == MOST_QUERIES


def waiting_seats_of(member: Membership) -> WaitingSeats:
    """In three SQL queries."""
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES)
    rows = (
        waiting.order_by()
        .values(query_id=F("pair__query__query_id"))
        .annotate(seats=Count("pk"), held=Count("pk", filter=Q(state=SeatState.HELD)))
        .order_by("-seats", "query_id")
    )
    others = qualified_annotators(member.campaign).exclude(pk=member.pk).order_by("pseudonym")
    return WaitingSeats(
        seats=waiting.count(),
        queries=list(rows[:MOST_QUERIES]),
        others=list(others.values_list("pseudonym", flat=True)[:MOST_PEOPLE]),
    )
