"""Rows of the table of access: the table of all pairs, a pair's own page, saved views."""

from __future__ import annotations

from annotator.models import Seat
from consensus.models import SavedView
from tests.factories import NOW

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("pairs", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("pairs-count", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("pairs-csv", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("pairs-act", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("pair", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("pairs-view", "get"): (302, 403, 404, 403, 302, 404, 302),
    ("pairs-view-save", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("pairs-view-remove", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {
    "pairs-act": {"action": "withdraw", "pair": "1"},
    "pairs-view-save": {"name": "mine", "view": "verdict=agreed"},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    words: dict[str, object] = {"slug": seat.campaign.slug}
    if name == "pair":
        words["number"] = seat.pair.number
    if name in ("pairs-view", "pairs-view-remove"):
        saved = {"number": 1, "name": "one", "owner": "lead", "saved_at": NOW}
        words["view"] = SavedView.objects.create(campaign=seat.campaign, **saved).number
    return words
