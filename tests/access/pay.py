"""Rows of the table of access: what is paid, which a lead with the right to settle pay sees like an admin."""

from __future__ import annotations

from annotator.models import Seat

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("pay", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("pay-csv", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("pay-rate", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-close", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-adjust", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("pay-late", "post"): (302, 403, 404, 403, 403, 404, 302),
}
BODIES: dict[str, dict[str, object]] = {
    "pay-rate": {"hourly_rate": "15.00", "from_day": "2026-03-01", "reason": "more"},
    "pay-close": {"first_day": "2026-03-01", "last_day": "2026-03-02"},
    "pay-adjust": {"worker": "nobody", "amount": "1.00", "reason": "a taxi"},
    "pay-late": {"period": "1", "amount": "1.00", "reason": "offline"},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    return {"slug": seat.campaign.slug}
