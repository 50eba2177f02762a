"""Scores: what people submitted for their seats, and which of it counts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from annotator.models.seats import Seat
from moments.models.checks import on_scale


class Score(models.Model):
    """One accepted submission: a seat's current score, or a score that a later submission replaced (R12).

    The key is the annotator's own, known once; `changeable_until` runs from the first save of the seat's score;
    a final score never changes. `worked_at` is when the level was pressed, which may be long before the save;
    `shown_ms` is how long the clip was in view, `plays` how often it ran whole. In a marking campaign there is no
    relevance but a `MarkedAnswer`.
    """

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="scores")
    annotator = models.ForeignKey(
        Membership, models.PROTECT, related_name="scores", db_index=False
    )  # three begin with it
    key = models.CharField(max_length=64)
    relevance = models.PositiveSmallIntegerField(null=True, blank=True)
    saved_at = models.DateTimeField()
    worked_at = models.DateTimeField()
    changeable_until = models.DateTimeField()
    plays = models.PositiveSmallIntegerField(null=True, blank=True)
    shown_ms = models.PositiveIntegerField(null=True, blank=True)
    current = models.BooleanField(default=True)
    final = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "key"], name="score_key_once"),
            models.UniqueConstraint(fields=["seat"], condition=Q(current=True), name="score_current_once"),
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="score_range"),
            models.CheckConstraint(condition=Q(final=False) | Q(current=True), name="score_final_is_current"),
            models.CheckConstraint(condition=~Q(key=""), name="score_has_key"),
            models.CheckConstraint(condition=Q(worked_at__lte=models.F("saved_at")), name="score_worked_before_saved"),
        ]
        indexes = [
            models.Index(fields=["changeable_until"], condition=Q(current=True, final=False), name="score_changeable"),
            models.Index(fields=["annotator", "saved_at"], name="score_history"),
            models.Index(fields=["annotator", "worked_at"], name="score_worked"),
        ]


def graded(relevance: int | None) -> int:
    """The relevance of a score in a grading campaign: the database lets none be without."""
    assert relevance is not None
    return relevance
