"""Makes and revokes API tokens; the database keeps only their digests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from annotator.models import ApiToken, TokenScope, User
from annotator.people.ledger_kinds import TOKEN_MADE, TOKEN_REVOKED
from annotator.people.secret_links import digest_of, new_secret
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision

LONGEST_LABEL = 60
MOST_DAYS = 730
MOST_TOKENS = 20


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A token and its secret, which is shown once."""

    row: ApiToken
    secret: str


@transaction.atomic
def make_token(
    *, user: User, label: str, scope: str, days: int | None, now: datetime, actor: str = "command"
) -> MadeToken:
    """A token of the account, good for `days`, or until it is revoked where that is None.

    Raises BadInput for a closed account, an unknown scope, a label or time out of range and a twenty-first token.
    """
    if not user.is_active:
        raise BadInput(f"the account {isolated(user.username)} is closed")
    if scope not in TokenScope.values:
        raise BadInput(f"scope: expected {' or '.join(TokenScope.values)}")
    if len(label) > LONGEST_LABEL or not label.isprintable():
        raise BadInput(f"label: expected at most {LONGEST_LABEL} printable characters")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise BadInput(f"days: expected 1 to {MOST_DAYS}")
    User.objects.filter(pk=user.pk).update(is_active=F("is_active"))  # one maker at a time, so the count holds
    good = Q(expires_at=None) | Q(expires_at__gt=now)
    if ApiToken.objects.filter(good, user=user, revoked_at=None).count() >= MOST_TOKENS:
        raise BadInput(f"the account already has {MOST_TOKENS} tokens; revoke one first")
    secret = new_secret()
    row = ApiToken.objects.create(
        user=user,
        digest=digest_of(secret),
        created_at=now,
        label=label,
        scope=scope,
        expires_at=None if days is None else now + timedelta(days=days),
    )
    _record(TOKEN_MADE, row, now, actor)
    return MadeToken(row, secret)


@transaction.atomic
def revoke_token(*, token: ApiToken, now: datetime, actor: str) -> bool:
    """Revoke the token; False if it was already revoked."""
    if not ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        return False
    _record(TOKEN_REVOKED, token, now, actor)
    return True


def _record(kind: LedgerKind, token: ApiToken, now: datetime, actor: str) -> None:
    """In the ledger of every campaign that the token opens, under the pseudonym there; no label, no digest."""
    for member in token.user.memberships.select_related("campaign").order_by("campaign"):
        by = member.pseudonym if actor == token.user.username else actor
        payload = {"person": member.pseudonym, "scope": token.scope, "token": token.pk}
        record_decision(campaign=member.campaign, kind=kind, actor=by, payload=payload, now=now)
