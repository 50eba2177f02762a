"""How far the questions and videos of a marking campaign are; a fixed number of SQL queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Case, CharField, Count, Exists, F, OuterRef, Q, Sum, Value, When

from annotator.asking.selectors.videos import ready_videos
from annotator.models import AskedPiece, AskState, AskTask, Seat, SeatState, Share, Viewing
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.services.authoring import AUTHOR, MARKER
from consensus.truths.selectors.complete import questions_for_lead
from console.campaign.marking_forecast import Pass
from moments.models import Batch, Campaign

WAITING = (SeatState.OPEN, *WAITING_STATES)


class QuestionStage(StrEnum):
    """Where a question is, in the order of its way."""

    READY = "ready"
    DRAFT = "draft"
    WRITTEN = "written"
    MARKING = "marking"
    THIRD = "third"
    LEAD = "lead"
    RETURNED = "returned"
    DECIDED = "decided"
    REJECTED = "rejected"


STAGE_NAMES = {
    QuestionStage.READY: "Ready",
    QuestionStage.DRAFT: "Draft",
    QuestionStage.WRITTEN: "Written",
    QuestionStage.MARKING: "With a marker",
    QuestionStage.THIRD: "With a third annotator",
    QuestionStage.LEAD: "With the lead",
    QuestionStage.RETURNED: "Returned",
    QuestionStage.DECIDED: "Decided",
    QuestionStage.REJECTED: "Rejected",
}
UNDECIDED = (
    QuestionStage.WRITTEN,
    QuestionStage.MARKING,
    QuestionStage.THIRD,
    QuestionStage.LEAD,
    QuestionStage.RETURNED,
)
RULED = (QuestionStage.THIRD, QuestionStage.LEAD, QuestionStage.RETURNED, QuestionStage.DECIDED)


class VideoStage(StrEnum):
    """How far the work on a video is."""

    NO_PROXY = "no proxy yet"
    UNTOUCHED = "nobody has begun"
    WRITING = "being written about"
    MARKING = "waiting for a marker or being marked"
    SETTLING = "marked, not decided"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class StageRow:
    """The questions of one domain and task, by stage, in the order of the stages."""

    domain: str
    task: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All its questions."""
        return sum(self.counts)


class VideoCount(NamedTuple):
    """Videos at a stage, and their seconds."""

    videos: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MarkingStages:
    """Questions by stage, domain and task; videos by stage; what was written and marked, video by video (`passes`)."""

    rows: tuple[StageRow, ...]
    totals: tuple[int, ...]
    videos: dict[VideoStage, VideoCount]
    passes: tuple[Pass, ...]

    def at(self, stage: QuestionStage) -> int:
        """The questions at that stage."""
        return self.totals[list(QuestionStage).index(stage)]

    def among(self, stages: Sequence[QuestionStage]) -> int:
        """The questions at any of those stages."""
        return sum(self.at(stage) for stage in stages)

    @property
    def all_videos(self) -> VideoCount:
        """All videos of the campaign."""
        counts = self.videos.values()
        return VideoCount(sum(one.videos for one in counts), sum(one.seconds for one in counts))


def marking_stages(campaign: Campaign) -> MarkingStages:
    """The stages now."""
    counted = Counter({(domain, task, stage): n for domain, task, stage, n in _by_stage(campaign)})
    places = sorted({(domain, task) for domain, task, _ in counted})
    rows = tuple(
        StageRow(domain, AskTask(task).name, tuple(counted[domain, task, stage] for stage in QuestionStage))
        for domain, task in places
    )
    totals = tuple(sum(column) for column in zip(*(row.counts for row in rows), strict=True)) if rows else ()
    passes = _passes(campaign)
    return MarkingStages(
        rows=rows,
        totals=totals or (0,) * len(QuestionStage),
        videos=_videos(campaign, passes),
        passes=tuple(one for _, one in passes),
    )


