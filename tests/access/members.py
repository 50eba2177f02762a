"""Rows of the table of access: invitations, consent, people, leaving."""

from __future__ import annotations

from django.utils import timezone

from annotator.joining.services.consents import save_consent
from annotator.joining.services.invites import make_invite
from annotator.models import Seat
from annotator.people.services.resets import make_reset_link
from tests.factories import PASSWORD, make_admin

CHOSEN: dict[str, object] = {"new_password1": "correct horse battery", "new_password2": "correct horse battery"}
ONE_PERSON = ("person-act", "person-pay", "person-reset", "person-remove", "person", "person-void")

ROWS: dict[tuple[str, str], tuple[int, ...]] = {
    ("join", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("join", "post"): (302, 409, 302, 409, 409, 302, 409),
    ("first-admin", "get"): (302, 302, 302, 302, 302, 302, 302),
    ("first-admin", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("reset", "get"): (200, 200, 200, 200, 200, 200, 200),
    ("reset", "post"): (302, 302, 302, 302, 302, 302, 302),
    ("welcome", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("consent", "get"): (302, 200, 404, 403, 403, 404, 403),
    ("consent", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("consent-edit", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("consent-edit", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("people", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("people-leaving", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("people-qualify", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("invite-list", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("lead-add", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("invite-make", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("invite-revoke", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("person-act", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("person-pay", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("person-reset", "post"): (302, 403, 404, 403, 200, 404, 200),
    ("person-remove", "get"): (302, 403, 404, 403, 403, 404, 200),
    ("person-remove", "post"): (302, 403, 404, 403, 403, 404, 302),
    ("person", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("person-void", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("person-void", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("messages", "get"): (302, 403, 404, 403, 200, 404, 200),
    ("messages", "post"): (302, 403, 404, 403, 302, 404, 302),
    ("message-read", "post"): (302, 302, 404, 403, 403, 404, 403),
    ("leave", "get"): (302, 200, 200, 200, 403, 403, 403),
    ("leave", "post"): (302, 200, 200, 200, 403, 403, 403),
}
BODIES: dict[str, dict[str, object]] = {
    "reset": CHOSEN,
    "consent": {"version": "1", "agree": "on"},
    "consent-edit": {"do": "save", "text": "Agree?"},
    "people-leaving": {"leaving": "void"},
    "people-qualify": {"reason": "known to the lead"},
    "invite-list": {"labels": "seat 1", "days": "1"},
    "lead-add": {"worker_id": "new-lead"},
    "invite-make": {"uses": "1", "days": "1"},
    "person-act": {"do": "suspend", "reason": "too fast"},
    "person-pay": {"settles_pay": "1"},
    "messages": {"to": "all", "text": "Have a break."},
    "leave": {"password": PASSWORD},
}


def kwargs_of(name: str, seat: Seat) -> dict[str, object]:
    """What stands in the address of the route; makes what it is about."""
    now = timezone.now()
    assert seat.annotator is not None
    if name in ONE_PERSON:
        return {"slug": seat.campaign.slug, "pseudonym": seat.annotator.pseudonym}
    if name in ("join", "invite-revoke"):
        made = make_invite(campaign=seat.campaign, uses=1, days=1, note="", now=now, actor="lead")
        return {"token": made.token} if name == "join" else {"slug": seat.campaign.slug, "invite_id": made.invite.pk}
    if name == "reset":
        return {"token": make_reset_link(member=seat.annotator, issuer=make_admin(), now=now, actor="admin")}
    if name == "message-read":
        return {"slug": seat.campaign.slug, "message_id": 1}
    if name == "consent":
        save_consent(campaign=seat.campaign, text="Agree?", seen_version=None, actor="lead", now=now)
    return {} if name in ("leave", "first-admin") else {"slug": seat.campaign.slug}
