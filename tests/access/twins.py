"""Rows of the table of access: decisions on twins by API. The campaign grades pairs, so its leads have none (404)."""

from __future__ import annotations

from annotator.models import Seat
from tests.access.questions import LED

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("api-twins-waiting", "get"): LED,
    ("api-twins-decide", "post"): LED,
    ("api-twins-undo", "post"): LED,
}
BODIES: dict[str, dict[str, object]] = {"api-twins-decide": {"decision": "accept", "reason": "x"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    return {"slug": seat.campaign.slug, **({} if name == "api-twins-waiting" else {"number": 1})}
