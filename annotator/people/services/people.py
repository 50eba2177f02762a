"""Creates people and decides their status; every step is in the ledger."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F

from annotator.models import ApiToken, Membership, Role, Standing, User
from annotator.models.people import GONE, NAME
from annotator.people.ledger_kinds import PERSON_JOINED, PERSON_MADE_ADMIN, PERSON_UNMADE_ADMIN
from annotator.people.secret_links import digest_of, new_secret
from annotator.people.services.resets import end_reset_links
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.ledger.services import record_decision
from moments.models import Campaign

LONGEST_WORKER_ID = 40
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a new annotator signs in with; shown once, stored only as digests."""

    worker_id: str
    password: str
    token: str


def create_annotators(
    *,
    campaign: Campaign,
    count: int,
    qualified: bool,
    now: datetime,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Credentials]:
    """`count` new annotators with opaque worker IDs; raises BadInput unless 1 ≤ count ≤ 10,000."""
    if not 1 <= count <= 10_000:
        raise BadInput(f"expected 1 to 10000, got {count}", field="count")
    standing = Standing.QUALIFIED if qualified else Standing.TRAINING
    hashed = []
    for _ in range(count):  # slow by intent, hence before the transaction
        password = secrets.token_urlsafe(12)
        hashed.append((password, make_password(password)))
        advance(1)
    made = []
    with transaction.atomic():
        for password, secret in hashed:
            user = User.objects.create(username=free_worker_id(), password=secret)
            join_campaign(user=user, campaign=campaign, role=Role.ANNOTATOR, standing=standing, now=now)
            made.append(Credentials(user.username, password, issue_token(user=user, now=now)))
    return made


@transaction.atomic
def join_campaign(
    *,
    user: User,
    campaign: Campaign,
    role: Role,
    now: datetime,
    standing: Standing = Standing.TRAINING,
    actor: str = "command",
    pseudonym: str = "",
) -> Membership:
    """The person's membership, under a pseudonym drawn at random if none is given, which must be free; links to a new
    password that they have open end.

    Raises BadInput for an admin as annotator: admins see verdicts and hold no seats (I3).
    """
    if user.is_superuser and role == Role.ANNOTATOR:
        raise BadInput(f"{isolated(user.username)} is an admin; admins cannot score pairs")
    member = Membership.objects.create(
        user=user,
        campaign=campaign,
        role=role,
        standing=standing,
        pseudonym=pseudonym or _free_pseudonym(campaign),
        joined_at=now,
    )
    end_reset_links(people=[user.pk], now=now)
    payload = {"person": member.pseudonym, "role": role, "standing": standing}
    record_decision(campaign=campaign, kind=PERSON_JOINED, actor=actor, payload=payload, now=now)
    return member


@transaction.atomic
def add_lead(*, campaign: Campaign, worker_id: str, now: datetime, actor: str) -> Membership:
    """Make the person a lead of the campaign; a worker ID that nobody has becomes a new account without a password.

    Raises BadInput for a worker ID that cannot be, a closed account, an admin, and a member of the campaign: an
    annotator here may hold pairs whose verdicts a lead sees (I3).
    """
    check_worker_id(worker_id)
    user, _ = User.objects.get_or_create(username=worker_id, defaults={"password": make_password(None)})
    if not user.is_active:
        raise BadInput(f"the account of {isolated(worker_id)} is closed")
    if user.is_superuser:
        raise BadInput(f"{isolated(worker_id)} is an admin, and admins lead every campaign")
    member = user.memberships.filter(campaign=campaign).first()
    if member is not None:
        raise BadInput(
            f"{isolated(worker_id)} is already {'a lead' if member.role == Role.LEAD else 'an annotator'} here"
        )
    return join_campaign(
        user=user, campaign=campaign, role=Role.LEAD, standing=Standing.QUALIFIED, now=now, actor=actor
    )


def check_worker_id(worker_id: str) -> None:
    """Raise BadInput for a worker ID that no account can have."""
    try:
        NAME(worker_id)
    except ValidationError as error:
        raise BadInput("use letters, digits, '_', '.' and '-', at most 40", field="worker ID") from error
    if len(worker_id) > LONGEST_WORKER_ID or worker_id.startswith(GONE):
        raise BadInput(f"use at most {LONGEST_WORKER_ID} characters, and do not begin with {GONE}", field="worker ID")


def hold_person(member: Membership) -> None:
    """Make this transaction and all others that hold the person follow each other; their status is read again."""
    Membership.objects.filter(pk=member.pk).update(next_position=F("next_position"))
    member.refresh_from_db(fields=["standing", "next_position", "role"])


@transaction.atomic
def make_admin(*, user: User, now: datetime, actor: str) -> None:
    """Make the person an admin of the platform; raises BadInput for an annotator of a campaign (I3)."""
    if user.memberships.filter(role=Role.ANNOTATOR).exists():
        raise BadInput(
            f"{isolated(user.username)} is an annotator; admins cannot score pairs, so create another account"
        )
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    end_reset_links(people=[user.pk], now=now)
    for member in user.memberships.select_related("campaign"):
        record_decision(
            campaign=member.campaign, kind=PERSON_MADE_ADMIN, actor=actor, payload={"person": member.pseudonym}, now=now
        )


@transaction.atomic
def unmake_admin(*, user: User, now: datetime, actor: str) -> bool:
    """Remove the admin rights of the person; False if they had none."""
    if not User.objects.filter(pk=user.pk, is_superuser=True).update(is_staff=False, is_superuser=False):
        return False
    end_reset_links(people=[user.pk], now=now)
    for member in user.memberships.select_related("campaign"):
        record_decision(
            campaign=member.campaign,
            kind=PERSON_UNMADE_ADMIN,
            actor=actor,
            payload={"person": member.pseudonym},
            now=now,
        )
    return True


def issue_token(*, user: User, now: datetime) -> str:
    """A new API token; the database keeps only its digest."""
    token = new_secret()
    ApiToken.objects.create(user=user, digest=digest_of(token), created_at=now)
    return token


def free_worker_id() -> str:
    """An opaque worker ID that nobody has."""
    while True:
        name = "w-" + "".join(secrets.choice(ALPHABET) for _ in range(6))
        if not User.objects.filter(username=name).exists():
            return name


def new_pseudonym() -> str:
    """A pseudonym drawn at random; in a campaign with members it may be taken."""
    return str(secrets.randbelow(90_000) + 10_000)


def _free_pseudonym(campaign: Campaign) -> str:
    while True:
        name = new_pseudonym()
        if not campaign.members.filter(pseudonym=name).exists():
            return name
