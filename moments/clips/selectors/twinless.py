"""Which forward moments have no twin yet, and which of them can have one."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from moments.models import Campaign, Direction, Moment

FEWEST_PICTURES = 2


def twinless_moments(campaign: Campaign) -> QuerySet[Moment]:
    """The forward moments without a twin that can have one: not withdrawn, and of two pictures at least."""
    return _forward_alone(campaign).filter(_long_enough(campaign), withdrawn=None)


def count_too_short(campaign: Campaign) -> int:
    """How many have none because their clips have one picture, which is the same in both directions."""
    return _forward_alone(campaign).filter(~_long_enough(campaign), withdrawn=None).count()


def count_withdrawn(campaign: Campaign) -> int:
    """How many have none because a lead withdrew them."""
    return _forward_alone(campaign).exclude(withdrawn=None).count()


def _forward_alone(campaign: Campaign) -> QuerySet[Moment]:
    return campaign.moments.filter(direction=Direction.FORWARD, whole=False, as_forward=None)


def _long_enough(campaign: Campaign) -> Q:
    """The condition on moments that their clips have two pictures, as a half is rounded up."""
    return Q(end_s__gte=F("start_s") + (FEWEST_PICTURES - 0.5) / campaign.clip_fps)
