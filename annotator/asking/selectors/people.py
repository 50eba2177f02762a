"""Who wrote, marked and judged how much in a marking campaign, and what they are at now; four SQL queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, F, Value, When

from annotator.asking.selectors.work_time import TimeSpent
from annotator.asking.work_time import Work
from annotator.models import Membership, Purpose, Role, Seat, SeatState, Viewing
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.memberships import members_at_work
from annotator.seats.services.authoring import AUTHOR
from moments.models import Campaign

ANSWERED = (SeatState.SCORED, SeatState.SETTLED)
# Whoever is in the author's place of another person's question marks it.
WORK = Case(
    When(round=2, then=Value(Work.JUDGING.value)),
    When(pair__ask__author=F("annotator"), then=Value(Work.WRITING.value)),
    default=Value(Work.MARKING.value),
)


@dataclass(frozen=True, slots=True)
class MarkingPerson:
    """An annotator: questions written, marked and judged, seconds of video watched, milliseconds at work.

    `now` says what they are at; it is empty if their program asked for nothing within the lease.
    """

    member: Membership
    written: int
    marked: int
    judged: int
    watched_s: float
    millis: int
    now: str

    @property
    def worked_s(self) -> float:
        """Seconds at work."""
        return self.millis / 1000

    @property
    def has_answers(self) -> bool:
        """Whether any of their answers counts."""
        return bool(self.written or self.marked or self.judged)

    @property
    def has_worked(self) -> bool:
        """Whether anything of theirs is in the campaign."""
        return self.has_answers or self.millis > 0


def work_of_people(campaign: Campaign, spent: TimeSpent, *, now: datetime) -> list[MarkingPerson]:
    """Every annotator of the campaign as of `now`, those who work now first, then those who worked most."""
    done, watched, doing = _done(campaign), _watched(campaign), _doing(campaign)
    active = set(members_at_work(campaign, now).values_list("pk", flat=True))
    members = campaign.members.filter(role=Role.ANNOTATOR).select_related("user").order_by("pk")
    people = [
        MarkingPerson(
            member=member,
            written=done[member.pk, Work.WRITING],
            marked=done[member.pk, Work.MARKING],
            judged=done[member.pk, Work.JUDGING],
            watched_s=watched[member.pk] / 1000,
            millis=spent.of_person(member.pk),
            now=doing.get(member.pk, "signed in") if member.pk in active else "",
        )
        for member in members
    ]
    return sorted(people, key=lambda one: (not one.now, -one.millis, one.member.pk))


@dataclass(frozen=True, slots=True)
class OwnAnswers:
    """How many questions a person wrote, marked and judged, and the seconds of video that they watched."""

    written: int
    marked: int
    judged: int
    watched_s: float


def own_answers(member: Membership) -> OwnAnswers:
    """The person's own answers, whatever became of them; two SQL queries."""
    mine = Seat.objects.filter(annotator=member, purpose=Purpose.CAMPAIGN, state__in=ANSWERED).order_by()
    done = Counter(dict(mine.annotate(work=WORK).values_list("work").annotate(n=Count("pk"))))
    watched = Viewing.objects.filter(share__annotator=member).values_list("watched", flat=True)
    millis = sum(end - start for stretches in watched for start, end in stretches)
    return OwnAnswers(done[Work.WRITING], done[Work.MARKING], done[Work.JUDGING], millis / 1000)


def _done(campaign: Campaign) -> Counter[tuple[int | None, str]]:
    """Answers that count, by person and work."""
    rows = Seat.objects.filter(
        LIVE_CAMPAIGN, campaign=campaign, state__in=[SeatState.SCORED, SeatState.SETTLED]
    ).order_by()
    counted = rows.annotate(work=WORK).values_list("annotator", "work").annotate(n=Count("pk"))
    return Counter({(person, work): n for person, work, n in counted})


def _watched(campaign: Campaign) -> Counter[int]:
    """Milliseconds of video that each person watched, in all their viewings."""
    found: Counter[int] = Counter()
    viewings = Viewing.objects.filter(share__campaign=campaign, share__annotator__isnull=False)
    for person, watched in viewings.values_list("share__annotator", "watched"):
        found[person] += sum(end - start for start, end in watched)
    return found


def _doing(campaign: Campaign) -> dict[int, str]:
    """What each person has before them: a video to write about, or a video or pieces to mark."""
    found: dict[int, str] = {}
    held = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, state=SeatState.HELD, annotator__isnull=False)
    rows = held.order_by("annotator", "position").values_list("annotator", "round", "pair__moment__video__name")
    for person, turn, video in rows:
        found.setdefault(person, f"{'marking' if turn == 1 else 'judging pieces of'} {video}")
    writing = Viewing.objects.filter(share__campaign=campaign, share__number=AUTHOR, ended_at=None)
    for person, video in writing.values_list("share__annotator", "share__batch__video__name"):
        found.setdefault(person, f"writing about {video}")
    return found
