"""Replaces the scale of a campaign that is being set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from evaluation.scale import Scale
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of, newest_protocol
from moments.campaign.services import hold_campaign, set_protocol, store_levels
from moments.ledger.services import record_decision
from moments.models import Campaign, ProtocolVersion
from moments.protocol import Protocol
from moments.scale import Level, ScaleError, checked_levels, scale_mark, scale_of
from moments.scales.ledger_kinds import SCALE_SET

FIXED = "the scale can no longer be changed: the campaign is open or people already have pairs"
COUNT_FIXED = (
    "the number of levels can no longer be changed: a pair is gold, an example, a practice pair, or in an exam or an "
    "import; names, texts and gains still can"
)


COUNT_REFUSED = "the number of levels is fixed"


@dataclass(frozen=True, slots=True)
class ScaleSet:
    """What a change came to; `protocol` is the version that was made because the old one did not fit the scale."""

    changed: bool
    protocol: ProtocolVersion | None = None


@transaction.atomic
def set_scale(
    *, campaign: Campaign, levels: Sequence[Level], now: datetime, actor: str, seen: str | None = None
) -> ScaleSet:
    """Give the campaign these levels; with another count its protocol moves along.

    With `seen`, the mark of the scale that the person changed, raises BadInput if it is another by now. Raises BadInput
    for levels that make no scale, once the campaign is open or people have pairs, and for another count once a pair is
    judged: the database refuses those too.
    """
    hold_campaign(campaign)
    campaign.refresh_from_db()
    before = levels_of(campaign)
    if campaign.is_trial:
        raise BadInput("a trial keeps the scale of the campaign that it is a copy of")
    try:
        wanted = checked_levels(levels)
    except ScaleError as error:
        raise BadInput(str(error)) from error
    if seen is not None and seen != scale_mark(before):
        raise BadInput("somebody else changed the scale since you opened the page; look at it and try again")
    if wanted == before:
        return ScaleSet(changed=False)
    old = campaign.scale
    try:
        with transaction.atomic():
            _replace(campaign, wanted)
    except IntegrityError as error:
        raise BadInput(COUNT_FIXED if COUNT_REFUSED in str(error) else FIXED) from error
    payload = {"levels": [asdict(level) for level in wanted]}
    record_decision(campaign=campaign, kind=SCALE_SET, actor=actor, payload=payload, now=now)
    return ScaleSet(True, _moved_protocol(campaign, old, now, actor))


def _replace(campaign: Campaign, levels: Sequence[Level]) -> None:
    """The rows go and come as a whole, because a level never changes; between them the count, on which they lie."""
    campaign.levels.all().delete()
    campaign.highest = scale_of(levels).highest
    campaign.save(update_fields=["highest"])
    store_levels(campaign, levels)


def _moved_protocol(campaign: Campaign, old: Scale, now: datetime, actor: str) -> ProtocolVersion | None:
    """The next version of the protocol where the scale has another count; None where it keeps it."""
    newest = newest_protocol(campaign)
    if old == campaign.scale or not campaign.is_graded:
        return None
    assert isinstance(newest.protocol, Protocol)
    moved = newest.protocol.moved(old, campaign.scale)
    version = set_protocol(campaign=campaign, protocol=moved, now=now, actor=actor)
    return None if version.pk == newest.pk else version
