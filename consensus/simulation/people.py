"""Synthetic annotators: accounts that nobody can sign in to."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction

from annotator.models import Membership, Role, Standing, User
from annotator.selectors.people import qualified_annotators
from annotator.services.people import join_campaign
from moments.errors import BadInput
from moments.models import Campaign

PREFIX = "sim-"


@transaction.atomic
def synthetic_annotators(*, campaign: Campaign, count: int, now: datetime) -> list[Membership]:
    """The campaign's first `count` synthetic annotators, made where they are wanting; all qualified."""
    if not 2 <= count <= 1000:
        raise BadInput(f"--annotators: expected 2 to 1000, got {count}")
    known = qualified_annotators(campaign).filter(user__username__startswith=PREFIX)
    for _ in range(count - known.count()):
        user = User.objects.create(username=PREFIX + secrets.token_hex(4), password=make_password(None))
        join_campaign(
            user=user,
            campaign=campaign,
            role=Role.ANNOTATOR,
            standing=Standing.QUALIFIED,
            now=now,
            actor="simulation",
        )
    return list(known.select_related("campaign", "user").order_by("pk")[:count])
