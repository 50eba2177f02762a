"""Reads what a dataset says of its rewrites."""

from __future__ import annotations

from consensus.models import TwinRewriteRun
from consensus.twin_rewrites.published import PublishedRewrites
from consensus.twin_rewrites.selectors.reviewing import sample_progress, standing_rewrites
from moments.models import Campaign


def published_rewrites(campaign: Campaign) -> PublishedRewrites:
    """The rewrites that exports carry, by the newest sample; six SQL queries."""
    standing = standing_rewrites(campaign).order_by()
    runs = TwinRewriteRun.objects.filter(pk__in=standing.values("answer__run"))
    progress = sample_progress(campaign)
    reviewed = progress if progress and progress.reviewed else None
    return PublishedRewrites(
        rewrites=standing.count(),
        captions=standing.values("caption", "direction").distinct().count(),
        models=tuple(runs.order_by("model").values_list("model", flat=True).distinct()),
        encoders=tuple(runs.order_by("encoder").values_list("encoder", flat=True).distinct()),
        drawn_from=reviewed.sample.rewrites if reviewed else 0,
        wrong=reviewed.wrong if reviewed else 0,
        rate=reviewed.rate if reviewed else None,
    )
