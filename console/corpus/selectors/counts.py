"""What a campaign's corpus holds, in counts."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from moments.clips.selectors.clips import moments_without_clip
from moments.models import Campaign, Clip, ClipState, Pair, Split, Twin
from moments.models.rewriting import RewriteState, Rewriting


@dataclass(frozen=True, slots=True)
class Corpus:
    """The counts of a corpus; `unranked` are queries without candidates, `clipless` needed moments without a clip.

    `twins` are pairs of moments.
    """

    videos: int
    moments: int
    rewritten: int
    rewriting: int
    queries: dict[str, int]
    unranked: int
    pairs: int
    clips: int
    failed: int
    clipless: int
    uploads: int
    twins: int


def corpus_counts(campaign: Campaign) -> Corpus:
    """The counts, in a fixed number of SQL queries."""
    rewritings = dict(
        Rewriting.objects.filter(moment__campaign=campaign)
        .order_by()
        .values_list("state")
        .annotate(moments=Count("pk"))
    )
    clips = dict(
        Clip.objects.filter(moment__campaign=campaign).order_by().values_list("state").annotate(clips=Count("pk"))
    )
    splits = dict(campaign.queries.order_by().values_list("split").annotate(queries=Count("pk")))
    return Corpus(
        videos=campaign.videos.count(),
        moments=campaign.moments.count(),
        rewritten=rewritings.get(RewriteState.ACCEPTED, 0),
        rewriting=sum(rewritings.values()),
        queries={split.label: splits.get(split.value, 0) for split in Split},
        unranked=campaign.queries.filter(~Exists(Pair.objects.filter(query=OuterRef("pk"))), retired_at=None).count(),
        pairs=campaign.pairs.filter(study_only=False).count(),
        clips=clips.get(ClipState.READY, 0),
        failed=clips.get(ClipState.FAILED, 0),
        clipless=moments_without_clip(campaign).count(),
        uploads=campaign.video_uploads.exclude(finished_at=None).count(),
        twins=Twin.objects.filter(forward__campaign=campaign).count() if campaign.is_twin else 0,
    )
