"""Rows of the table of access: deciding, undoing, the inbox."""

from __future__ import annotations

from annotator.models import Seat
from consensus.models import BatchReview

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("undo", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("follow", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("follow", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("inbox", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("inbox-count", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("inbox-digest", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {"inbox-digest": {"address": "lead@example.org", "hour": "7"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    words: dict[str, dict[str, object]] = {"undo": {"review_id": BatchReview.objects.get().pk}}
    return {"slug": seat.campaign.slug, **words.get(name, {})}
