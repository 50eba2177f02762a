"""One-time links to a new password, for people who are known by a worker ID and no address."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from annotator.models import Membership, ResetLink, User
from annotator.secret_links import digest_of, new_secret
from annotator.services.lockouts import forget_failures
from moments.chain import Record
from moments.errors import BadInput
from moments.services.ledger import record_decisions

GOOD_FOR = timedelta(hours=24)


class LinkOver(BadInput):
    """The link sets no password any more."""


@transaction.atomic
def make_reset_link(*, member: Membership, now: datetime, actor: str) -> str:
    """The secret of a link with which the person sets a new password; links made before work no more.

    Raises BadInput where the account is closed.
    """
    if not User.objects.filter(pk=member.user_id, is_active=True).exists():
        raise BadInput("the account is closed")
    ResetLink.objects.filter(user=member.user_id, used_at=None, revoked_at=None).update(revoked_at=now)
    token = new_secret()
    ResetLink.objects.create(user_id=member.user_id, digest=digest_of(token), created_at=now, expires_at=now + GOOD_FOR)
    record = Record("person_reset_link", actor, {"person": member.pseudonym})
    record_decisions(campaign=member.campaign, records=[record], now=now)
    return token


@transaction.atomic
def use_reset_link(*, link: ResetLink, secret: str, now: datetime) -> None:
    """Set the password, whose hash is `secret`; every session of the person ends and wrong passwords are forgotten.

    Raises LinkOver where the link was used, revoked or is older than a day.
    """
    # Columns of the link alone: with a join, PostgreSQL would not look at them again after waiting for the other.
    good = ResetLink.objects.filter(pk=link.pk, used_at=None, revoked_at=None, expires_at__gt=now)
    person = User.objects.filter(pk=link.user_id, is_active=True)
    changed = {"password": secret, "session_epoch": F("session_epoch") + 1}
    if not good.update(used_at=now) or not person.update(**changed):
        raise LinkOver("the link sets no password any more")
    forget_failures(username=link.user.username)
    for member in link.user.memberships.select_related("campaign").order_by("pk"):
        record = Record("person_password_reset", member.pseudonym, {"person": member.pseudonym})
        record_decisions(campaign=member.campaign, records=[record], now=now)
