"""Which parameters of twins hold for a seat: those under which its batch was opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from annotator.models import Membership, Seat
from annotator.twins.caption_checks import STANDARD_LIMITS, CaptionLimits
from moments.models import TwinParameters


class OpenedUnder(NamedTuple):
    """A seat's campaign, and the protocol version of its batch (both by primary key); None where it has no batch."""

    campaign: int
    version: int | None


def twin_rules(seats: Mapping[int, OpenedUnder]) -> dict[int, TwinParameters]:
    """What holds for each of the seats of one campaign: as its batch was opened; where there is none, the newest."""
    versions = {one.version for one in seats.values() if one.version is not None}
    found = {row.version_id: row for row in TwinParameters.objects.filter(version__in=versions)} if versions else {}
    latest = None
    if any(one.version is None for one in seats.values()):
        latest = _newest({one.campaign for one in seats.values()})
    rules = {seat: latest if one.version is None else found.get(one.version) for seat, one in seats.items()}
    return {seat: row for seat, row in rules.items() if row is not None}


def limits_under(rules: TwinParameters | None) -> CaptionLimits:
    """What these parameters ask of captions; the standard where there are none."""
    return caption_limits(rules) if rules else STANDARD_LIMITS


def caption_limits(parameters: TwinParameters) -> CaptionLimits:
    """What the protocol asks of captions."""
    return CaptionLimits(
        min_words=parameters.min_words,
        max_words=parameters.max_words,
        nearest=parameters.nearest_texts,
        least_script=parameters.latin_share,
    )


def caption_limits_for(member: Membership, seat: UUID | None) -> CaptionLimits | None:
    """What is asked of captions on the person's seat, and on a seat opened now if none is named.

    None if the person has no such seat.
    """
    if seat is None:
        return limits_under(_newest({member.campaign_id}))
    mine = Seat.objects.filter(public_id=seat, annotator=member)
    under = {key: OpenedUnder(*row) for key, *row in mine.values_list("pk", "campaign", "pair__batch__protocol")}
    return next((limits_under(twin_rules(under).get(key)) for key in under), None)


def _newest(campaigns: set[int]) -> TwinParameters | None:
    found = TwinParameters.objects.filter(version__campaign__in=campaigns)
    return found.order_by("-version__version").first()
