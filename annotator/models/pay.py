"""What is paid: work beside stored scores, rates, closed periods and adjustments."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.people import Membership
from annotator.models.seats import Seat
from moments.models import Campaign
from moments.models.checks import day_known, validate_day, validate_time_zone


class WorkKind(models.TextChoices):
    """Work that leaves no stored score of its own."""

    LATE = "late", "a score that came too late"
    PROBLEM = "problem", "a problem report or a question"
    TUTORIAL = "tutorial", "a step of the tutorial"
    GUIDELINE = "guideline", "reading the guideline"
    VIEWING = "viewing", "watching a video or writing about it"
    CAPTION = "caption", "deciding on a caption or a window"


class WorkEvent(models.Model):
    """A piece of work that is paid like a score, done at `worked_at` after the pair had been in view for `shown_ms`.

    `key` is the client's own, known once, so that resending pays once; a seat's late score is paid once under any key.
    """

    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="work_events")
    kind = models.CharField(max_length=9, choices=WorkKind)
    key = models.CharField(max_length=64)
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="+")
    worked_at = models.DateTimeField()
    shown_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "key"], name="work_event_once"),
            models.UniqueConstraint(
                fields=["annotator", "seat"], condition=Q(kind=WorkKind.LATE), name="work_event_late_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=WorkKind.values), name="work_event_kind_known"),
        ]
        indexes = [models.Index(fields=["annotator", "worked_at"], name="work_event_worked")]


class Rate(models.Model):
    """The hourly rate from a given day, in the campaign's time zone; if a day has several rows, the newest applies."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="rates")
    hourly_rate = models.DecimalField(max_digits=8, decimal_places=2)
    from_day = models.DateField(validators=[validate_day])
    actor = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000, blank=True, default="")
    set_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(hourly_rate__gte=0), name="rate_not_negative"),
            models.CheckConstraint(condition=day_known("from_day"), name="rate_day_known"),
        ]


class PayPeriod(models.Model):
    """A closed period, including its first and last days; its lines contain the frozen figures.

    `starts_at` and `ends_at` are the exact times between which its work was done, so that a later change of the
    campaign's time zone neither pays work twice nor leaves any out.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pay_periods")
    first_day = models.DateField(validators=[validate_day])
    last_day = models.DateField(validators=[validate_day])
    currency = models.CharField(max_length=3)
    idle_s = models.PositiveIntegerField()
    time_zone = models.CharField(max_length=40, validators=[validate_time_zone])
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    closed_at = models.DateTimeField()
    actor = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "first_day"], name="pay_period_once"),
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="pay_period_days"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="pay_period_moments"),
            models.CheckConstraint(
                condition=day_known("first_day") & day_known("last_day"), name="pay_period_days_known"
            ),
        ]


class PayLine(models.Model):
    """One person's frozen hours at one rate in a closed period; `scores` is the number of scores that counted."""

    period = models.ForeignKey(PayPeriod, models.PROTECT, related_name="lines")
    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="pay_lines")
    hourly_rate = models.DecimalField(max_digits=8, decimal_places=2)
    active_s = models.PositiveIntegerField()
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    scores = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["period", "annotator", "hourly_rate"], name="pay_line_once"),
        ]


class PayAdjustment(models.Model):
    """An amount added to somebody's pay, or taken from it if below zero, and the reason.

    `period` is the closed period that it mends, where it mends one; it is paid with the day of `adjusted_at`.
    Where it pays work that came in after the period was closed, `late_s` is how many seconds of it.
    """

    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="pay_adjustments")
    period = models.ForeignKey(PayPeriod, models.PROTECT, null=True, blank=True, related_name="adjustments")
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    late_s = models.IntegerField(null=True, blank=True)
    reason = models.CharField(max_length=1000)
    actor = models.CharField(max_length=40)
    adjusted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_reason"),
            models.CheckConstraint(condition=~Q(amount=0), name="adjustment_not_zero"),
            models.CheckConstraint(
                condition=Q(late_s=None) | Q(period__isnull=False), name="adjustment_late_names_period"
            ),
        ]
