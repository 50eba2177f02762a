"""What a campaign has to export, by its kind: splits, and what is still open."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from consensus.labels.selectors.labels import opened_splits, unfinished
from consensus.labels.selectors.markings import asked_splits, unfinished_questions
from consensus.labels.selectors.twins import drawn_splits, unfinished_twins
from moments.base.errors import BadInput
from moments.models import Campaign, CampaignKind


class Contents(NamedTuple):
    """How to ask a campaign of a kind for its splits and for what is open, and what it lacks without any split."""

    splits: Callable[[Campaign], list[str]]
    unfinished: Callable[[Campaign], dict[str, int]]
    nothing: str


CONTENTS = {
    CampaignKind.GRADE: Contents(opened_splits, unfinished, "was never opened"),
    CampaignKind.MARK: Contents(asked_splits, unfinished_questions, "has no submitted question"),
    CampaignKind.TWIN: Contents(drawn_splits, unfinished_twins, "has no splits yet"),
}


class UnfinishedError(BadInput):
    """The campaign is unfinished; `missing` says what is not decided, with counts."""

    def __init__(self, slug: str, missing: str) -> None:
        super().__init__(f"campaign {slug!r} is unfinished: {missing}", remedy="partial")
        self.missing = missing


def require_exportable(campaign: Campaign, *, partial: bool) -> tuple[list[str], dict[str, int]]:
    """The splits to export, and what is not decided, with counts.

    Raises BadInput for a campaign that has nothing to export yet or, unless `partial`, is unfinished.
    """
    contents = CONTENTS[CampaignKind(campaign.kind)]
    splits = contents.splits(campaign)
    if not splits:
        raise BadInput(f"campaign {campaign.slug!r} {contents.nothing}; there is nothing to export")
    missing = contents.unfinished(campaign)
    if missing and not partial:
        raise UnfinishedError(campaign.slug, ", ".join(f"{count} {what}" for what, count in missing.items()))
    return splits, missing


def still_open(campaign: Campaign) -> dict[str, int]:
    """What keeps the campaign from being finished, with counts; empty when it is."""
    return CONTENTS[CampaignKind(campaign.kind)].unfinished(campaign)
