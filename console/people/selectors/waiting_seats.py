"""The seats that wait in one person's queue, by query, and who else may be given them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from annotator.models import Membership, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators

MOST_QUERIES = 100
MOST_PEOPLE = 200


@dataclass(frozen=True, slots=True)
class WaitingQuery:
    """A query of which seats wait in somebody's queue; `held` of them are on their screen already."""

    query_id: int
    text: str
    seats: int
    held: int


@dataclass(frozen=True, slots=True)
class WaitingSeats:
    """What waits for a person, the queries with most first; and the pseudonyms of the others who are qualified."""

    seats: int
    queries: list[WaitingQuery]
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
        .values_list("pair__query__query_id", "pair__query__text")
        .annotate(seats=Count("pk"), held=Count("pk", filter=Q(state=SeatState.HELD)))
        .order_by("-seats", "pair__query__query_id")
    )
    others = qualified_annotators(member.campaign).exclude(pk=member.pk).order_by("pseudonym")
    return WaitingSeats(
        seats=waiting.count(),
        queries=[WaitingQuery(*row) for row in rows[:MOST_QUERIES]],
        others=list(others.values_list("pseudonym", flat=True)[:MOST_PEOPLE]),
    )
