"""Rows of the table of access: rewriting and its review."""

from __future__ import annotations

from annotator.models import Seat
from moments.models import Rewriting

LOOKED_AT = (302, 403, 404, 403, 200, 404, 200)
SENT = (302, 403, 404, 403, 302, 404, 302)
# The world's captions are used by queries, so that a decision on one is refused with its page (409).
REFUSED = (302, 403, 404, 403, 409, 404, 409)
OF_ANOTHER_KIND = (302, 403, 404, 403, 404, 404, 404)
LED = (401, 403, 404, 403, 404, 404, 404)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("corpus-rewriting", "get"): LOOKED_AT,
    ("corpus-rewriting-progress", "get"): LOOKED_AT,
    ("corpus-rewriting-words", "get"): LOOKED_AT,
    ("corpus-rewriting-run", "post"): SENT,
    ("corpus-rewriting-decide", "post"): REFUSED,
    ("corpus-rewrites", "get"): OF_ANOTHER_KIND,
    ("corpus-rewrites-run", "post"): OF_ANOTHER_KIND,
    ("corpus-rewrites-sample", "post"): OF_ANOTHER_KIND,
    ("corpus-rewrites-review", "get"): OF_ANOTHER_KIND,
    ("corpus-rewrites-say", "post"): OF_ANOTHER_KIND,
    ("corpus-rewrites-undo", "post"): OF_ANOTHER_KIND,
    ("api-rewrites-sample", "get"): LED,
    ("api-rewrites-review", "post"): LED,
    ("api-rewrites-undo", "post"): LED,
}
BODIES: dict[str, dict[str, object]] = {
    "corpus-rewriting-run": {"do": "stop"},
    "corpus-rewriting-decide": {"do": "original"},
    "corpus-rewrites-say": {"decision": "right"},
    "api-rewrites-review": {"verdict": "right"},
}
NUMBERED = ("corpus-rewrites-say", "corpus-rewrites-undo", "api-rewrites-review", "api-rewrites-undo")


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    if name in NUMBERED:
        return {"slug": seat.campaign.slug, "number": 1}
    if name != "corpus-rewriting-decide":
        return {"slug": seat.campaign.slug}
    Rewriting.objects.get_or_create(moment=seat.pair.moment, defaults={"state": "review", "tries": 2})
    return {"slug": seat.campaign.slug, "desc_id": seat.pair.moment.desc_id}
