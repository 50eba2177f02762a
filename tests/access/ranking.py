"""Rows of the table of access: ranking and pooling."""

from __future__ import annotations

from annotator.models import Seat

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("contradictions", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("corpus-ranking", "get"): (302, 403, 404, 403, 200, 404, 200),
}
BODIES: dict[str, dict[str, object]] = {}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    return {"slug": seat.campaign.slug}
