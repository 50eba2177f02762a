"""Rows of the table of access: whole videos. The campaign grades pairs, so its leads have no such pages (404)."""

from __future__ import annotations

from annotator.models import Seat

LEADS = (302, 403, 404, 403, 404, 404, 404)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {("videos", "get"): LEADS, ("video", "get"): LEADS}
BODIES: dict[str, dict[str, object]] = {}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    one = {"video_id": seat.pair.moment.video_id} if name == "video" else {}
    return {"slug": seat.campaign.slug, **one}
