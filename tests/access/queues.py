"""Rows of the table of access: queues of decisions."""

from __future__ import annotations

from annotator.models import Seat

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("decisions", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("decisions-queue", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("decisions-item", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("decisions-undo", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("decisions-reason", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {"decisions-item": {"decision": "3"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    words: dict[str, object] = {"slug": seat.campaign.slug}
    if name != "decisions":
        words["kind"] = "discarded"
    if name in ("decisions-item", "decisions-undo", "decisions-reason"):
        words["item"] = seat.pair.number
    return words
