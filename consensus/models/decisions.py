"""Verdicts on pairs."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.marking import LATEST_MS
from moments.models import Pair, ProtocolVersion, on_scale


class VerdictKind(models.TextChoices):
    """How a pair ended."""

    AGREED = "agreed", "agreed"
    DISCARDED = "discarded", "discarded by the rule"
    WITHDRAWN = "withdrawn", "withdrawn by the lead"
    ADJUDICATED = "adjudicated", "adjudicated by the lead"
    RETURNED = "returned", "returned to the question's author"


_RELEVANCE_OR_SEGMENTS = Q(relevance=None) | Q(**on_scale("relevance"))


class Verdict(models.Model):
    """How one attempt at a pair ended, in which round, and under which protocol version (R3, R5, R8).

    `actor` is "rule" or the pseudonym of the lead who withdrew or adjudicated the pair, for `reason`. An adjudicated
    pair was discarded by the rule; its relevance is the lead's alone and never among the consensus labels. In a
    marking campaign, a verdict has segments instead of a relevance, and a returned question has none.
    """

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="verdicts")
    attempt = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=11, choices=VerdictKind)
    relevance = models.PositiveSmallIntegerField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    protocol = models.ForeignKey(ProtocolVersion, models.PROTECT, related_name="+")
    actor = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000, blank=True, default="")
    decided_at = models.DateTimeField()
    superseded = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "attempt"], condition=Q(superseded=False), name="verdict_once_an_attempt"
            ),
            models.CheckConstraint(condition=Q(kind__in=VerdictKind.values), name="verdict_kind_known"),
            models.CheckConstraint(
                condition=Q(kind="agreed", round__in=[1, 2]) & _RELEVANCE_OR_SEGMENTS
                | Q(kind="discarded", relevance=None, round=2)
                | Q(kind="withdrawn", relevance=None, round=None)
                | Q(kind="adjudicated", round=None) & _RELEVANCE_OR_SEGMENTS & ~Q(actor="rule")
                | Q(kind="returned", relevance=None, round__in=[1, 2]),
                name="verdict_relevance_by_kind",
            ),
        ]
        indexes = [
            models.Index(fields=["relevance", "pair"], condition=Q(superseded=False), name="verdict_by_relevance"),
            models.Index(fields=["decided_at", "pair"], condition=Q(superseded=False), name="verdict_by_time"),
        ]


class TruthSegment(models.Model):
    """A segment of the truth that a verdict gives to its question (M2, M3)."""

    verdict = models.ForeignKey(Verdict, models.PROTECT, related_name="segments")
    start_ms = models.PositiveIntegerField()
    end_ms = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["verdict", "start_ms"], name="truth_start_once"),
            models.CheckConstraint(condition=Q(end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS), name="truth_stretch"),
        ]


class KeptContradiction(models.Model):
    """Two contradictory verdicts on overlapping moments that a lead decided to keep, until either is superseded."""

    first = models.ForeignKey(Verdict, models.PROTECT, related_name="+")
    second = models.ForeignKey(Verdict, models.PROTECT, related_name="+")
    actor = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000)
    kept_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="kept_contradiction_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="kept_contradiction_in_order"),
            models.CheckConstraint(condition=~Q(reason=""), name="kept_contradiction_has_reason"),
        ]
