"""Synthetic annotators: accounts that nobody can sign in to."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet

from annotator.joining.services.consents import give_consent
from annotator.models import Membership, Role, Standing, Tutorial, User
from annotator.people.selectors.consents import consent_owed
from annotator.people.selectors.memberships import qualified_annotators
from annotator.people.services.people import join_campaign
from annotator.tutorial.selectors import must_take_tutorial, newest_tutorial, practices_of
from annotator.tutorial.services import answer_practice, finish_tutorial
from moments.base.errors import BadInput
from moments.models import Campaign

PREFIX = "sim-"
LEARNING = (Standing.TRAINING, Standing.EXAM, Standing.WAITING, Standing.RELABEL)


@transaction.atomic
def synthetic_annotators(*, campaign: Campaign, count: int, now: datetime) -> list[Membership]:
    """The campaign's first `count` synthetic annotators, made where they are missing; all qualified."""
    known = qualified_annotators(campaign).filter(user__username__startswith=PREFIX)
    return _completed(campaign, known, count, Standing.QUALIFIED, now)


@transaction.atomic
def synthetic_learners(*, campaign: Campaign, count: int, now: datetime) -> list[Membership]:
    """The campaign's first `count` synthetic annotators on their way to be qualified, made where they are missing.

    They have agreed to the consent in force and gone through the tutorial, if there is one.
    """
    known = campaign.members.filter(user__username__startswith=PREFIX, standing__in=LEARNING, user__is_active=True)
    people = _completed(campaign, known, count, Standing.TRAINING, now)
    tutorial = newest_tutorial(campaign)
    for member in people:
        consent = consent_owed(member)
        if consent is not None:
            give_consent(member=member, version=consent.version, now=now)
        if tutorial is not None and must_take_tutorial(member):
            _take_tutorial(member, tutorial, now)
    return people


def _take_tutorial(member: Membership, tutorial: Tutorial, now: datetime) -> None:
    for practice in practices_of(tutorial):
        answer_practice(member=member, practice=practice, relevance=practice.relevance, now=now)
    finish_tutorial(member=member, tutorial=tutorial, now=now)


def _completed(
    campaign: Campaign, known: QuerySet[Membership], count: int, standing: Standing, now: datetime
) -> list[Membership]:
    if not 2 <= count <= 1000:
        raise BadInput(f"expected 2 to 1000, got {count}", field="annotators")
    for _ in range(count - known.count()):
        user = User.objects.create(username=PREFIX + secrets.token_hex(4), password=make_password(None))
        join_campaign(user=user, campaign=campaign, role=Role.ANNOTATOR, standing=standing, now=now, actor="simulation")
    return list(known.select_related("campaign", "user").order_by("pk")[:count])
