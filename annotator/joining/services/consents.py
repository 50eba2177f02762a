"""Makes versions of what people agree to, and notes who agreed or declined, and when."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from annotator.joining.ledger_kinds import CONSENT_DECLINED, CONSENT_GIVEN, CONSENT_SAVED
from annotator.joining.selectors.standings import standing_to_return
from annotator.models import Consent, ConsentGiven, Membership, Standing
from annotator.people.selectors.consents import newest_consent
from annotator.people.services.people import hold_person
from annotator.seats.services.standings import set_standing
from annotator.text.prose import checked_text
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision
from moments.models import Campaign


class AnotherVersion(BadInput):
    """The version in force is not the one that was read or written upon."""


@transaction.atomic
def save_consent(*, campaign: Campaign, text: str, seen_version: int | None, actor: str, now: datetime) -> Consent:
    """The next version, to which everybody is asked to agree before they go on.

    `seen_version` is what the text was written upon (None: there was none). The same text sent twice is one version.
    Raises AnotherVersion if another came between, BadInput if the text is empty, unchanged or cannot be shown.
    """
    hold_campaign(campaign)
    newest = newest_consent(campaign)
    version = newest.version if newest else None
    if newest is not None and version == (seen_version or 0) + 1 and newest.text == checked_text(text):
        return newest
    if version != seen_version:
        raise AnotherVersion(f"version {version} was saved in the meantime; compare it with your text, then save again")
    text = checked_text(text)
    if not text.strip():
        raise BadInput("text: is empty")
    if newest is not None and newest.text == text:
        raise BadInput("text: has not changed")
    made = Consent.objects.create(campaign=campaign, version=(version or 0) + 1, text=text, created_at=now)
    digest = hashlib.sha256(text.encode()).hexdigest()
    payload = {"version": made.version, "text_sha256": digest}
    record_decision(campaign=campaign, kind=CONSENT_SAVED, actor=actor, payload=payload, now=now)
    return made


@transaction.atomic
def give_consent(*, member: Membership, version: int, now: datetime) -> bool:
    """Note that the person agrees to that version, and let them go on where they were; False if they had agreed.

    Raises AnotherVersion unless it is the one in force.
    """
    hold_person(member)
    consent = _in_force(member, version)
    is_new = ConsentGiven.objects.get_or_create(member=member, consent=consent, defaults={"given_at": now})[1]
    if is_new:
        _record(member, CONSENT_GIVEN, version, now)
    if member.standing == Standing.INVITED:
        set_standing(member=member, standing=standing_to_return(member), now=now, actor=member.pseudonym)
    return is_new


@transaction.atomic
def decline_consent(*, member: Membership, version: int, now: datetime) -> None:
    """Note that the person does not agree: until they do, they get no pairs, and their queue goes to others.

    Raises AnotherVersion unless it is the one in force, BadInput if they had agreed to it and for the suspended.
    """
    hold_person(member)
    consent = _in_force(member, version)
    if member.standing == Standing.SUSPENDED:
        raise BadInput("you are suspended")
    if ConsentGiven.objects.filter(member=member, consent=consent).exists():
        raise BadInput("you have already agreed to this version; to withdraw your consent, leave the study")
    _record(member, CONSENT_DECLINED, version, now)
    set_standing(member=member, standing=Standing.INVITED, now=now, actor=member.pseudonym, reason="consent declined")


def _in_force(member: Membership, version: int) -> Consent:
    consent = newest_consent(member.campaign)
    if consent is None or consent.version != version:
        raise AnotherVersion("the text has changed since you opened the page; please read it again")
    return consent


def _record(member: Membership, kind: LedgerKind, version: int, now: datetime) -> None:
    payload = {"person": member.pseudonym, "version": version}
    record_decision(campaign=member.campaign, kind=kind, actor=member.pseudonym, payload=payload, now=now)
