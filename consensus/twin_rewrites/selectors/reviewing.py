"""The newest sample of rewrites: what waits for a person, and the share of wrong ones that it lets expect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.statistics.estimate import Estimate
from consensus.models import CaptionRewrite, RewriteSample, SampledRewrite
from consensus.twins.rewrites.review import ReviewedRewrite, RewriteVerdict, error_rate
from moments.models import Campaign, Direction

OF_REWRITE = ("rewrite__caption", "rewrite__pair__moment__as_forward__backward", "rewrite__pair__moment__video")


@dataclass(frozen=True, slots=True)
class SampleProgress:
    """A sample with how many were reviewed, wait, and no longer stand without having been reviewed."""

    sample: RewriteSample
    reviewed: int
    wrong: int
    waiting: int
    fallen: int
    rate: Estimate
    newer: int

    @property
    def is_done(self) -> bool:
        """Whether nobody has to look at anything."""
        return not self.waiting


def newest_sample(campaign: Campaign) -> RewriteSample | None:
    """The sample that was drawn last."""
    return campaign.rewrite_samples.order_by("number").last()


def standing_rewrites(campaign: Campaign) -> QuerySet[CaptionRewrite]:
    """The rewrites that exports carry, in the order in which they were kept."""
    return CaptionRewrite.objects.filter(pair__campaign=campaign, stands=True).order_by("pk")


def rewrites_to_review(sample: RewriteSample) -> QuerySet[SampledRewrite]:
    """What waits for a person, in its order; what no longer stands does not."""
    waiting = sample.sampled.filter(rewrite__verdict="", rewrite__stands=True)
    return waiting.select_related(*OF_REWRITE).order_by("place")


def reviewed_rewrites(sample: RewriteSample) -> QuerySet[SampledRewrite]:
    """What was reviewed, the last first."""
    return sample.sampled.exclude(rewrite__verdict="").select_related(*OF_REWRITE).order_by("-rewrite__reviewed_at")


def sample_progress(campaign: Campaign) -> SampleProgress | None:
    """How far the newest sample is; None if none was drawn."""
    sample = newest_sample(campaign)
    if sample is None:
        return None
    rows = list(sample.sampled.values_list("rewrite__caption", "rewrite__direction", "rewrite__verdict"))
    reviewed = _reviewed([row for row in rows if row[2]])
    waiting = rewrites_to_review(sample).count()
    return SampleProgress(
        sample=sample,
        reviewed=len(reviewed),
        wrong=sum(one.is_wrong for one in reviewed),
        waiting=waiting,
        fallen=len(rows) - len(reviewed) - waiting,
        rate=error_rate(reviewed, rewrites=sample.rewrites),
        newer=standing_rewrites(campaign).filter(answer__at__gt=sample.drawn_at).count(),
    )


def _reviewed(rows: Sequence[tuple[int, str, str]]) -> list[ReviewedRewrite]:
    """The directions of a caption are captions of their own."""
    ways = list(Direction.values)
    return [
        ReviewedRewrite(caption * len(ways) + ways.index(direction), verdict == RewriteVerdict.WRONG)
        for caption, direction, verdict in rows
    ]
