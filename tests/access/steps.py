"""Rows of the table of access: the steps by API; a body that is not what the step takes is refused with 400."""

from __future__ import annotations

from annotator.models import Seat
from console.steps.api.registry import STEPS

READ = (401, 403, 404, 403, 200, 404, 200)
ASKED = (401, 403, 404, 403, 400, 404, 400)
ORDERED = (401, 403, 404, 403, 201, 404, 201)
OF_ANOTHER_KIND = (401, 403, 404, 403, 404, 404, 404)
FOR_ADMINS = (401, 403, 404, 403, 403, 404, 201)
ORDERS = {
    "open": ASKED,
    "settle": ORDERED,
    "verify": ORDERED,
    "archive": FOR_ADMINS,
    "trial": ORDERED,
    **dict.fromkeys(("twins", "splits", "rewrite", "sample-rewrites"), OF_ANOTHER_KIND),
}

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("api-steps", "get"): READ,
    **{(f"api-step-{step.name}", "get"): READ for step in STEPS},
    **{(f"api-step-{step.name}", "post"): ORDERS.get(step.name, ASKED) for step in STEPS if not step.takes_file},
    **{(f"api-step-{step.name}", "get"): OF_ANOTHER_KIND for step in STEPS if step.twins},
    ("api-step-import", "post"): (401, 403, 404, 403, 415, 404, 415),
}
BODIES: dict[str, dict[str, object]] = {}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route."""
    return {"slug": seat.campaign.slug}
