"""How people learn the task: the tutorial in versions, its practice pairs, and who went through it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Campaign, Pair, on_scale


class Tutorial(models.Model):
    """A version of the campaign's tutorial, in Markdown; versions begin at 1 and never change."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="tutorials")
    version = models.PositiveIntegerField()
    text = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="tutorial_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="tutorial_version_from_one"),
            models.CheckConstraint(condition=~Q(text=""), name="tutorial_has_text"),
        ]


class Practice(models.Model):
    """A practice pair in a tutorial, with its answer and the reason for the answer."""

    tutorial = models.ForeignKey(Tutorial, models.PROTECT, related_name="practices")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="practices")
    place = models.PositiveSmallIntegerField()
    relevance = models.PositiveSmallIntegerField()
    explanation = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tutorial", "place"], name="practice_place_once"),
            models.UniqueConstraint(fields=["tutorial", "pair"], name="practice_pair_once"),
            models.CheckConstraint(condition=Q(**on_scale("relevance")), name="practice_range"),
        ]


class PracticeAnswer(models.Model):
    """What somebody pressed on a practice pair; every press is kept, but none is graded."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="practice_answers")
    practice = models.ForeignKey(Practice, models.PROTECT, related_name="answers")
    relevance = models.PositiveSmallIntegerField()
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(**on_scale("relevance")), name="practice_answer_range")]


class TutorialDone(models.Model):
    """A record that a person has completed a version of the tutorial."""

    member = models.ForeignKey(Membership, models.PROTECT, related_name="tutorials_done")
    tutorial = models.ForeignKey(Tutorial, models.PROTECT, related_name="done")
    done_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "tutorial"], name="tutorial_done_once")]
