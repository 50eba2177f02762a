"""Everything that the lead's page of one person shows where segments are marked; a fixed number of SQL queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from annotator.asking.selectors.people import MarkingPerson, work_of_people
from annotator.asking.selectors.work_time import kept_time_spent
from annotator.asking.work_time import Work
from annotator.models import Ask, AskState, Membership, PersonWarning, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.services.authoring import AUTHOR
from annotator.statistics.segment_agreement import SegmentAgreement
from consensus.agreement.selectors.marked import person_agreement

VIDEOS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class WorkRow:
    """One kind of work: how many answers it made and how long it took; minutes an answer, None without answers."""

    name: str
    answers: int | None
    hours: float

    @property
    def minutes_each(self) -> float | None:
        """Minutes at work for one answer."""
        return 60 * self.hours / self.answers if self.answers else None


@dataclass(frozen=True, slots=True)
class VideoWork:
    """A video that the person wrote about or marked: its questions, and how much of it they watched (0 to 1)."""

    name: str
    wrote: bool
    questions: int
    watched: float | None
    began_at: datetime | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class MarkingPersonPage:
    """A person's work: answers, time, their questions by state, agreement with others, videos newest first."""

    member: Membership
    work: MarkingPerson
    rows: list[WorkRow]
    questions: list[tuple[str, int]]
    agreement: SegmentAgreement | None
    videos: list[VideoWork]
    more_videos: int
    warnings: list[PersonWarning]

    @property
    def open_warnings(self) -> list[PersonWarning]:
        """Those that wait for a lead's answer."""
        return [warning for warning in self.warnings if warning.answered_at is None]


def marking_person_page(member: Membership, *, now: datetime) -> MarkingPersonPage:
    """The person's page as of `now`."""
    spent = kept_time_spent(member.campaign)
    everybody = work_of_people(member.campaign, spent, now=now)
    work = next(one for one in everybody if one.member.pk == member.pk)
    answers = {Work.WRITING: work.written, Work.MARKING: work.marked, Work.JUDGING: work.judged, Work.OTHER: None}
    states = Counter(Ask.objects.filter(author=member).values_list("state", flat=True))
    videos = _videos(member)
    return MarkingPersonPage(
        member=member,
        work=work,
        rows=[WorkRow(kind.value, n, spent.people[member.pk, kind] / 3_600_000) for kind, n in answers.items()],
        questions=[(state, states[state]) for state in AskState.values if states[state]],
        agreement=person_agreement(member),
        videos=videos[:VIDEOS_SHOWN],
        more_videos=max(len(videos) - VIDEOS_SHOWN, 0),
        warnings=list(member.warnings.order_by("-raised_at", "-pk")),
    )


def _videos(member: Membership) -> list[VideoWork]:
    shares = Share.objects.filter(annotator=member, batch__video__isnull=False).select_related(
        "batch__video", "viewing"
    )
    done = Seat.objects.filter(
        LIVE_CAMPAIGN, share__annotator=member, annotator=member, state__in=[SeatState.SCORED, SeatState.SETTLED]
    )
    answered = dict(done.order_by().values_list("share").annotate(n=Count("pk")))
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member, state__in=WAITING_STATES, share__isnull=False)
    open_now = set(waiting.values_list("share", flat=True))
    return [
        _video(share, answered.get(share.pk, 0), has_waiting=share.pk in open_now) for share in shares.order_by("-pk")
    ]


def _video(share: Share, questions: int, *, has_waiting: bool) -> VideoWork:
    viewing, video = getattr(share, "viewing", None), share.batch.video
    assert video is not None
    wrote = share.number == AUTHOR
    seen_s = sum(end - start for start, end in viewing.watched) / 1000 if viewing else 0.0
    return VideoWork(
        name=video.name,
        wrote=wrote,
        questions=questions,
        watched=min(1.0, seen_s / video.duration_s) if viewing else None,
        began_at=viewing.began_at if viewing else None,
        is_open=viewing is not None and viewing.ended_at is None if wrote else has_waiting,
    )
