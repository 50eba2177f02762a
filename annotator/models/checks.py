"""Quality: hidden pairs with a known answer, warnings to the lead, and how a campaign is staffed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.joining import Leaving
from annotator.models.people import Membership
from moments.models import Campaign, Pair, on_scale
from moments.models.checks import day_known, validate_day


class Gold(models.Model):
    """A pair whose answer the lead has set; it is mixed into people's queues, but never as one of their campaign seats.

    In a marking campaign, the answer is the pair's `ReferenceSegment`s.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="golds")
    pair = models.OneToOneField(Pair, models.PROTECT, related_name="gold")
    relevance = models.PositiveSmallIntegerField(null=True, blank=True)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="gold_range"),
        ]


class WarningKind(models.TextChoices):
    """What a warning is about."""

    PACE = "pace", "much faster than the others"
    KAPPA = "kappa", "agrees with verdicts less than the bar"
    GOLD = "gold", "answers to hidden checks are below the bar"


class PersonWarning(models.Model):
    """A warning that a rule raised about a person; `answered_at` is when a lead dealt with it."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="warnings")
    kind = models.CharField(max_length=5, choices=WarningKind)
    detail = models.CharField(max_length=200)
    paused = models.BooleanField(default=False)
    raised_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "kind"], condition=Q(answered_at=None), name="warning_open_once"),
            models.CheckConstraint(condition=Q(kind__in=WarningKind.values), name="warning_kind_known"),
        ]


class Staffing(models.Model):
    """How a campaign is staffed: what happens when people leave, the hidden checks, and when the lead is warned.

    Rates are shares of the seats delivered (0 to 0.5). `pace_bar` is a share of the campaign's median time a score;
    `kappa_bar` is the kappa with verdicts, over the last hundred scores, under which the lead is warned.
    In marking campaigns, there are no repeats and no `kappa_bar`, but bars on the last answers to gold: `found_bar`
    on the share (0 to 1) of the true segments, `iou_bar` on the mean IoU (0 to 1).
    `finish_by` and `day_target` (scores a person a day of work) are the lead's targets, without any effect.
    """

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="staffing")
    leaving = models.CharField(max_length=4, choices=Leaving, default=Leaving.KEEP)
    gold_rate = models.FloatField(default=0)
    repeat_rate = models.FloatField(default=0)
    pace_bar = models.FloatField(default=0.25)
    kappa_bar = models.FloatField(null=True, blank=True)
    found_bar = models.FloatField(null=True, blank=True)
    iou_bar = models.FloatField(null=True, blank=True)
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
            models.CheckConstraint(
                condition=Q(found_bar=None) | Q(found_bar__gte=0, found_bar__lte=1), name="staffing_found_bar"
            ),
            models.CheckConstraint(
                condition=Q(iou_bar=None) | Q(iou_bar__gte=0, iou_bar__lte=1), name="staffing_iou_bar"
            ),
        ]
