"""Rows of the table of access: the admin's corpus pages."""

from __future__ import annotations

from annotator.models import Seat
from moments.staging.services import stage_file
from tests.factories import NOW

ONE_FILE = ("corpus-import", "corpus-import-confirm", "corpus-import-put-away")

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("campaign-new", "get"): (302, 403, 403, 403, 403, 403, 200),
    ("campaign-new", "post"): (302, 403, 403, 403, 403, 403, 302),
    ("corpus", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("corpus-browser", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("corpus-imports", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("corpus-import-stage", "post"): (302, 403, 404, 403, 403, 404, 400),
    ("corpus-import", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("corpus-import-confirm", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("corpus-import-put-away", "post"): (302, 403, 404, 403, 403, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {"campaign-new": {"slug": "fresh"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    if name == "campaign-new":
        return {}
    if name in ONE_FILE:
        content = b"query_id,query,split,desc_id\n900,A dog.,val,\n"
        staged = stage_file(
            campaign=seat.campaign, kind="queries", given_name="q.csv", parts=[content], actor="admin", now=NOW
        )
        return {"slug": seat.campaign.slug, "staged_id": staged.pk}
    return {"slug": seat.campaign.slug}
