"""Finds or makes the accounts of an archive; nobody is merged into an account that is not theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.hashers import get_hasher, identify_hasher, is_password_usable, make_password
from django.core.exceptions import ValidationError

from annotator.models import Membership, Role, User
from archive.tables.file import ArchiveReader
from archive.tables.selectors.rows import PEOPLE
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.models import Campaign
from moments.models.checks import validate_day

LONGEST_HASH = 128
MOST_TIMES_THE_WORK = 10


@dataclass(frozen=True, slots=True)
class Person:
    """An account of the archive."""

    worker_id: str
    password: str
    is_active: bool
    created_at: datetime


def restore_people(archive: ArchiveReader, accounts: Mapping[str, str]) -> tuple[list[User], int]:
    """The account of each person, in the archive's order, and how many of them are new.

    A worker ID that is free becomes an account. One that is taken is the same person if password and moment of making
    are the same, as where another campaign of the same people was restored before. Any other is refused unless
    `accounts` says which account, there already or new, a worker ID is.

    Raises BadInput for worker IDs that are taken, and for `accounts` that name unknown people or one account twice.
    """
    _, rows = archive.table(PEOPLE)
    people = [_person(place, row) for place, row in enumerate(rows, start=1)]
    names = {person.worker_id: accounts.get(person.worker_id, person.worker_id) for person in people}
    if unknown := sorted(set(accounts) - set(names)):
        raise BadInput(f"{unknown[0]!r} is not a worker ID in the archive", field="people")
    if len(set(names.values())) < len(names):
        raise BadInput("two people would share an account", field="people")
    there = {user.username: user for user in User.objects.filter(username__in=names.values())}
    taken = [
        person.worker_id
        for person in people
        if person.worker_id in there and person.worker_id not in accounts and not _same(person, there[person.worker_id])
    ]
    if taken:
        count = f"{len(taken)} worker IDs are" if len(taken) > 1 else "a worker ID is"
        raise BadInput(f"{count} taken here by other accounts, first {taken[0]}", remedy="people")
    found = [there.get(names[person.worker_id]) for person in people]
    return [
        user or _made(person, names[person.worker_id]) for user, person in zip(found, people, strict=True)
    ], found.count(None)


def refuse_seated_admins(campaign: Campaign) -> None:
    """Raise BadInput if an annotator's account belongs to an admin, who sees verdicts (I3)."""
    members = Membership.objects.filter(campaign=campaign, role=Role.ANNOTATOR, user__is_superuser=True)
    if member := members.select_related("user").first():
        raise BadInput(f"{isolated(member.user.username)} is an admin; admins hold no seats", field="people")


def _person(place: int, row: list[Any]) -> Person:
    try:
        worker_id, password, is_active, created_at = row
    except (TypeError, ValueError) as error:
        raise BadInput("the archive's list of people cannot be read") from error
    try:
        _require_cheap(str(password))
        User._meta.get_field("username").run_validators(worker_id)
        made_at = datetime.fromisoformat(created_at)
        validate_day(made_at)
        return Person(str(worker_id), str(password), bool(is_active), made_at)
    except (ValidationError, ValueError, TypeError) as error:
        raise BadInput(
            f"people, row {place}: {str(worker_id)[:60]!r} is not an account that can be restored"
        ) from error


def _require_cheap(password: str) -> None:
    """A hash that takes hours to check would stop a server at that person's first sign-in."""
    if not password.isascii() or "\0" in password or len(password) > LONGEST_HASH:
        raise ValueError("no hash")
    if not password or not is_password_usable(password):
        return
    hasher, usual = identify_hasher(password), get_hasher()
    work = hasher.decode(password).get("iterations", 0)
    if hasher.algorithm != usual.algorithm or work > MOST_TIMES_THE_WORK * getattr(usual, "iterations", 1):
        raise ValueError("another kind of hash, or one that takes too long")


def _same(person: Person, user: User) -> bool:
    return bool(person.password) and person.password == user.password and person.created_at == user.created_at


def _made(person: Person, name: str) -> User:
    """A new account, which is never an admin, whatever it was before."""
    try:
        User._meta.get_field("username").run_validators(name)
    except ValidationError as error:
        raise BadInput(f"{name!r} is not a valid worker ID: {error.messages[0]}", field="people") from error
    user = User.objects.create(
        username=name, password=person.password or make_password(None), is_active=person.is_active
    )
    User.objects.filter(pk=user.pk).update(created_at=person.created_at)  # the field sets itself when it is made
    return user
