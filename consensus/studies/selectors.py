"""The depth studies of a campaign: how far each is, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Avg, Count

from annotator.models import Drawn, Score, Seat, Study, StudyPair
from annotator.people.selectors.access import Lead
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.selectors.counting import SeatCounts, counts_by
from consensus.studies.figures import StudiedPair, StudyFigures, study_figures
from moments.campaign.selectors import newest_protocol
from moments.encoders import is_encoder
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, ClipState, Job, JobState

SHOWN_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study with its counts; `missing_clips` are pairs that cannot be shown yet."""

    study: Study
    people: list[str]
    queries: int
    pairs: int
    counts: SeatCounts
    missing_clips: int
    figures: StudyFigures

    @property
    def is_running(self) -> bool:
        """Whether somebody may still score in it."""
        return self.study.stopped_at is None and self.counts.waiting > 0


@dataclass(frozen=True, slots=True)
class StudiesPage:
    """All studies, newest first, and what a new one may be made of; `encoder` is empty if none is known."""

    rows: list[StudyRow]
    people: list[str]
    opened: int
    moments: int
    encoder: str


def newest_order(campaign: Campaign, now: datetime) -> Job | None:
    """The order that is being made or failed, or was made within the hour; None if there is none to tell of."""
    job = newest_job(campaign, "study")
    return None if job and job.state == JobState.DONE and now - job.ordered_at > SHOWN_FOR else job


def studies_page(lead: Lead) -> StudiesPage:
    """The page, in a fixed number of SQL queries."""
    campaign = lead.campaign
    studies = list(campaign.studies.prefetch_related("people").order_by("-number"))
    seats = counts_by(campaign, "study")
    pairs, missing = _pairs(campaign), _missing(campaign)
    moments, protocol = campaign.moments.count(), newest_protocol(campaign).protocol
    rows = []
    for study in studies:
        mine = pairs.get(study.pk, [])
        figures = study_figures(
            mine, top=study.top, cut=protocol.deepest_rank, moments=moments, threshold=protocol.threshold
        )
        people = sorted(member.pseudonym for member in study.people.all())
        rows.append(
            StudyRow(
                study=study,
                people=people,
                queries=len({pair.query for pair in mine}),
                pairs=len(mine),
                counts=seats.get(study.pk, SeatCounts()),
                missing_clips=missing.get(study.pk, 0),
                figures=figures,
            )
        )
    return StudiesPage(
        rows=rows,
        people=list(qualified_annotators(campaign).order_by("pseudonym").values_list("pseudonym", flat=True)),
        opened=campaign.queries.filter(batches__number=1, retired_at=None).count(),
        moments=moments,
        encoder=study_encoder(campaign),
    )


def studied_figures(campaign: Campaign) -> list[tuple[int, StudyFigures]]:
    """Number and figures of every study with a score, oldest first."""
    protocol = newest_protocol(campaign).protocol
    pairs, moments = _pairs(campaign), campaign.moments.count()
    found = [
        (
            study.number,
            study_figures(
                pairs.get(study.pk, []),
                top=study.top,
                cut=protocol.deepest_rank,
                moments=moments,
                threshold=protocol.threshold,
            ),
        )
        for study in campaign.studies.order_by("number")
    ]
    return [(number, figures) for number, figures in found if figures.scored]


def study_encoder(campaign: Campaign) -> str:
    """The encoder that ranked the campaign's candidates; empty if they were imported or pooled."""
    name = campaign.encoder.removesuffix(" and imported")
    return name if is_encoder(name) else ""


def _pairs(campaign: Campaign) -> dict[int, list[StudiedPair]]:
    """By study its pairs with the mean of their scores in it, by query and rank."""
    means = _means(campaign)
    rows = StudyPair.objects.filter(study__campaign=campaign)
    fields = ("study", "pair__query__query_id", "pair__rank", "pair__similarity", "drawn", "pair")
    found: dict[int, list[StudiedPair]] = {}
    for study, query, rank, similarity, drawn, pair in rows.order_by(*fields[:3]).values_list(*fields):
        studied = StudiedPair(query, rank, similarity, drawn == Drawn.TOP, means.get((study, pair)))
        found.setdefault(study, []).append(studied)
    return found


def _means(campaign: Campaign) -> dict[tuple[int, int], float]:
    """By study and pair the mean of the scores given in it; asked for once, as a mean a row takes long at full size."""
    seats = Seat.objects.filter(campaign=campaign, study__isnull=False)
    scores = Score.objects.filter(seat__in=seats, current=True).order_by()
    rows = scores.values_list("seat__study", "seat__pair").annotate(mean=Avg("relevance"))
    return {(study, pair): mean for study, pair, mean in rows}


def _missing(campaign: Campaign) -> dict[int, int]:
    """By study the pairs whose clip is not ready."""
    ready = Clip.objects.filter(state=ClipState.READY).values("moment")
    rows = StudyPair.objects.filter(study__campaign=campaign).exclude(pair__moment__in=ready)
    return dict(rows.order_by().values_list("study").annotate(pairs=Count("pk")))
