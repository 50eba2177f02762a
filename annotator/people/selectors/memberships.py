"""Memberships: who is asking, and who is at work."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from annotator.models import ApiToken, Membership, Role, Standing, User
from annotator.people.leases import lease_cutoff
from annotator.people.selectors.news import with_news
from moments.database.prepared import PreparedRows, PreparedValues
from moments.models import Campaign, ProtocolVersion

# The fields of the token by which a membership was found, with the names under which the membership has them.
TOKEN_FIELDS = {name: f"token_{name}" for name in ("id", "scope", "expires_at", "last_used_on")}


def memberships(user: User, *, slug: str | None = None) -> QuerySet[Membership]:
    """The person's memberships, or only that in the campaign `slug`."""
    members = user.memberships.select_related("campaign").order_by("pk")
    return members if slug is None else members.filter(campaign__slug=slug)


def asked_memberships(user: User, slug: str | None) -> list[Membership]:
    """The same with their news, for every call of the annotator's program: one prepared statement, or none where
    they came with the token.
    """
    found: list[Membership] | None = getattr(user, "asked_with", None)
    if found is None:
        found = _of_user.rows(user=user.pk)
    for member in found:
        member.user = user
    return [member for member in found if slug in (None, member.campaign.slug)]


def token_by_digest(digest: str) -> ApiToken | None:
    """The token of an active account, unless it was revoked; it brings what `asked_memberships` will need."""
    members = _of_token.rows(digest=digest)
    if not members:  # an admin's
        tokens = ApiToken.objects.filter(digest=digest, revoked_at=None, user__is_active=True)
        return tokens.select_related("user").first()
    token = ApiToken(
        digest=digest, user=members[0].user, **{to: getattr(members[0], of) for to, of in TOKEN_FIELDS.items()}
    )
    token.user.asked_with = members  # type: ignore[attr-defined]  # for this request
    return token


def _memberships(**which: Any) -> QuerySet[Membership]:
    return with_news(Membership.objects.filter(**which).select_related("campaign").order_by("pk"))


def _of_token_rows(digest: str) -> QuerySet[Membership]:
    members = _memberships(user__tokens__digest=digest, user__tokens__revoked_at=None, user__is_active=True)
    fields = {name: F(f"user__tokens__{field}") for field, name in TOKEN_FIELDS.items()}
    return members.select_related("campaign", "user").annotate(**fields)


_of_user = PreparedRows(lambda user: _memberships(user=user), user=int)
_of_token = PreparedRows(_of_token_rows, digest=str)


def qualified_annotators(campaign: Campaign | int) -> QuerySet[Membership]:
    """Everybody who may be seated: qualified, and able to sign in."""
    return Membership.objects.filter(
        campaign=campaign,
        role=Role.ANNOTATOR,
        standing=Standing.QUALIFIED,
        user__is_active=True,
        user__is_superuser=False,
    )


def members_at_work(campaign: Campaign, now: datetime) -> QuerySet[Membership]:
    """The qualified whose program asked for something within the lease (R13)."""
    return (
        qualified_annotators(campaign)
        .filter(last_request_at__gte=work_cutoff(campaign, now))
        .select_related("campaign")
        .order_by("pk")
    )


def people_at_work(campaign: Campaign, now: datetime) -> list[int]:
    """The same by their primary keys, for every share that is taken."""
    return [pk for (pk,) in _at_work.rows(campaign=campaign.pk, cutoff=work_cutoff(campaign, now))]


def work_cutoff(campaign: Campaign, now: datetime) -> datetime:
    """Who asked for nothing since then is not at work; under the protocol in force."""
    ((lease_s,),) = _lease.rows(campaign=campaign.pk)
    return lease_cutoff(now, lease_s=lease_s)


_lease = PreparedValues(
    lambda campaign: ProtocolVersion.objects.filter(campaign=campaign).order_by("-version").values_list("lease_s")[:1],
    campaign=int,
)
_at_work = PreparedValues(
    lambda campaign, cutoff: (
        qualified_annotators(campaign).filter(last_request_at__gte=cutoff).order_by("pk").values_list("pk")
    ),
    campaign=int,
    cutoff=datetime,
)
