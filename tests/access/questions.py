"""Rows of the table of access: questions on long videos. The campaign grades pairs, so its leads have none (404)."""

from __future__ import annotations

from annotator.models import Seat

LEADS = (302, 403, 404, 403, 404, 404, 404)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("questions", "get"): LEADS,
    ("questions-csv", "get"): LEADS,
    ("question-review", "get"): LEADS,
    ("question", "get"): LEADS,
    ("question-decide", "post"): LEADS,
    ("question-undo", "post"): LEADS,
    ("captions", "get"): LEADS,
    ("captions-draw", "post"): LEADS,
    ("captions-decide", "post"): LEADS,
}
BODIES: dict[str, dict[str, object]] = {"question-decide": {"decision": "reject", "note": "x"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    one = {"number": 1} if name in ("question", "question-decide", "question-undo", "captions-decide") else {}
    return {"slug": seat.campaign.slug, **one}
