"""The demo's logins: made once, and kept beside the data in a file that only its owner reads."""

from __future__ import annotations

import json
import os
import secrets
from datetime import datetime
from pathlib import Path

from django.conf import settings

from annotator.models import Membership, Role, Standing, User
from annotator.people.services.people import join_campaign
from moments.models import Campaign

DemoLogins = dict[str, dict[str, str]]

ROLES = ("annotator", "trainee", "author", "marker", "writer", "checker", "lead", "admin")
ACTOR = "demo"


def demo_logins() -> DemoLogins:
    """Worker ID and password by role; those that an older file lacks are added to it."""
    path = settings.DATA_DIR / "demo-logins.json"
    logins: DemoLogins = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    missing = [role for role in ROLES if role not in logins]
    if missing:
        logins |= {role: {"worker_id": f"demo-{role}", "password": secrets.token_urlsafe(9)} for role in missing}
        logins = {role: logins[role] for role in ROLES}
        _keep(path, logins)
    return logins


def _keep(path: Path, logins: DemoLogins) -> None:
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(logins, file, indent=1)
    temporary.replace(path)


def demo_user(role: str, logins: DemoLogins) -> User:
    """The account of that role, made where it is missing."""
    login = logins[role]
    user = User.objects.filter(username=login["worker_id"]).first()
    if user is not None:
        return user
    if role == "admin":
        return User.objects.create_superuser(login["worker_id"], login["password"])
    return User.objects.create_user(login["worker_id"], login["password"])


def demo_member(campaign: Campaign, user: User, role: Role, now: datetime, *, trained: bool = True) -> Membership:
    """The account as a member of the campaign; without training it has the exam before it."""
    known = campaign.members.filter(user=user).first()
    if known is not None:
        return known
    return join_campaign(
        user=user,
        campaign=campaign,
        role=role,
        standing=Standing.QUALIFIED if trained else Standing.TRAINING,
        now=now,
        actor=ACTOR,
    )
