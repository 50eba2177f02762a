"""Which places of videos a person may name for a campaign, and what of the server's places admins give to its leads.

The folders and buckets of VIDEO_SOURCES hold the videos of all campaigns, so only admins name them. A campaign's leads
use what was uploaded to it, and places that an admin gave to it.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.clips.ledger_kinds import PLACE_GIVEN, PLACE_TAKEN_BACK
from moments.clips.selectors.cutting import last_order
from moments.clips.selectors.video_places import given_places, upload_address
from moments.clips.services.video_sources import lies_below, require_rooted, source_named
from moments.ledger.services import record_decision
from moments.models import Campaign, GivenPlace

MOST_GIVEN = 20


def require_allowed(campaign: Campaign, source: str, *, by_admin: bool) -> None:
    """Raise BadInput unless the person may name the source.

    An admin may name where the last order's videos were and any place of the settings; a lead only what was uploaded to
    the campaign and what lies in a place that was given to it.
    """
    if by_admin:
        last = last_order(campaign)
        if last is None or source != last.source:
            require_rooted(source)
        return
    if lies_below(source, upload_address(campaign)):
        return
    given = any(lies_below(source, place.address) for place in given_places(campaign))
    if not given or _meets_uploads(source):
        raise BadInput(
            "leads use videos that were uploaded to their campaign, or places that an admin gave to it on the page "
            "Video files"
        )
    require_rooted(source)


@transaction.atomic
def give_place(*, campaign: Campaign, address: str, actor: str, now: datetime) -> bool:
    """Let the campaign's leads use the place; False if they may already.

    Raises BadInput for a place that the settings do not allow, that is not there, or in which the uploads of other
    campaigns lie, and for more than twenty.
    """
    address = address.strip()
    require_rooted(address)
    if _meets_uploads(address):
        raise BadInput("the uploads of all campaigns lie there; leads always have those of their own")
    source_named(address).require()
    hold_campaign(campaign)
    if campaign.given_places.count() >= MOST_GIVEN:
        raise BadInput(f"a campaign has at most {MOST_GIVEN} places; take one back first")
    _, is_new = GivenPlace.objects.get_or_create(
        campaign=campaign, address=source_named(address).address, defaults={"actor": actor, "given_at": now}
    )
    if is_new:
        record_decision(campaign=campaign, kind=PLACE_GIVEN, actor=actor, payload={"place": address}, now=now)
    return is_new


@transaction.atomic
def take_place_back(*, campaign: Campaign, address: str, actor: str, now: datetime) -> bool:
    """No longer let the campaign's leads use the place; False if they may not."""
    hold_campaign(campaign)
    deleted, _ = GivenPlace.objects.filter(campaign=campaign, address=address).delete()
    if deleted:
        record_decision(campaign=campaign, kind=PLACE_TAKEN_BACK, actor=actor, payload={"place": address}, now=now)
    return bool(deleted)


def _meets_uploads(source: str) -> bool:
    """Whether uploads of all campaigns lie in the place, or it in them."""
    uploads = settings.VIDEO_UPLOADS.address
    return lies_below(source, uploads) or lies_below(uploads, source)
