"""Where people may say that videos are, and where they were last time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import QuerySet

from moments.clips.selectors.cutting import last_order
from moments.models import Campaign, GivenPlace


@dataclass(frozen=True, slots=True)
class VideoPlaces:
    """What a form offers as places of videos, and the one to begin with: empty if there is none."""

    roots: Sequence[str]
    source: str


def video_places(campaign: Campaign, *, by_admin: bool) -> VideoPlaces:
    """Where videos were last time, where they were uploaded, and for admins VIDEO_SOURCES, for leads what of it was
    given to the campaign.
    """
    uploaded = campaign.video_uploads.exclude(finished_at=None).order_by("-pk").values_list("place", flat=True).first()
    if by_admin:
        others = [root.address for root in settings.VIDEO_ROOTS]
    else:
        others = [place.address for place in given_places(campaign)]
    roots, order = [*([uploaded] if uploaded else []), *others], last_order(campaign)
    is_open = order is not None and (by_admin or any(_names(order.source, root) for root in roots))
    return VideoPlaces(roots, order.source if order and is_open else next(iter(roots), ""))


def given_places(campaign: Campaign) -> QuerySet[GivenPlace]:
    """The places that an admin gave to the campaign's leads."""
    return campaign.given_places.order_by("pk")


def upload_address(campaign: Campaign) -> str:
    """Where uploaded videos of the campaign are kept, as an order to cut names it."""
    return upload_address_of(campaign.slug)


def upload_address_of(slug: str) -> str:
    """The same for the campaign of that slug, which need not be there."""
    return f"{settings.VIDEO_UPLOADS.address}/{slug}"


def _names(source: str, root: str) -> bool:
    return source == root or source.startswith(f"{root.rstrip('/')}/")
