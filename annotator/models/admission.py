"""How people come in, what they agreed to, how they come back after a forgotten password, how they leave."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.people import Membership, User
from moments.models import Campaign
from moments.models.checks import day_known, validate_day


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
    """A version of what people agree to before they work: Markdown; versions begin at 1 and never change."""

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
    """The person agreed to that version."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="consents_given")
    consent = models.ForeignKey(Consent, models.PROTECT, related_name="given")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "consent"], name="consent_given_once")]


class ResetLink(models.Model):
    """A one-time link to a new password that a lead or admin hands over; only the SHA-256 of its secret is kept.

    It sets a password as long as `issued_by` may hand that person one.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="reset_links")
    issued_by = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="reset_expires_later"),
            models.CheckConstraint(
                condition=Q(issued_by__isnull=False) | Q(used_at__isnull=False) | Q(revoked_at__isnull=False),
                name="reset_open_has_issuer",
            ),
        ]


class Leaving(models.TextChoices):
    """What becomes of the scores of somebody who leaves the study."""

    KEEP = "keep", "keep their scores, under the pseudonym"
    VOID = "void", "void their scores"


class Staffing(models.Model):
    """How a campaign keeps its people: leaving, hidden checks, and when the lead is warned.

    Rates are shares of the seats delivered (0 to 0.5). `pace_bar` is a share of the campaign's median time a score;
    `kappa_bar` is the kappa with verdicts, over the last hundred scores, under which the lead is warned.
    `finish_by` and `day_target` (scores a person a day of work) are the lead's targets; they bind nobody.
    """

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="staffing")
    leaving = models.CharField(max_length=4, choices=Leaving, default=Leaving.KEEP)
    gold_rate = models.FloatField(default=0)
    repeat_rate = models.FloatField(default=0)
    pace_bar = models.FloatField(default=0.25)
    kappa_bar = models.FloatField(null=True, blank=True)
    pause_by_rule = models.BooleanField(default=False)
    finish_by = models.DateField(null=True, blank=True, validators=[validate_day])
    day_target = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(leaving__in=Leaving.values), name="staffing_leaving_known"),
            models.CheckConstraint(condition=Q(gold_rate__gte=0, gold_rate__lte=0.5), name="staffing_gold_rate"),
            models.CheckConstraint(condition=Q(repeat_rate__gte=0, repeat_rate__lte=0.5), name="staffing_repeat_rate"),
            models.CheckConstraint(condition=day_known("finish_by", or_none=True), name="staffing_finish_by_known"),
            models.CheckConstraint(condition=Q(pace_bar__gte=0, pace_bar__lte=1), name="staffing_pace_bar"),
            models.CheckConstraint(
                condition=Q(kappa_bar=None) | Q(kappa_bar__gte=-1, kappa_bar__lte=1), name="staffing_kappa_bar"
            ),
        ]
