"""How people show that they can write captions of twins: samples that a lead grades, and who may write (R10)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from annotator.models.scoring import Score

LONGEST_REMARK = 1000


class SampleGrade(models.Model):
    """A lead's grade of the captions that one person wrote for a clip of the exam.

    The remark is what the person reads when the clip comes back. `grader` is the lead's pseudonym, or the admin.
    """

    score = models.OneToOneField(Score, models.PROTECT, primary_key=True, related_name="sample_grade")
    passed = models.BooleanField()
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True, default="")
    grader = models.CharField(max_length=64)
    graded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(passed=True) | ~Q(remark=""), name="sample_failed_has_remark"),
        ]

    def __str__(self) -> str:
        return f"grade of the sample of score {self.score_id}"


class WritingPermit(models.Model):
    """Permission to write captions if exams ask for samples: all the person's samples passed, or a lead allowed it."""

    member = models.OneToOneField(Membership, models.PROTECT, primary_key=True, related_name="writing_permit")
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"permit of member {self.member_id}"
