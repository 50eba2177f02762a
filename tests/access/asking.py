"""Rows of the table of access: questions and quotas, and rules of other kinds.

The campaign grades pairs, so its annotators write none (400).
"""

from __future__ import annotations

from annotator.models import Seat

AUTHORS = (401, 400, 404, 403, 403, 404, 403)
# Pages about marking are not there in a grading campaign; tests of the pages ask where they are.
LEADS = (302, 403, 404, 403, 404, 404, 404)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("api-asks", "get"): AUTHORS,
    ("api-asks", "post"): AUTHORS,
    ("api-asks-begin", "post"): AUTHORS,
    ("api-asks-finish", "post"): AUTHORS,
    ("api-ask", "put"): (401, 404, 404, 403, 403, 404, 403),
    ("api-ask", "delete"): (401, 404, 404, 403, 403, 403, 403),
    ("api-ask-submit", "post"): AUTHORS,
    ("api-viewing", "post"): AUTHORS,
    ("quotas", "get"): LEADS,
    ("quotas", "post"): LEADS,
    ("quotas-csv", "get"): LEADS,
    ("quotas-upload", "post"): LEADS,
    ("marking-rules", "get"): LEADS,
    ("marking-rules", "post"): LEADS,
    ("twin-rules", "get"): LEADS,
    ("twin-rules", "post"): LEADS,
    ("twin-splits", "get"): LEADS,
    ("twin-splits", "post"): LEADS,
}
BODIES: dict[str, dict[str, object]] = {
    "api-asks": {"campaign": "films", "task": "ms"},
    "api-asks-begin": {"campaign": "films"},
    "api-asks-finish": {"campaign": "films"},
    "api-ask": {"campaign": "films", "text": "?"},
    "api-ask-submit": {"campaign": "films", "key": "k"},
    "api-viewing": {"campaign": "films", "key": "k"},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    if name.startswith(("quotas", "marking-rules", "twin-rules", "twin-splits")):
        return {"slug": seat.campaign.slug}
    return {"number": 1} if name in ("api-ask", "api-ask-submit") else {}
