"""Rows of the table of access: warnings and hidden checks."""

from __future__ import annotations

from annotator.checks.services.golds import set_gold
from annotator.models import PersonWarning, Seat
from tests.factories import NOW

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("warning-answer", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("staffing", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("staffing", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("golds", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("gold-set", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("gold-stop", "post"): (302, 403, 404, 403, 302, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {
    "staffing": {"gold_rate": "5", "repeat_rate": "0", "pace_bar": "25", "kappa_bar": ""},
    "gold-set": {"level": "3"},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    slug = seat.campaign.slug
    if name == "warning-answer":
        warning = PersonWarning.objects.create(member=seat.annotator, kind="pace", detail="2 s", raised_at=NOW)
        return {"slug": slug, "warning_id": warning.pk}
    if name in ("staffing", "golds"):
        return {"slug": slug}
    pair = seat.campaign.pairs.select_related("campaign", "query", "moment").filter(batch=None).first()
    assert pair is not None
    if name == "gold-stop":
        set_gold(pair=pair, relevance=2, now=NOW, actor="lead")
    return {"slug": slug, "number": pair.number}
