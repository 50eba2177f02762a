"""What waits in a person's queue, and which open seats they may be given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from annotator.models import Ask, GuidelineExample, Membership, Purpose, ReferenceQuestion, Seat, SeatState, Standing
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.twins.tasks import TwinTask
from moments.database.each_row import ExistsEachRow
from moments.database.prepared import PreparedValues
from moments.models import Campaign, Clip, ClipState, Query

BARRING_PURPOSES = (Purpose.CAMPAIGN, Purpose.EXAM, Purpose.GOLD, Purpose.STUDY, Purpose.PILOT)
EXAMINED = (Standing.EXAM, Standing.RELABEL)

Row = TypeVar("Row", bound=Model)


def deliverable(seats: QuerySet[Seat], *, with_clips: bool, with_images: bool = True) -> QuerySet[Seat]:
    """Those seats whose pair may be shown: not parked and, `with_clips`, its clip ready, and the video of its image.

    Only questions have an image: where pairs are graded, looking for one finds nothing (`with_images`).
    """
    seats = seats.filter(superseded=False, pair__parked=False)
    if not with_clips:
        return seats
    ready = Clip.objects.filter(state=ClipState.READY)
    seats = seats.filter(ExistsEachRow(ready.filter(moment=OuterRef("pair__moment"))))
    if not with_images:
        return seats
    shown = ready.filter(moment__video=OuterRef("condition_video"), moment__whole=True)
    hidden = [
        questions.objects.filter(~Exists(shown), pair=OuterRef("pair"), condition_video__isnull=False)
        for questions in (Ask, ReferenceQuestion)
    ]
    return seats.filter(*(~ExistsEachRow(one) for one in hidden))


def waiting_seats(member: Membership, *, with_clips: bool = True) -> QuerySet[Seat]:
    """The person's reserved and held seats that may be shown, in the person's order: in the exam its seats alone,
    afterwards all others.
    """
    return queued_seats(member.pk, Queue.of(member, with_clips=with_clips)).order_by("position")


@dataclass(frozen=True, slots=True)
class Queue:
    """What a person's queue consists of: seats of the exam or all others, and which files must be there.

    Samples of captions, which are seats of the exam, come after it `with_samples`, as its person works already.
    """

    in_exam: bool
    with_clips: bool
    with_images: bool
    with_samples: bool

    @classmethod
    def of(cls, member: Membership, *, with_clips: bool) -> Queue:
        """The person's, as they and their campaign are."""
        return cls(member.standing in EXAMINED, with_clips, member.campaign.is_marked, member.campaign.is_twin)


def queued_seats(member: int, queue: Queue) -> QuerySet[Seat]:
    """The seats that wait in the queue of the member with that primary key and may be shown, in no order."""
    seats = Seat.objects.filter(annotator=member, state__in=WAITING_STATES)
    of_exam = Q(purpose=Purpose.EXAM)
    others = ~of_exam | Q(pair__query__query_id=TwinTask.CAPTION.exam_query_id) if queue.with_samples else ~of_exam
    seats = seats.filter(of_exam if queue.in_exam else others)
    return deliverable(seats, with_clips=queue.with_clips, with_images=queue.with_images)


def few_wait(member: Membership, enough: int, *, with_clips: bool) -> bool:
    """Whether fewer than `enough` seats wait in the person's queue."""
    return len(_some_waiting(enough, Queue.of(member, with_clips=with_clips)).rows(member=member.pk)) < enough


@cache
def _some_waiting(most: int, queue: Queue) -> PreparedValues:
    return PreparedValues(lambda member: queued_seats(member, queue).values_list("pk")[:most], member=int)


def unmet(seats: QuerySet[Seat], member: Membership | int) -> QuerySet[Seat]:
    """Those seats on whose pair the person never sat, in any attempt, nor in exam, as gold, in a study or a pilot (I3).

    Whose pair is or was an example of the guideline, everybody has met. Who met a copy of a question in the exam or as
    gold has met the question.
    """
    earlier = Seat.objects.filter(pair=OuterRef("pair"), annotator=member, purpose__in=BARRING_PURPOSES)
    example = GuidelineExample.objects.filter(pair=OuterRef("pair"))
    copied = Seat.objects.filter(pair__reference__source=OuterRef("pair"), annotator=member)
    return seats.filter(~ExistsEachRow(earlier), ~ExistsEachRow(example), ~ExistsEachRow(copied))


def open_seats(campaign: Campaign | int | OuterRef, *, with_clips: bool = True) -> QuerySet[Seat]:
    """Live campaign seats that nobody has and that may be shown."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, state=SeatState.OPEN)
    return deliverable(seats, with_clips=with_clips)


def single_seats(campaign: Campaign | int, *, with_clips: bool = True) -> QuerySet[Seat]:
    """Open seats that go one by one: of round 2, and those that had to leave their share."""
    return open_seats(campaign, with_clips=with_clips).filter(share=None)


def priority_tiers(campaign: Campaign) -> list[int | None]:
    """The priorities that queries have, the first to hand out first; only None if no query has one.

    The partial index on prioritised queries is all that is read, so that a campaign without priorities pays nothing.
    """
    found = {priority for (priority,) in _priorities.rows(campaign=campaign.pk)}
    return [*sorted(found | {0}, reverse=True)] if found else [None]


def skipping_locked(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Rows that no other transaction is taking; SQLite has one writer and needs no row locks."""
    return rows.select_for_update(skip_locked=True, of=("self",))


def prioritised(campaign: int) -> QuerySet[Query, Any]:
    """The priorities above and below the usual one."""
    queries = Query.objects.filter(campaign=campaign).exclude(priority=0)
    return queries.order_by("-priority").values_list("priority").distinct()


_priorities = PreparedValues(prioritised, campaign=int)
