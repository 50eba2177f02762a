"""How people come in, what they agreed to, and how they leave."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.people import Membership
from moments.models import Campaign


class Invite(models.Model):
    """A link that lets `uses_allowed` people join as annotators; only the SHA-256 of its secret is kept."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="invites")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(max_length=80, blank=True)
    uses_allowed = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0, editable=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(uses_allowed__gte=1), name="invite_allows_one"),
            models.CheckConstraint(condition=Q(uses__lte=F("uses_allowed")), name="invite_uses_within"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="invite_expires_later"),
        ]


class Consent(models.Model):
    """A version of the Markdown text that people agree to before they work; versions begin at 1 and never change."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="consents")
    version = models.PositiveIntegerField()
    text = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="consent_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="consent_version_from_one"),
            models.CheckConstraint(condition=~Q(text=""), name="consent_has_text"),
        ]


class ConsentGiven(models.Model):
    """A record that a person has agreed to a version of the consent text."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="consents_given")
    consent = models.ForeignKey(Consent, models.PROTECT, related_name="given")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "consent"], name="consent_given_once")]


class Leaving(models.TextChoices):
    """What becomes of the scores of somebody who leaves the study."""

    KEEP = "keep", "keep their scores under the pseudonym"
    VOID = "void", "void their scores"
