"""What people agree to, who did, and who still has to."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from annotator.models import Consent, ConsentGiven, Membership
from moments.models import Campaign


def newest_consent(campaign: Campaign) -> Consent | None:
    """The version in force; None if the campaign asks for no consent."""
    return campaign.consents.order_by("-version").first()


def consent_owed(member: Membership) -> Consent | None:
    """The version that the person must agree to before they go on; None if there is none. One SQL query."""
    newest = Consent.objects.filter(campaign=member.campaign_id).order_by("-version")[:1]
    given = ConsentGiven.objects.filter(member=member).values("consent")
    owed = Consent.objects.filter(pk__in=newest.values("pk")).exclude(pk__in=given)
    return owed.first()


def consents_of(campaign: Campaign) -> QuerySet[Consent]:
    """The versions, newest first, each with `agreed`, the number of people who agreed to it."""
    return campaign.consents.annotate(agreed=Count("given")).order_by("-version")


def agreement_to(member: Membership, consent: Consent) -> ConsentGiven | None:
    """When the person agreed to that version, if they did."""
    return ConsentGiven.objects.filter(member=member, consent=consent).first()
