"""Reads what the dataset card tells of a campaign: people, agreement, hours, cost, versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
from django.db.models import Count, Max, Q

from annotator.models import Consent, ConsentGiven, Score, WorkEvent
from annotator.pay.selectors.lines import closed_lines, late_work, open_lines
from annotator.pay.selectors.sheet import pay_sheet
from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting
from annotator.statistics.pairwise import mean_pairwise_kappa
from annotator.statistics.ratings import Ratings
from annotator.statistics.segment_agreement import segment_agreement
from consensus.agreement.selectors.marked import marked_twice
from consensus.agreement.selectors.twins import counted_twin_agreement
from consensus.agreement.twins import ceiling_rows, question_rows
from consensus.export.cards.facts import Agreement, ConsentInForce, Facts, Stated
from consensus.export.formats.columns import RatingColumns
from consensus.models import DatasetCard
from evaluation.scale import Scale
from moments.base.version import VERSION
from moments.campaign.selectors import levels_of
from moments.models import Campaign, CampaignKind, CampaignStatus, Clip, ClipState, PairSource
from moments.scale import PUBLISHED

STATED = tuple(name for name in Stated.__dataclass_fields__ if name != "published_on")


def graded_facts(campaign: Campaign, scores: RatingColumns, unfinished: dict[str, int]) -> Facts:
    """A grading campaign, as the database has it now, with the scores that its verdicts rest on."""
    agreement = _agreement(_ratings(scores, campaign.scale))
    return facts(campaign, scores.workers, len(scores), unfinished, agreement=agreement)


def marked_facts(campaign: Campaign, workers: Sequence[str], markings: int, unfinished: dict[str, int]) -> Facts:
    """A marking campaign, with the agreement of authors and markers."""
    found = segment_agreement([question.compared for question in marked_twice(campaign)])
    agreement = _named(
        {
            "IoU of matched segments, mean": found.iou,
            "edge error in seconds, median": found.edge_median_s,
            "edge error in seconds, 90th percentile": found.edge_90_s,
            "share of the author's segments that the marker missed": found.missed,
            "share of the marker's segments that the author does not have": found.extra,
            "share of questions on which both agree at once": found.agreed,
        }
    )
    return facts(campaign, workers, markings, unfinished, agreement=agreement)


def twin_facts(campaign: Campaign, workers: Sequence[str], answers: int, unfinished: dict[str, int]) -> Facts:
    """A twins campaign, with the agreement of the first two judges of each clip, and the human ceiling (T5)."""
    found = counted_twin_agreement(campaign)
    known = facts(campaign, workers, answers, unfinished, agreement=_named(question_rows(found.questions)))
    return replace(known, ceiling=_named(ceiling_rows(found.ceiling)))


def facts(
    campaign: Campaign,
    workers: Sequence[str],
    answers: int,
    unfinished: dict[str, int],
    *,
    agreement: Sequence[Agreement] = (),
) -> Facts:
    """The campaign as the database has it now; its verdicts rest on that many answers of those pseudonyms."""
    hours, cost = _hours_and_cost(campaign)
    guideline = campaign.guidelines.order_by("-version").values_list("version", flat=True).first()
    head = campaign.ledger_head
    shown, heard = _clips(campaign) if campaign.is_graded else (0, 0)
    return Facts(
        slug=campaign.slug,
        title=campaign.title,
        kind=campaign.kind,
        is_trial=campaign.is_trial,
        software=f"reelevance {VERSION}",
        encoder=campaign.encoder,
        sources=_sources(campaign),
        levels=levels_of(campaign) if campaign.is_graded else PUBLISHED,
        is_archive=campaign.status == CampaignStatus.ARCHIVE,
        stated=stated(campaign),
        protocols=_protocols(campaign),
        guideline_version=guideline,
        consent=_consent(campaign, workers),
        agreement=list(agreement),
        people=len(workers),
        raw_scores=answers,
        hours=hours,
        idle_s=campaign.idle_s,
        cost=cost,
        unfinished=unfinished,
        ledger_length=head.length,
        ledger_hash=head.hash,
        moments_shown=shown,
        moments_heard=heard,
    )


def _clips(campaign: Campaign) -> tuple[int, int]:
    """How many moments have a clip, and how many of them one with sound."""
    ready = Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY)
    heard = Count("moment", filter=Q(has_sound=True), distinct=True)
    counts = ready.aggregate(shown=Count("moment", distinct=True), heard=heard)
    return counts["shown"], counts["heard"]


def _protocols(campaign: Campaign) -> dict[int, dict[str, Any]]:
    """Every version of the protocol; of marking and of twins their parameters and the times that hold for all."""
    versions = campaign.protocols.order_by("version").select_related("marking", "twin")
    if campaign.kind == CampaignKind.GRADE:
        return {row.version: row.protocol.as_dict() for row in versions}
    own = {CampaignKind.MARK.value: "marking", CampaignKind.TWIN.value: "twin"}[campaign.kind]
    return {
        row.version: {**getattr(row, own).protocol.as_dict(), "grace_s": row.grace_s, "lease_s": row.lease_s}
        for row in versions
        if hasattr(row, own)
    }


def _sources(campaign: Campaign) -> tuple[str, ...]:
    """The rankings that the pairs were pooled from, by name; none if there was only one."""
    pooled = PairSource.objects.filter(pair__campaign=campaign, pair__batch__isnull=False)
    return tuple(pooled.order_by("source").values_list("source", flat=True).distinct())


def stated(campaign: Campaign) -> Stated:
    """What admins state of the dataset."""
    card = DatasetCard.objects.filter(campaign=campaign).first()
    if card is None:
        return Stated()
    day = card.published_on.isoformat() if card.published_on else ""
    return Stated(published_on=day, **{name: getattr(card, name) for name in STATED})


def _consent(campaign: Campaign, workers: Sequence[str]) -> ConsentInForce | None:
    """The newest version, with how many of these people agreed to it, or only to an earlier one."""
    newest = Consent.objects.filter(campaign=campaign).order_by("-version").first()
    if newest is None:
        return None
    given = ConsentGiven.objects.filter(consent__campaign=campaign, member__pseudonym__in=list(workers))
    latest = given.values("member").annotate(version=Max("consent__version")).values_list("version", flat=True)
    versions = list(latest)
    agreed = sum(version == newest.version for version in versions)
    return ConsentInForce(newest.version, newest.text, agreed, len(versions) - agreed)


def _ratings(scores: RatingColumns, scale: Scale) -> Ratings[str]:
    """The scores as ratings; nobody scores a pair twice (I3), but archives hold such repeats: the first one stands."""
    columns = scores.columns()
    units = np.unique(columns["pair"], return_inverse=True)[1].astype(np.int64)
    workers, grades = columns["worker"], columns["relevance"] - scale.lowest
    firsts = np.ones(len(units), dtype=bool)
    firsts[1:] = (units[1:] != units[:-1]) | (workers[1:] != workers[:-1])
    repeats = len(units) - int(firsts.sum())
    return Ratings(tuple(scores.workers), scale.levels, units[firsts], workers[firsts], grades[firsts], repeats)


def _agreement(ratings: Ratings[str]) -> list[Agreement]:
    found = {
        "Krippendorff's alpha, nominal": krippendorff_alpha(ratings, MeasurementLevel.NOMINAL),
        "Krippendorff's alpha, ordinal": krippendorff_alpha(ratings, MeasurementLevel.ORDINAL),
        "Krippendorff's alpha, interval": krippendorff_alpha(ratings, MeasurementLevel.INTERVAL),
        "mean pairwise Cohen's kappa, unweighted": mean_pairwise_kappa(ratings),
        "mean pairwise Cohen's kappa, quadratic": mean_pairwise_kappa(ratings, Weighting.QUADRATIC),
    }
    return _named(found)


def _named(found: Mapping[str, Estimate]) -> list[Agreement]:
    return [
        Agreement(measure, estimate.value, estimate.low, estimate.high, estimate.n, estimate.reason)
        for measure, estimate in found.items()
    ]


def _hours_and_cost(campaign: Campaign) -> tuple[float, str]:
    """All active time and all that was paid for it or is owed, by the rules of pay, as of the last work."""
    worked = [model.objects.filter(annotator__campaign=campaign) for model in (Score, WorkEvent)]
    last = [rows.aggregate(at=Max("worked_at"))["at"] for rows in worked]
    sheet = pay_sheet(campaign, now=max(at for at in (campaign.created_at, *last) if at is not None))
    lines = [*closed_lines(sheet, sheet.periods.values()), *open_lines(sheet, date.min, date.max)]
    late = list(late_work(sheet, sheet.periods.values()))
    sums: dict[str, Decimal] = {}
    for line in lines:
        sums[line.currency] = sums.get(line.currency, Decimal(0)) + line.amount
    added = sum((one.amount for one in late), Decimal(0)) + sum((one.amount for one in sheet.adjustments), Decimal(0))
    sums[campaign.currency] = sums.get(campaign.currency, Decimal(0)) + added
    seconds = sum(line.active_s for line in lines) + sum(one.active_s for one in late)
    return seconds / 3600, ", ".join(f"{amount:.2f} {currency}" for currency, amount in sorted(sums.items()))
