"""One-time links to a new password, for people who are known by a worker ID and no address."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from annotator.models import Membership, ResetLink, User
from annotator.people.ledger_kinds import PERSON_PASSWORD_RESET, PERSON_PASSWORD_SET, PERSON_RESET_LINK
from annotator.people.secret_links import digest_of, new_secret
from annotator.people.selectors.resets import may_reset
from annotator.people.services.lockouts import forget_failures
from moments.base.errors import BadInput
from moments.ledger.services import record_decision

GOOD_FOR = timedelta(hours=24)


class LinkOver(BadInput):
    """The link no longer sets a password."""


@transaction.atomic
def make_reset_link(*, member: Membership, issuer: User, now: datetime, actor: str) -> str:
    """The secret of a link with which the person sets a new password; links made before no longer work.

    Raises BadInput if the account is closed, and if the issuer may hand this person no link.
    """
    if not User.objects.filter(pk=member.user_id, is_active=True).exists():
        raise BadInput("the account is closed")
    if not may_reset(issuer, member.user):
        raise BadInput("the account also has access to what you do not manage; an admin can create the link")
    end_reset_links(people=[member.user_id], now=now)
    token = new_secret()
    ResetLink.objects.create(
        user_id=member.user_id,
        issued_by=issuer,
        digest=digest_of(token),
        created_at=now,
        expires_at=now + GOOD_FOR,
    )
    record_decision(
        campaign=member.campaign, kind=PERSON_RESET_LINK, actor=actor, payload={"person": member.pseudonym}, now=now
    )
    return token


def end_reset_links(*, people: Iterable[int], now: datetime) -> None:
    """End the open links of those accounts, so that they set no password.

    Whoever changes what an account may open calls this: the link was handed over for what it opened before.
    Memberships are locked before this and ledgers after it, accounts before their links.
    """
    people = list(people)
    User.objects.filter(pk__in=people).update(is_active=F("is_active"))
    ResetLink.objects.filter(user__in=people, used_at=None, revoked_at=None).update(revoked_at=now)


@transaction.atomic
def use_reset_link(*, link: ResetLink, secret: str, now: datetime) -> None:
    """Set the password, whose hash is `secret`; every session of the person ends and wrong passwords are forgotten.

    Raises LinkOver if the link was used, revoked or is older than a day, where the account is closed, and where
    the issuer may no longer hand the person one.
    """
    if not _set(link.user, secret, User.objects.filter(is_active=True)):
        raise LinkOver("the link is no longer valid")
    # Only columns of the link: with a join, PostgreSQL would not look at them again after waiting for the other.
    good = ResetLink.objects.filter(pk=link.pk, used_at=None, revoked_at=None, expires_at__gt=now)
    if not good.update(used_at=now) or not _may_still(link):
        raise LinkOver("the link is no longer valid")
    for member in link.user.memberships.select_related("campaign").order_by("pk"):
        record_decision(
            campaign=member.campaign,
            kind=PERSON_PASSWORD_RESET,
            actor=member.pseudonym,
            payload={"person": member.pseudonym},
            now=now,
        )


@transaction.atomic
def set_password(*, user: User, secret: str, now: datetime, actor: str) -> None:
    """Set somebody's password, whose hash is `secret`: every session of theirs and every link to a new one ends."""
    _set(user, secret, User.objects.all())
    end_reset_links(people=[user.pk], now=now)
    for member in user.memberships.select_related("campaign").order_by("pk"):
        record_decision(
            campaign=member.campaign,
            kind=PERSON_PASSWORD_SET,
            actor=actor,
            payload={"person": member.pseudonym},
            now=now,
        )


def _may_still(link: ResetLink) -> bool:
    """Whether the issuer has the right now, whatever was read before the link was locked."""
    link = ResetLink.objects.select_related("user", "issued_by").get(pk=link.pk)
    return may_reset(link.issued_by, link.user)


def _set(user: User, secret: str, among: QuerySet[User]) -> bool:
    """Set the new password of the person if they are in `among`; whether they were."""
    changed = {"password": secret, "session_epoch": F("session_epoch") + 1}
    forget_failures(username=user.username)
    return bool(among.filter(pk=user.pk).update(**changed))
