"""The exam of a twins campaign, as its pages show it: clips for the bank, samples, writers, the report as files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, QuerySet

from annotator.exam.selectors.exams import writing_items
from annotator.exam.selectors.samples import SampleProgress, sample_progress, sample_scores, ungraded_samples
from annotator.exam.selectors.twin_report import TwinReport
from annotator.models import (
    Exam,
    ExamItem,
    Membership,
    Role,
    SampleGrade,
    Score,
    Seat,
    SeatState,
    Sitting,
    SittingState,
    Standing,
    TwinCaption,
)
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.player.selectors import PlayableClip, playable_clips
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.selectors.writers import asks_for_samples
from annotator.statistics.estimate import Estimate
from annotator.text.spreadsheet import Cell
from annotator.twins.answers import KnownCase
from annotator.twins.tasks import TwinTask
from consensus.twin_truths.selectors.unopened import unopened_twins, with_both_clips
from moments.models import Campaign, Moment, Twin

CASE_WORDS = {
    KnownCase.TWINS: "Both look real",
    KnownCase.SINGLE: "The reverse looks unreal",
    KnownCase.DROPPED: "Time does not matter",
}


@dataclass(frozen=True, slots=True)
class TwinClips:
    """The clips of a moment and of its twin."""

    forward: PlayableClip
    backward: PlayableClip


@dataclass(frozen=True, slots=True)
class SampleCard:
    """One sample that waits for a grade, or was graded: the captions with their clips, and the remarks before."""

    score: Score
    forward: Moment
    texts: TwinCaption
    clips: TwinClips
    grade: SampleGrade | None
    remarks: list[str]


@dataclass(frozen=True, slots=True)
class WriterRow:
    """Somebody who works in the campaign, how far they are with samples, if any, and whether they may write."""

    member: Membership
    progress: SampleProgress | None
    permitted: bool


def usable_clips(campaign: Campaign) -> QuerySet[Twin]:
    """The twins that nobody is asked about and no exam holds, with clips in both directions."""
    return with_both_clips(unopened_twins(campaign)).select_related("forward__video", "backward")


def clips_of(moments: Iterable[int]) -> dict[int, TwinClips]:
    """What to play of each of the moments (by primary key) and of its twin; four SQL queries."""
    twins = twins_of_moments(moments)
    playable = playable_clips({side for twin in twins.values() for side in (twin.forward_id, twin.backward_id)})
    return {moment: TwinClips(playable[twin.forward_id], playable[twin.backward_id]) for moment, twin in twins.items()}


def writing_rows(exam: Exam) -> list[tuple[ExamItem, TwinClips]]:
    """The clips about which people write, with what to play; dropped ones among them."""
    items = list(writing_items(exam, with_dropped=True).select_related("pair__moment__video"))
    clips = clips_of(item.pair.moment_id for item in items)
    return [(item, clips[item.pair.moment_id]) for item in items]


def writers(campaign: Campaign) -> QuerySet[Membership]:
    """Who works in the campaign or may write in it, by pseudonym."""
    working = Q(standing=Standing.QUALIFIED) | Q(writing_permit__isnull=False)
    found = campaign.members.filter(working, role=Role.ANNOTATOR)
    return found.select_related("user", "writing_permit").order_by("pseudonym")


def clips_without_writer(campaign: Campaign) -> int:
    """How many clips wait for captions that nobody may write, as nobody who works has passed the samples."""
    if not asks_for_samples(campaign) or writers(campaign).filter(writing_permit__isnull=False).exists():
        return 0
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, state=SeatState.OPEN)
    return waiting.filter(pair__query__query_id=TwinTask.CAPTION.query_id).count()


def writer_rows(exam: Exam, members: Iterable[Membership]) -> list[WriterRow]:
    """The people with how far they are with samples of the exam, in a fixed number of SQL queries."""
    members = list(members)
    passed = Sitting.objects.filter(exam=exam, member__in=members, state=SittingState.PASSED).order_by("number")
    last = {sitting.member_id: sitting for sitting in passed}
    progress = sample_progress(exam, last.values())
    return [
        WriterRow(
            one,
            progress.get(last[one.pk].pk) if one.pk in last else None,
            hasattr(one, "writing_permit"),
        )
        for one in members
    ]


def waiting_cards(
    campaign: Campaign, *, after: int | None = None, most: int, score: int | None = None
) -> list[SampleCard]:
    """The first samples that wait for a grade, behind the score `after`, oldest first; of one score, if it is named."""
    waiting = ungraded_samples(campaign).order_by("pk")
    waiting = waiting if score is None else waiting.filter(pk=score)
    return _cards((waiting if after is None else waiting.filter(pk__gt=after))[:most])


def graded_cards(campaign: Campaign, *, most: int, score: int | None = None) -> list[SampleCard]:
    """The samples that were graded last, newest first; of one score only, if it is named."""
    graded = sample_scores(campaign).filter(sample_grade__isnull=False).order_by("-sample_grade__graded_at", "-pk")
    return _cards((graded if score is None else graded.filter(pk=score))[:most])


def _cards(scores: QuerySet[Score]) -> list[SampleCard]:
    found = list(
        scores.select_related(
            "annotator__user", "seat__pair__moment__video", "twin_caption", "sample_grade", "seat__sitting__exam"
        )
    )
    clips = clips_of(score.seat.pair.moment_id for score in found)
    before = _remarks(found)
    return [
        SampleCard(
            score,
            score.seat.pair.moment,
            score.twin_caption,
            clips[score.seat.pair.moment_id],
            getattr(score, "sample_grade", None),
            before.get((score.seat.sitting_id, score.seat.pair_id), [])[: score.seat.attempt - 1],
        )
        for score in found
    ]


def _remarks(scores: list[Score]) -> dict[tuple[int | None, int], list[str]]:
    """What leads remarked on samples that did not pass, oldest first, by sitting and pair."""
    seats = [score.seat for score in scores if score.seat.attempt > 1]
    grades = SampleGrade.objects.filter(
        passed=False,
        score__seat__sitting__in=[seat.sitting_id for seat in seats],
        score__seat__pair__in=[seat.pair_id for seat in seats],
    )
    found: dict[tuple[int | None, int], list[str]] = {}
    rows = grades.order_by("score__seat__attempt").values_list("score__seat__sitting", "score__seat__pair", "remark")
    for sitting, pair, remark in rows:
        found.setdefault((sitting, pair), []).append(remark)
    return found


def people_table(report: TwinReport) -> tuple[list[str], list[list[Cell]]]:
    """Every sitting with its figures."""
    header = ["worker", "worker_id", "sitting", "state", "answered", "median_seconds", "missed_share"]
    header += [f"missed_share_{case}" for case in KnownCase]
    rows: list[list[Cell]] = []
    for row in report.people:
        member = row.sitting.member
        worker_id = "" if member.user.has_left else member.user.username
        figures = [_number(value) for value in (row.median_s, row.missed, *(one.share for one in row.cases))]
        rows.append([member.pseudonym, worker_id, row.sitting.number, row.sitting.state, row.answered, *figures])
    return header, rows


def pairs_table(report: TwinReport) -> tuple[list[str], list[list[Cell]]]:
    """Every clip with its case and the first answers to it."""
    header = ["pair", "desc_id", "truth", "doubtful", "answered", "missed"]
    return header, [
        [
            row.item.pair.number,
            row.item.pair.moment.desc_id,
            row.case.value,
            "yes" if row.item.doubtful else "no",
            row.answered,
            row.missed,
        ]
        for row in report.items
    ]


def cohort_table(report: TwinReport) -> tuple[list[str], list[list[Cell]]]:
    """The means over people."""
    named: list[tuple[str, Estimate]] = [("missed_share", report.missed)]
    named += [(f"missed_share_{case}", one) for case, one in report.cases]
    return ["measure", "people", "value", "low", "high", "why_none"], [
        [name, report.takers, _number(one.value), _number(one.low), _number(one.high), one.reason]
        for name, one in named
    ]


TWIN_TABLES = {"people": people_table, "pairs": pairs_table, "cohort": cohort_table}


def _number(value: float | None) -> Cell:
    return None if value is None else Decimal(f"{round(value, 4) + 0.0:.4f}")
