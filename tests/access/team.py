"""Rows of the table of access: tokens, health, operation."""

from __future__ import annotations

from django.utils import timezone

from annotator.models import Seat
from annotator.people.services.tokens import make_token
from moments.jobs.services.steps import mark_failure
from tests.factories import NOW

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("operation", "get"): (302, 403, 403, 403, 403, 403, 200),
    ("addresses", "get"): (302, 403, 403, 403, 403, 403, 200),
    ("addresses", "post"): (302, 403, 403, 403, 403, 403, 302),
    ("operation-retry", "post"): (302, 403, 403, 403, 403, 403, 302),
    ("tokens", "get"): (302, 200, 200, 200, 200, 200, 200),
    ("token-make", "post"): (302, 200, 200, 200, 200, 200, 200),
    ("token-revoke", "post"): (302, 302, 404, 404, 404, 404, 302),
    ("campaign-tokens", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("campaign-token-revoke", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("readyz", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("metrics", "get"): (404, 404, 404, 404, 404, 404, 404),
}
BODIES: dict[str, dict[str, object]] = {"token-make": {"label": "mine", "scope": "read", "days": "30"}}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    kwargs: dict[str, object] = {}
    if name == "operation-retry":
        error = ValueError("no such zone")
        kwargs["mark_id"] = mark_failure(step="rule on pairs", campaign=seat.campaign, error=error, now=NOW).pk
    if name.startswith("campaign-token"):
        kwargs["slug"] = seat.campaign.slug
    if name.endswith("token-revoke"):
        kwargs["token_id"] = make_token(
            user=seat.annotator.user, label="", scope="full", days=1, now=timezone.now()
        ).row.pk
    return kwargs
