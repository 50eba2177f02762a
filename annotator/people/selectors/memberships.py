"""Memberships: who is asking, and who is at work."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db.models import F, QuerySet

from annotator.models import ApiToken, Membership, Role, Standing, User
from annotator.people.leases import lease_cutoff
from annotator.people.selectors.news import with_news
from moments.database.prepared import PreparedRows, PreparedValues
from moments.models import Campaign, ProtocolVersion

# The columns that no call of the annotator's program needs; what is read after all costs a query.
UNASKED = (
    "joined_at",
    "settles_pay",
    *(f"campaign__{name}" for name in ("encoder", "seed", "swept_at")),
    *(f"campaign__{name}" for name in ("clip_height", "clip_fps", "clip_sound", "renditions")),
    *(
        f"campaign__{name}"
        for name in ("hourly_rate", "currency", "follow_suggestions", "created_at", "opened_at", "is_trial")
    ),
)
UNASKED_OF_ACCOUNT = tuple(f"user__{name}" for name in ("password", "last_login", "session_epoch", "created_at"))


@dataclass(frozen=True, slots=True)
class AskingToken:
    """What a request needs of the token that it carries."""

    user: User
    pk: int
    scope: str
    expires_at: datetime | None
    last_used_on: date | None


TOKEN_COLUMNS = [field.name for field in fields(AskingToken) if field.name != "user"]


def memberships(user: User) -> QuerySet[Membership]:
    """The person's memberships."""
    return user.memberships.select_related("campaign").order_by("pk")


def membership_in(user: User, slug: str) -> Membership | None:
    """The person's membership in the campaign, if any. There is at most one, so no order or limit is needed."""
    found = list(Membership.objects.filter(user=user, campaign__slug=slug).select_related("campaign"))
    if not found:
        return None
    found[0].user = user
    return found[0]


def asked_memberships(user: User, slug: str | None) -> list[Membership]:
    """The person's memberships, or only that in the campaign `slug`, with their news, for every call of the annotator's
    program: one prepared statement, or none where they came with the token.
    """
    found: list[Membership] | None = getattr(user, "asked_with", None)
    if found is None:
        found = _of_user.rows(user=user.pk)
    for member in found:
        member.user = user
    return [member for member in found if slug in (None, member.campaign.slug)]


def token_by_digest(digest: str) -> AskingToken | None:
    """The token of an active account, unless it was revoked; it brings what `asked_memberships` will need."""
    members = _of_token.rows(digest=digest)
    if not members:  # an admin's
        tokens = ApiToken.objects.filter(digest=digest, revoked_at=None, user__is_active=True)
        token = tokens.select_related("user").first()
        return None if token is None else AskingToken(token.user, *(getattr(token, name) for name in TOKEN_COLUMNS))
    user = members[0].user
    user.asked_with = members  # type: ignore[attr-defined]  # for this request
    return AskingToken(user, *(getattr(members[0], f"token_{name}") for name in TOKEN_COLUMNS))


def _memberships(**which: Any) -> QuerySet[Membership]:
    members = Membership.objects.filter(**which).select_related("campaign").defer(*UNASKED)
    return with_news(members.order_by("pk"))


def _of_token_rows(digest: str) -> QuerySet[Membership]:
    members = _memberships(user__tokens__digest=digest, user__tokens__revoked_at=None, user__is_active=True)
    columns = {f"token_{name}": F(f"user__tokens__{name}") for name in TOKEN_COLUMNS}
    return members.select_related("campaign", "user").defer(*UNASKED, *UNASKED_OF_ACCOUNT).annotate(**columns)


_of_user = PreparedRows(lambda user: _memberships(user=user), user=int)
_of_token = PreparedRows(_of_token_rows, digest=str)


def annotators_in_training(campaign: Campaign) -> QuerySet[Membership]:
    """Who has joined and may sign in, but has begun no exam; without an exam only a lead can qualify them."""
    return Membership.objects.filter(
        campaign=campaign,
        role=Role.ANNOTATOR,
        standing=Standing.TRAINING,
        user__is_active=True,
        user__is_superuser=False,
    ).order_by("pk")


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


def pseudonym_of(campaign: Campaign, person: str) -> str:
    """The pseudonym of an annotator who is named by it or by their worker ID; what is neither stays as it is."""
    by_worker_id = campaign.members.filter(user__username=person, role=Role.ANNOTATOR)
    found: str | None = by_worker_id.values_list("pseudonym", flat=True).first()
    return found or person
