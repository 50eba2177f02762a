"""Rows of the table of access: questions on long videos. The campaign grades pairs, so its leads have none (404)."""

from __future__ import annotations

from annotator.models import Seat

LEADS = (302, 403, 404, 403, 404, 404, 404)
WORK = (302, 404, 404, 403, 403, 404, 403)
LED = (401, 403, 404, 403, 404, 404, 404)
OWN = (401, 404, 404, 403, 403, 404, 403)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("questions", "get"): LEADS,
    ("questions-csv", "get"): LEADS,
    ("question-review", "get"): LEADS,
    ("question", "get"): LEADS,
    ("question-decide", "post"): LEADS,
    ("question-undo", "post"): LEADS,
    ("question-reword", "post"): LEADS,
    ("captions", "get"): LEADS,
    ("captions-draw", "post"): LEADS,
    ("captions-write", "post"): LEADS,
    ("judge-captions", "get"): WORK,
    ("judge-captions", "post"): WORK,
    ("api-captions", "get"): LED,
    ("api-captions-write", "post"): LED,
    ("api-captions-draw", "post"): LED,
    ("api-captions-decide", "post"): LED,
    ("api-captions-next", "post"): OWN,
    ("api-captions-judge", "post"): OWN,
    ("captions-progress", "get"): LEADS,
    ("captions-decide", "post"): LEADS,
}
BODIES: dict[str, dict[str, object]] = {
    "question-decide": {"decision": "reject", "note": "x"},
    "api-captions-decide": {"decision": "reject"},
    "api-captions-next": {"campaign": "films"},
    "api-captions-judge": {"campaign": "films", "decision": "accept", "key": "k"},
}
NUMBERED = (
    *("question", "question-decide", "question-undo", "question-reword", "captions-decide"),
    *("api-captions-decide", "api-captions-judge"),
)


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    one = {"number": 1} if name in NUMBERED else {}
    return one if name in ("api-captions-next", "api-captions-judge") else {"slug": seat.campaign.slug, **one}
