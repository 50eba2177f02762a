"""Draws the splits of a twins campaign and stores them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from consensus.models import VideoSplit
from consensus.twin_splits.selectors import units_mark, units_of
from consensus.twins.splits.drawing import DrawnSplits, draw_splits
from consensus.twins.splits.ledger_kinds import SPLITS_DRAWN
from consensus.twins.splits.placing import Split, SplitSizes
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, Moment

CHUNK = 2000


@transaction.atomic
def draw_campaign_splits(
    *,
    campaign: Campaign,
    sizes: SplitSizes,
    seed: int,
    actor: str,
    now: datetime,
    replace: bool = True,
    seen: str = "",
) -> DrawnSplits:
    """Draw where every described clip is used, in place of an earlier drawing if it may `replace` one.

    Raises BadInput if nothing is described yet, if there is a drawing that it may not replace, and if the captions are
    not those that the person has `seen`, as `units_mark` has them; SplitRefusal, naming the constraint, if the sizes
    cannot be had.
    """
    hold_campaign(campaign)
    if not campaign.is_twin:
        raise BadInput(f"campaign {campaign.slug!r} has no twins; only a twins campaign has such splits")
    units = units_of(campaign)
    if not units:
        raise BadInput(f"campaign {campaign.slug!r} has no accepted caption yet; there is nothing to draw")
    if seen and seen != units_mark(units):
        raise BadInput("captions were accepted or changed since you opened the page; look at it again")
    if not replace and VideoSplit.objects.filter(video__campaign=campaign).exists():
        raise BadInput("splits have already been drawn; confirm that they should be replaced", field="replace")
    drawn = draw_splits(units, sizes, seed=seed)
    _store(campaign, drawn)
    payload = {
        "seed": seed,
        "val": sizes.val,
        "test": sizes.test,
        "tolerance": sizes.tolerance,
        "clips": {split.value: count for split, count in drawn.clips.items()},
    }
    record_decision(campaign=campaign, kind=SPLITS_DRAWN, actor=actor, payload=payload, now=now)
    return drawn


def _store(campaign: Campaign, drawn: DrawnSplits) -> None:
    """Every video of the campaign gets a split; those without a described clip are for training.

    Only what changes is written: triggers look at all rewrites of a video whose split is written.
    """
    moments = Moment.objects.filter(campaign=campaign).values_list("desc_id", "video")
    videos: dict[int, Split] = {video: Split.TRAIN for _, video in moments}
    named = {str(number): video for number, video in moments}
    videos |= {named[name]: split for name, split in drawn.splits.items()}
    stored = VideoSplit.objects.filter(video__campaign=campaign)
    before = dict(stored.values_list("video", "split"))
    for split in Split:
        moved = [video for video, wanted in videos.items() if wanted is split and before.get(video, split) != split]
        for start in range(0, len(moved), CHUNK):
            stored.filter(video__in=moved[start : start + CHUNK]).update(split=split.value)
    rows = (VideoSplit(video_id=video, split=split.value) for video, split in videos.items() if video not in before)
    VideoSplit.objects.bulk_create(rows, batch_size=CHUNK)
