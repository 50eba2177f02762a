"""Draws samples of rewrites for review, and stores what a lead says of each."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from consensus.models import CaptionRewrite, RewriteSample, SampledRewrite
from consensus.twin_rewrites.selectors.reviewing import newest_sample, standing_rewrites
from consensus.twin_rewrites.selectors.tasks import fallen_rewrites
from consensus.twins.rewrites.ledger_kinds import REWRITE_REVIEWED, REWRITES_SAMPLED
from consensus.twins.rewrites.review import RewriteVerdict, draw_for_review, size_for
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

MOST_SEED = 2**31 - 1
CHUNK = 2000


class RewriteFallen(BadInput):
    """The rewrite no longer stands, so that nobody has to look at it."""


@transaction.atomic
def draw_sample(
    *,
    campaign: Campaign,
    seed: int,
    actor: str,
    now: datetime,
    size: int | None = None,
    half_width: float | None = None,
) -> RewriteSample:
    """Draw a sample of the rewrites that stand: `size` of them, or as many as `half_width` of the error rate needs.

    What was reviewed before counts in it at once. Raises BadInput, naming the field, for a size, half-width or seed
    that cannot be, and without rewrites.
    """
    hold_campaign(campaign)
    keys = list(standing_rewrites(campaign).values_list("pk", flat=True))
    if not keys:
        raise BadInput("there are no rewrites to review yet")
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"expected 0 to {MOST_SEED}, got {seed}", field="seed")
    drawn = draw_for_review(keys, size=_size(size, half_width, len(keys)), seed=seed)
    newest = newest_sample(campaign)
    sample = RewriteSample.objects.create(
        campaign=campaign,
        number=newest.number + 1 if newest else 1,
        seed=seed,
        size=len(drawn),
        rewrites=len(keys),
        actor=actor,
        drawn_at=now,
    )
    rows = (SampledRewrite(sample=sample, rewrite_id=key, place=place) for place, key in enumerate(drawn, start=1))
    SampledRewrite.objects.bulk_create(rows, batch_size=CHUNK)
    payload = {"number": sample.number, "seed": seed, "size": sample.size, "rewrites": sample.rewrites}
    record_decision(campaign=campaign, kind=REWRITES_SAMPLED, actor=actor, payload=payload, now=now)
    return sample


@transaction.atomic
def review_rewrite(*, campaign: Campaign, rewrite: int, verdict: str, actor: str, now: datetime) -> CaptionRewrite:
    """Store what a lead says of a rewrite of the newest sample (by key), also in place of what was said before.

    A wrong one no longer stands, and no export carries it. The same verdict once more changes nothing. Raises
    BadInput for another verdict, and for a rewrite that is not in the sample or does not wait for anybody.
    """
    if verdict not in list(RewriteVerdict):
        raise BadInput(f"expected {' or '.join(RewriteVerdict)}", field="verdict")
    found = _sampled(campaign, rewrite)
    if found.verdict == verdict:
        return found
    if not found.verdict and not found.stands:
        raise RewriteFallen(
            "the caption of this rewrite has changed or left training, so the rewrite is no longer reviewed"
        )
    return _say(campaign, found, verdict, actor, now)


@transaction.atomic
def undo_review(*, campaign: Campaign, rewrite: int, actor: str, now: datetime) -> CaptionRewrite:
    """Take back what was said of a rewrite of the newest sample (by key); it waits for somebody again.

    Raises BadInput for a rewrite that is not in the sample or was not reviewed.
    """
    found = _sampled(campaign, rewrite)
    if not found.verdict:
        raise BadInput("nobody has reviewed this rewrite")
    return _say(campaign, found, "", actor, now)


def _sampled(campaign: Campaign, rewrite: int) -> CaptionRewrite:
    """The rewrite as it is now, if it is in the newest sample."""
    hold_campaign(campaign)
    sample = newest_sample(campaign)
    if sample is None or not sample.sampled.filter(rewrite=rewrite).exists():
        raise BadInput(f"rewrite {rewrite} is not in the newest sample")
    return CaptionRewrite.objects.select_related("caption", "pair__query").get(pk=rewrite)


def _say(campaign: Campaign, found: CaptionRewrite, verdict: str, actor: str, now: datetime) -> CaptionRewrite:
    """Store the verdict, "" for none, and let the rewrite stand unless it is wrong."""
    before = found.verdict
    said = {"verdict": verdict, "reviewer": actor if verdict else "", "reviewed_at": now if verdict else None}
    rows = CaptionRewrite.objects.filter(pk=found.pk)
    if verdict == RewriteVerdict.WRONG:
        rows.update(**said, stands=False)
    else:
        rows.update(**said)
        fallen_rewrites(campaign).filter(pk=found.pk).update(stands=True)
    payload = {"rewrite": found.pk, "text": found.text, "verdict": verdict, "before": before}
    record_decision(campaign=campaign, kind=REWRITE_REVIEWED, actor=actor, payload=payload, now=now, pair=found.pair)
    found.refresh_from_db()
    return found


def _size(size: int | None, half_width: float | None, rewrites: int) -> int:
    if half_width is not None:
        if not 0 < half_width < 0.5:
            raise BadInput(f"expected more than 0 and less than 0.5, got {half_width:g}", field="half_width")
        return size_for(half_width, rewrites=rewrites)
    if size is None or size < 1:
        raise BadInput("expected 1 or more", field="size")
    return min(size, rewrites)
