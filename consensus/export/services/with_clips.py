"""Exports a marking campaign together with the clips of its pools: cut first, then written in one snapshot."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from consensus.export.formats.registry import FORMATS_BY_KIND, chosen_formats
from consensus.export.marking.momentseeker import MOMENTSEEKER
from consensus.export.pool_clips.kept import NotCutError
from consensus.export.selectors.contents import require_exportable
from consensus.export.services.exporting import Exported, export_labels
from consensus.export.services.pool_clips import (
    ClipsOrder,
    PoolCut,
    Progress,
    cut_pool_clips,
    plan_pool_clips,
    require_clip_space,
)
from moments.base.errors import BadInput
from moments.models import Campaign

MOST_ROUNDS = 5
FIELD = "clips_from"


def require_clips(campaign: Campaign, formats: Collection[str]) -> None:
    """Raises BadInput unless an export in these formats has clips."""
    if MOMENTSEEKER not in chosen_formats(formats, FORMATS_BY_KIND[campaign.kind]):
        raise BadInput(f"only the format {MOMENTSEEKER.name} has clips; this export lacks it", field=FIELD)


def export_with_clips(
    *,
    campaign: Campaign,
    out: Path,
    formats: Collection[str],
    partial: bool,
    order: ClipsOrder,
    progress: Progress,
    planned: Callable[[PoolCut], None] = lambda cut: None,
) -> Exported:
    """The export with the file of every clip, whole or not at all; `planned` hears first what is to be cut.

    Clips wait in the order's folder, so that an export that was stopped does not cut them again. They stay there until
    the caller has what it wants and clears it. Truths that come while clips are cut are cut too. Raises BadInput as
    `export_labels` does, for formats without clips, videos that cannot be cut, and too little space.
    """
    require_clips(campaign, formats)
    require_exportable(campaign, partial=partial)
    order.source.require()
    with order.kept.held():
        for _ in range(MOST_ROUNDS):
            cut = plan_pool_clips(campaign=campaign, order=order)
            planned(cut)
            require_clip_space(cut, order)
            cut_pool_clips(cut, order=order, progress=progress)
            try:
                return export_labels(campaign=campaign, out=out, formats=formats, partial=partial, clips=order.kept)
            except NotCutError:
                continue
    raise BadInput("truths changed again and again while clips were cut; export again when fewer people are working")
