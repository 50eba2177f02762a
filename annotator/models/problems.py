"""What annotators report instead of a score (R1), or beside one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from annotator.models.seats import Seat
from moments.models import Pair


class ProblemKind(models.TextChoices):
    """Why a pair cannot be judged; a question leaves it scorable."""

    BROKEN_CLIP = "broken_clip", "the clip does not play"
    WRONG_LANGUAGE = "wrong_language", "wrong language"
    NOTHING_VISIBLE = "nothing_visible", "nothing is visible"
    OFFENSIVE = "offensive", "offensive content"
    QUERY = "query", "the query does not make sense"
    QUESTION = "question", "a question"
    OTHER = "other", "something else"

    def label_in(self, *, is_graded: bool) -> str:
        """The label, or where segments are marked, words that fit videos and questions."""
        return str(self.label) if is_graded else LABELS_OF_MARKING.get(self, str(self.label))


LABELS_OF_MARKING = {
    ProblemKind.BROKEN_CLIP: "the video does not play",
    ProblemKind.QUERY: "the question does not make sense",
    ProblemKind.QUESTION: "a question for the lead",
}


class Problem(models.Model):
    """One report by one annotator, open until a lead resolves it.

    A question's `resolution` is the lead's answer; `seen_at` is when the annotator put it away.
    """

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="problems")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="problems")
    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="problems")
    kind = models.CharField(max_length=16, choices=ProblemKind)
    note = models.CharField(max_length=1000, blank=True, default="")
    reported_at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolution = models.CharField(max_length=1000, blank=True, default="")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=ProblemKind.values), name="problem_kind_known"),
            models.UniqueConstraint(
                fields=["seat", "annotator", "kind"], condition=Q(resolved_at=None), name="problem_open_once"
            ),
        ]
