"""Lets somebody into a campaign by an invite: as a new account, or with the one they have."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.joining.services.consents import AnotherVersion, give_consent
from annotator.joining.services.invites import take_place
from annotator.models import Invite, Membership, Role, Standing, User
from annotator.people.selectors.consents import newest_consent
from annotator.people.services.people import join_campaign
from annotator.seats.services.standings import set_standing
from moments.base.errors import BadInput


@transaction.atomic
def join_as_newcomer(
    *, invite: Invite, worker_id: str, secret: str, consent_version: int | None, now: datetime
) -> Membership:
    """A new annotator in training, who has agreed to the consent in force.

    `secret` is the hashed password; `consent_version` what the person ticked (None: nothing). Raises
    IntegrityError if the worker ID is taken, and what `join_with_account` raises.
    """
    take_place(invite=invite, now=now)
    user = User.objects.create(username=worker_id, password=secret)
    return _joined(user, invite, consent_version, now)


@transaction.atomic
def join_with_account(*, user: User, invite: Invite, consent_version: int | None, now: datetime) -> Membership:
    """Another membership of the person, in training.

    Raises InviteClosed if no place is left, AnotherVersion if the person did not agree to the consent in force,
    BadInput for an admin and for somebody who is already in the campaign.
    """
    if user.memberships.filter(campaign=invite.campaign_id).exists():
        raise BadInput("you are already in this campaign")
    take_place(invite=invite, now=now)
    return _joined(user, invite, consent_version, now)


def _joined(user: User, invite: Invite, consent_version: int | None, now: datetime) -> Membership:
    actor = f"invite {invite.pk}"
    campaign = invite.campaign
    member = join_campaign(
        user=user, campaign=campaign, role=Role.ANNOTATOR, standing=Standing.INVITED, now=now, actor=actor
    )
    member.private_label = invite.note
    member.save(update_fields=["private_label"])
    consent = newest_consent(campaign)
    if consent is None:
        set_standing(member=member, standing=Standing.TRAINING, now=now, actor=member.pseudonym)
    elif consent_version is None:
        raise AnotherVersion("agree: to join, tick that you agree")
    else:
        give_consent(member=member, version=consent_version, now=now)
    return member
