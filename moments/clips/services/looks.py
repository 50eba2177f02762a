"""Sets how the clips of a campaign look that are cut from now on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from moments.base.errors import BadInput
from moments.campaign.services import change_campaign, hold_campaign
from moments.clips.look import ClipLook, require_look
from moments.clips.selectors.cutting import active_order
from moments.models import Campaign

FIELDS = ["clip_fps", "clip_height", "renditions", "clip_sound"]


def look_of(campaign: Campaign) -> ClipLook:
    """As the campaign has it."""
    renditions = tuple(campaign.renditions.split(","))
    return ClipLook(campaign.clip_fps, campaign.clip_height, renditions, campaign.clip_sound, campaign.is_twin)


def require_silent(campaign: Campaign, look: ClipLook) -> None:
    """Raises BadInput where sound would tell which way a clip plays."""
    if look.sound and campaign.is_twin:
        raise BadInput("clips of twins have no sound, which would tell their direction", field="sound")


@transaction.atomic
def set_look(*, campaign: Campaign, look: ClipLook, seen: ClipLook, actor: str, now: datetime) -> bool:
    """Cut clips like this from now on; whether anything changed. Clips that are ready stay as they are.

    `seen` is what the person changed. Raises BadInput for what cannot be cut, if somebody else changed it meanwhile,
    and while clips are being cut.
    """
    require_look(look)
    require_silent(campaign, look)
    hold_campaign(campaign)
    campaign.refresh_from_db(fields=FIELDS)
    if look_of(campaign).is_like(look):
        return False
    if not look_of(campaign).is_like(seen):
        raise BadInput("somebody else changed these settings since you opened the page; look at them and try again")
    if active_order(campaign) is not None:
        raise BadInput("clips are being cut with the present settings; wait until they are done or stop them")
    campaign.clip_fps, campaign.clip_height = look.fps, look.height
    campaign.renditions, campaign.clip_sound = look.names, look.sound
    change_campaign(campaign=campaign, fields=FIELDS, actor=actor, now=now)
    return True
