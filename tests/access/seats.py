"""Rows of the table of access: people and seats, studies, pilots."""

from __future__ import annotations

from annotator.models import Seat

LEADS_GET = (302, 403, 404, 403, 200, 404, 200)
LEADS_POST = (302, 403, 404, 403, 302, 404, 302)

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("campaign-pause", "post"): LEADS_POST,
    ("queries", "get"): LEADS_GET,
    ("queries-priority", "post"): LEADS_POST,
    ("query-priority", "post"): LEADS_POST,
    ("person-seats", "post"): LEADS_POST,
    ("targets", "post"): LEADS_POST,
    ("studies", "get"): LEADS_GET,
    ("study-make", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("study-stop", "post"): LEADS_POST,
    ("pilots", "get"): LEADS_GET,
    ("pilot-make", "post"): (302, 403, 404, 403, 400, 404, 400),
    ("pilot-stop", "post"): LEADS_POST,
    ("why-pair", "get"): LEADS_GET,
    ("adjudicate-pair", "post"): LEADS_POST,
    ("take-back-pair", "post"): LEADS_POST,
}
BODIES: dict[str, dict[str, object]] = {
    "campaign-pause": {"do": "pause", "reason": "holidays"},
    "queries-priority": {"query": ["1"], "priority": "3"},
    "query-priority": {"priority": "-2"},
    "person-seats": {"do": "release", "reason": "away"},
    "targets": {"finish_by": "2099-01-31", "day_target": "200"},
    "adjudicate-pair": {"relevance": "2", "reason": "seen twice"},
    "take-back-pair": {"reason": "not after all"},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    if name in ("why-pair", "adjudicate-pair", "take-back-pair"):
        return {"slug": seat.campaign.slug, "number": seat.pair.number}
    if name == "query-priority":
        return {"slug": seat.campaign.slug, "query_id": seat.pair.query.query_id}
    if name == "person-seats":
        assert seat.annotator is not None
        return {"slug": seat.campaign.slug, "pseudonym": seat.annotator.pseudonym}
    if name == "pilot-stop":
        pilot = seat.campaign.pilots.create(
            number=seat.campaign.pilots.count() + 1, top=10, created_at=seat.campaign.created_at
        )
        return {"slug": seat.campaign.slug, "number": pilot.number}
    if name == "study-stop":
        made = seat.campaign.studies.create(
            number=seat.campaign.studies.count() + 1, seed=1, created_at=seat.campaign.created_at
        )
        return {"slug": seat.campaign.slug, "number": made.number}
    return {"slug": seat.campaign.slug}