def _by_stage(campaign: Campaign) -> list[tuple[str, str, str, int]]:
    """How many questions of a domain and a task are at each stage."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"))
    unsettled = seats.exclude(state__in=[SeatState.SETTLED, SeatState.RELEASED])
    cases = [
        When(state=AskState.DRAFT, author=None, then=Value(QuestionStage.READY)),
        When(state=AskState.DRAFT, then=Value(QuestionStage.DRAFT)),
        When(state=AskState.RETURNED, then=Value(QuestionStage.RETURNED)),
        When(~Exists(unsettled), state=AskState.ACCEPTED, then=Value(QuestionStage.DECIDED)),  # else it was voided
        When(state=AskState.REJECTED, then=Value(QuestionStage.REJECTED)),
        When(Exists(unsettled.filter(round=2)), then=Value(QuestionStage.THIRD)),
        When(pair__in=questions_for_lead(campaign).order_by().values("pk"), then=Value(QuestionStage.LEAD)),
        When(Exists(seats.filter(round=1, number=MARKER)), then=Value(QuestionStage.MARKING)),
    ]
    stage = Case(*cases, default=Value(QuestionStage.WRITTEN), output_field=CharField())
    rows = campaign.asks.annotate(stage=stage).order_by().values_list("video__domain", "task", "stage")
    return list(rows.annotate(n=Count("pk")))


def _passes(campaign: Campaign) -> list[tuple[int, Pass]]:
    """Each person's writing about a video, with what became of it, and the video by primary key."""
    shares = Share.objects.filter(batch=OuterRef("pk"))
    open_now = Viewing.objects.filter(share__batch=OuterRef("pk"), share__number=AUTHOR, ended_at=None)
    unmarked = Seat.objects.filter(LIVE_CAMPAIGN, pair__batch=OuterRef("pk"), round=1, number=MARKER, state__in=WAITING)
    batches = Batch.objects.filter(campaign=campaign, video__isnull=False).annotate(
        passed_on=Exists(shares.filter(number=MARKER)), is_open=Exists(open_now), is_unmarked=Exists(unmarked)
    )
    asked = Counter(
        dict(campaign.asks.filter(pair__isnull=False).values_list("batch").annotate(n=Count("pk")).order_by())
    )
    pieces = _pieces(campaign)
    rows = batches.order_by("pk").values_list("pk", "video", "video__duration_s", "passed_on", "is_open", "is_unmarked")
    return [
        (
            video,
            Pass(
                batch=batch,
                video_s=duration_s,
                questions=asked[batch],
                is_written=not is_open,
                is_marked=passed_on and not is_unmarked,
                waits_for_marker=passed_on and is_unmarked,
                pieces_judged=pieces[batch, False],
                pieces_waiting=pieces[batch, True],
            ),
        )
        for batch, video, duration_s, passed_on, is_open, is_unmarked in rows
    ]


def _pieces(campaign: Campaign) -> Counter[tuple[int, bool]]:
    """Pieces by batch, and by whether they wait for a third annotator."""
    waiting = Seat.objects.filter(
        LIVE_CAMPAIGN, pair=OuterRef("pair"), attempt=OuterRef("attempt"), round=2, state__in=WAITING
    )
    rows = AskedPiece.objects.filter(pair__campaign=campaign).annotate(waits=Exists(waiting)).order_by()
    return Counter(
        {(batch, waits): n for batch, waits, n in rows.values_list("pair__batch", "waits").annotate(n=Count("pk"))}
    )


def piece_seconds(campaign: Campaign) -> float:
    """How long the pieces last on which third annotators were asked."""
    length = AskedPiece.objects.filter(pair__campaign=campaign).aggregate(ms=Sum(F("end_ms") - F("start_ms")))["ms"]
    return (length or 0) / 1000


def _videos(campaign: Campaign, passes: Sequence[tuple[int, Pass]]) -> dict[VideoStage, VideoCount]:
    by_video: dict[int, list[Pass]] = defaultdict(list)
    for video, one in passes:
        by_video[video].append(one)
    ready = set(ready_videos(campaign).values_list("pk", flat=True))
    undecided = set(
        campaign.asks.filter(Q(state__in=[AskState.SUBMITTED, AskState.CHECKED, AskState.RETURNED])).values_list(
            "video", flat=True
        )
    )
    found: dict[VideoStage, list[float]] = {stage: [] for stage in VideoStage}
    for video, duration_s in campaign.videos.values_list("pk", "duration_s"):
        found[_stage_of(video, by_video[video], ready, undecided)].append(duration_s)
    return {stage: VideoCount(len(lengths), sum(lengths)) for stage, lengths in found.items()}


def _stage_of(video: int, passes: Sequence[Pass], ready: set[int], undecided: set[int]) -> VideoStage:
    if not passes:
        return VideoStage.UNTOUCHED if video in ready else VideoStage.NO_PROXY
    if any(not one.is_written for one in passes):
        return VideoStage.WRITING
    if any(one.waits_for_marker for one in passes):
        return VideoStage.MARKING
    return VideoStage.SETTLING if video in undecided else VideoStage.DECIDED
