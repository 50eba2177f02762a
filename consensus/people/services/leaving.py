"""Deletes the account of somebody who leaves the study; their scores are kept or made void, as the campaign says."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import F

from annotator.joining.selectors.leaving import leaving_policy, leaving_terms, may_leave, terms_mark
from annotator.models import ApiToken, Invite, Leaving, Membership, ResetLink, Standing, User
from annotator.models.people import GONE
from annotator.people.services.lockouts import forget_failures
from annotator.people.services.people import ALPHABET, hold_person
from annotator.seats.services.standings import set_standing
from consensus.decisions.ledger_kinds import PERSON_LEFT
from consensus.people.services.voiding import void_person
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision

REASON = "left the study"


class TermsChanged(BadInput):
    """What leaving would do is not what was shown."""


@transaction.atomic
def leave_study(*, user: User, now: datetime, actor: str = "", seen: str | None = None) -> str:
    """Delete the account in substance; the name under which its pay is listed from now on.

    Nobody can sign in to it or find its worker ID afterwards; hours and scores hang on the campaigns' pseudonyms.
    `actor` is who decided, the person themselves where it is empty; `seen` the `terms_mark` of what they were shown.
    Raises BadInput for leads and admins, and if the person has already left; TermsChanged where a policy or a
    number is another by now.
    """
    if not may_leave(user):
        raise BadInput("the account leads a campaign or belongs to an admin; remove that role first")
    members = list(user.memberships.select_related("campaign", "user").order_by("pk"))
    for member in members:
        hold_campaign(member.campaign)
    for member in members:
        hold_person(member)
    gone = _erased(user, now)
    if seen is not None and seen != terms_mark(leaving_terms(user)):
        raise TermsChanged("the rule for your scores has changed in the meantime; read it again, then confirm again")
    for member in members:
        _end(member, actor or member.pseudonym, now)
    return gone


def _erased(user: User, now: datetime) -> str:
    """The conditional UPDATE on the name lets one of two through."""
    former, gone = user.username, _free_name()
    nobody = User()
    nobody.set_unusable_password()
    erased = {"username": gone, "password": nobody.password, "is_active": False, "last_login": None}
    here = User.objects.filter(pk=user.pk, username=former).exclude(username__startswith=GONE)
    if not here.update(session_epoch=F("session_epoch") + 1, **erased):
        raise BadInput("the person has already left")
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
    ResetLink.objects.filter(user=user).delete()
    _forget_labels(user)
    forget_failures(username=former)
    LogEntry.objects.filter(content_type__app_label="annotator", object_repr__contains=former).update(object_repr=gone)
    return gone


def _forget_labels(user: User) -> None:
    """What leads called the person, and the links for one person by which they came."""
    labelled = user.memberships.exclude(private_label="")
    for campaign, label in labelled.values_list("campaign", "private_label"):
        Invite.objects.filter(campaign=campaign, note=label, uses_allowed=1).update(note="")
    labelled.update(private_label="")


def _end(member: Membership, actor: str, now: datetime) -> None:
    voids = leaving_policy(member.campaign) == Leaving.VOID
    if voids:
        void_person(member=member, now=now, actor=actor, reason=REASON)
    set_standing(member=member, standing=Standing.SUSPENDED, now=now, actor=actor, reason=REASON)
    payload = {"person": member.pseudonym, "scores": "voided" if voids else "kept"}
    record_decision(campaign=member.campaign, kind=PERSON_LEFT, actor=actor, payload=payload, now=now)


def _free_name() -> str:
    while True:
        name = GONE + "".join(secrets.choice(ALPHABET) for _ in range(8))
        if not User.objects.filter(username=name).exists():
            return name
