"""Searches a twins campaign for rewrites that stand and should not, or were kept against their rules."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Q, QuerySet

from annotator.twins.wording import normalised
from consensus.labels.selectors.twins import training_captions
from consensus.models import CaptionRewrite, SampledRewrite
from consensus.twin_rewrites.selectors.tasks import fallen_rewrites
from consensus.twins.rewrites.review import RewriteVerdict
from moments.models import Campaign, Direction

CHUNK = 2000


def rewrite_breaches(campaign: Campaign) -> Iterator[str]:
    """Each breach as one line that names the rewrite by its primary key; the rules are those of *Rewrites*."""
    rewrites = CaptionRewrite.objects.filter(
        Q(pair__campaign=campaign) | Q(caption__score__seat__campaign=campaign) | Q(answer__run__campaign=campaign)
    )
    if rewrites.exists():
        yield from _said(_elsewhere(rewrites, campaign), "is not of the caption of its pair that its answer is about")
        yield from _standing(rewrites, campaign)
        yield from _kept(rewrites.filter(fault=""))
    sampled = SampledRewrite.objects.filter(sample__campaign=campaign)
    odd = sampled.filter(~Q(rewrite__fault="") | ~Q(rewrite__pair__campaign=campaign)).order_by("sample", "place")
    for rewrite, number in odd.values_list("rewrite", "sample__number"):
        yield f"Rewrites: rewrite {rewrite} of sample {number} was not kept, or is of another campaign"


def _said(rewrites: QuerySet[CaptionRewrite], problem: str) -> Iterator[str]:
    for key in rewrites.order_by("pk").values_list("pk", flat=True):
        yield f"Rewrites: rewrite {key} {problem}"


def _elsewhere(rewrites: QuerySet[CaptionRewrite], campaign: Campaign) -> QuerySet[CaptionRewrite]:
    """Rewrites whose caption, pair, answer and direction do not belong together."""
    return rewrites.exclude(
        Q(direction=Direction.FORWARD) | ~Q(caption__backward_text=""),
        pair__campaign=campaign,
        pair=F("caption__score__seat__pair"),
        answer__caption=F("caption"),
        answer__direction=F("direction"),
        answer__run__campaign=campaign,
    )


def _standing(rewrites: QuerySet[CaptionRewrite], campaign: Campaign) -> Iterator[str]:
    """Rewrites that stand against their rules, and those that fell although nothing speaks against them."""
    standing = rewrites.filter(stands=True)
    yield from _said(standing.exclude(fault=""), "stands, but was not kept")
    yield from _said(standing.filter(verdict=RewriteVerdict.WRONG), "stands, but a person called it wrong")
    current = training_captions(campaign).order_by().values("pk")
    yield from _said(standing.exclude(caption__in=current), "stands, but its caption is not accepted and in training")
    yield from _said(fallen_rewrites(campaign), "does not stand, but its caption is accepted and in training")


def _kept(kept: QuerySet[CaptionRewrite]) -> Iterator[str]:
    """Kept rewrites whose similarities or texts should have kept them out."""
    far = kept.exclude(to_own__gte=F("answer__run__least_similar"))
    yield from _said(far, "was kept, but is too far from its caption")
    of_two = kept.exclude(caption__backward_text="")
    yield from _said(
        of_two.exclude(to_twin__lt=F("to_own")), "was kept, but is not nearer to its caption than to the twin's"
    )
    columns = ("pk", "text", "caption__forward_text", "caption__backward_text")
    for key, text, *captions in kept.order_by("pk").values_list(*columns).iterator(chunk_size=CHUNK):
        if normalised(text) in {normalised(one) for one in captions if one}:
            yield f"Rewrites: rewrite {key} was kept, but is the caption or the twin's"
