"""How people show that they learned the task: exams, their pairs, and sittings (R10)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from annotator.twins.answers import KnownCase
from evaluation.scale import WIDEST
from moments.models import Campaign, Pair, ProtocolVersion, on_scale

OPEN_SITTINGS = ("first", "waiting", "relabel")
CASES = [(one.value, one.value) for one in KnownCase]


class TruthKind(models.TextChoices):
    """Where the truth comes from: the median of all first attempts, or the lead."""

    COHORT = "cohort", "median of the cohort's first attempts"
    GOLD = "gold", "set by the lead"


class ExamState(models.TextChoices):
    """Draft (being made), open (taken), frozen (has its truth, so later takers are graded at once), closed."""

    DRAFT = "draft", "draft"
    OPEN = "open", "open"
    FROZEN = "frozen", "frozen"
    CLOSED = "closed", "closed"


class Exam(models.Model):
    """An exam of a campaign: a bank of pairs from the exam split, and the bar for passing.

    A gold exam goes from draft to frozen; a cohort exam is open until the lead freezes the medians, once
    `takers_to_freeze` people finished their first attempt. `items_a_sitting` of the bank are met in one sitting.
    `tolerance` is the largest difference from the truth that passes a pair. The bar on the first answers is
    optional: `most_misalignment` as a share (0 to 1) of misses, `least_kappa` quadratic-weighted with the truth.

    In marking campaigns, every exam is a gold exam and the truth is in the pairs' `ReferenceSegment`s. Answers are
    compared under `protocol` (M2) instead of `tolerance`. Instead of `least_kappa` the bar has `least_found`, a share
    (0 to 1) of the true segments, and `least_iou`, a mean over the questions (0 to 1).

    In a twins campaign every exam is a gold exam, too. The bank has clips to judge, whose truth is their
    `known_case`, and clips for which people write samples of captions. Beside `most_misalignment` the bar has
    `most_case_misalignment`, the largest share (0 to 1) of misses among the clips of any one case.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="exams")
    number = models.PositiveSmallIntegerField()
    truth_kind = models.CharField(max_length=6, choices=TruthKind, default=TruthKind.COHORT)
    state = models.CharField(max_length=6, choices=ExamState, default=ExamState.DRAFT)
    seed = models.BigIntegerField(default=0)
    tolerance = models.PositiveSmallIntegerField(default=1)
    items_a_sitting = models.PositiveSmallIntegerField()
    takers_to_freeze = models.PositiveSmallIntegerField(default=5)
    sittings_allowed = models.PositiveSmallIntegerField(default=1)
    most_misalignment = models.FloatField(null=True, blank=True)
    least_kappa = models.FloatField(null=True, blank=True)
    protocol = models.ForeignKey(ProtocolVersion, models.PROTECT, null=True, blank=True, related_name="+")
    least_found = models.FloatField(null=True, blank=True)
    least_iou = models.FloatField(null=True, blank=True)
    most_case_misalignment = models.FloatField(null=True, blank=True)
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="exam_number_once"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(state__in=["open", "frozen"]), name="exam_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(truth_kind__in=TruthKind.values), name="exam_truth_known"),
            models.CheckConstraint(condition=Q(state__in=ExamState.values), name="exam_state_known"),
            models.CheckConstraint(condition=Q(tolerance__lte=WIDEST.span), name="exam_tolerance_range"),
            models.CheckConstraint(condition=Q(items_a_sitting__gte=1), name="exam_has_items"),
            models.CheckConstraint(condition=Q(takers_to_freeze__gte=1), name="exam_has_takers"),
            models.CheckConstraint(condition=Q(sittings_allowed__gte=1), name="exam_allows_one"),
            models.CheckConstraint(
                condition=Q(most_misalignment=None) | Q(most_misalignment__gte=0, most_misalignment__lte=1),
                name="exam_misalignment_range",
            ),
            models.CheckConstraint(
                condition=Q(least_kappa=None) | Q(least_kappa__gte=-1, least_kappa__lte=1), name="exam_kappa_range"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "open"]) | ~Q(frozen_at=None), name="exam_frozen_has_time"
            ),
            models.CheckConstraint(
                condition=Q(least_found=None) | Q(least_found__gte=0, least_found__lte=1), name="exam_found_range"
            ),
            models.CheckConstraint(
                condition=Q(least_iou=None) | Q(least_iou__gte=0, least_iou__lte=1), name="exam_iou_range"
            ),
            models.CheckConstraint(
                condition=Q(most_case_misalignment=None)
                | Q(most_case_misalignment__gte=0, most_case_misalignment__lte=1, protocol=None, truth_kind="gold"),
                name="exam_case_misalignment",
            ),
            models.CheckConstraint(
                condition=Q(protocol=None, least_found=None, least_iou=None)
                | Q(protocol__isnull=False, least_kappa=None, truth_kind="gold"),
                name="exam_bars_by_kind",
            ),
        ]

    @property
    def state_label(self) -> str:
        """The state as people read it: a frozen exam is still open, and a gold exam always has its truth."""
        if self.state != ExamState.FROZEN:
            return str(self.get_state_display())
        return "open" if self.truth_kind == TruthKind.GOLD else "open, truth frozen"


class ExamItem(models.Model):
    """A pair in an exam's bank, with its truth once it has one. A dropped item is no longer shown or graded.

    In a twins campaign the truth of a clip is its `known_case`, empty while it is not known. For a clip that
    `writes`, people write captions, which a lead grades.
    """

    exam = models.ForeignKey(Exam, models.PROTECT, related_name="items")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="exam_items")
    truth = models.PositiveSmallIntegerField(null=True, blank=True)
    known_case = models.CharField(max_length=7, choices=CASES, blank=True, default="")
    writes = models.BooleanField(default=False)
    explanation = models.TextField(blank=True)
    doubtful = models.BooleanField(default=False)
    dropped = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["exam", "pair"], name="exam_pair_once"),
            models.CheckConstraint(condition=Q(truth=None) | Q(**on_scale("truth")), name="exam_truth_range"),
            models.CheckConstraint(
                condition=Q(known_case="") | Q(known_case__in=list(KnownCase), truth=None, writes=False),
                name="exam_case_known",
            ),
            models.CheckConstraint(condition=Q(writes=False) | Q(truth=None), name="exam_writing_has_no_truth"),
        ]


class SittingState(models.TextChoices):
    """First answers; waiting for the truth; scoring misses again; passed; failed (under the bar)."""

    FIRST = "first", "first answers"
    WAITING = "waiting", "waiting for the truth"
    RELABEL = "relabel", "scoring misses again"
    PASSED = "passed", "passed"
    FAILED = "failed", "failed"


class Sitting(models.Model):
    """One person's attempt at an exam; its seats have the purpose exam, and `Seat.attempt` counts a pair's answers."""

    exam = models.ForeignKey(Exam, models.PROTECT, related_name="sittings")
    member = models.ForeignKey(Membership, models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=SittingState, default=SittingState.FIRST)
    started_at = models.DateTimeField()
    first_done_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["exam", "member", "number"], name="sitting_number_once"),
            models.UniqueConstraint(
                fields=["member"], condition=Q(state__in=OPEN_SITTINGS), name="sitting_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="sitting_number_from_one"),
            models.CheckConstraint(condition=Q(state__in=SittingState.values), name="sitting_state_known"),
            models.CheckConstraint(
                condition=Q(state="first") | ~Q(first_done_at=None), name="sitting_first_done_has_time"
            ),
            models.CheckConstraint(
                condition=Q(state__in=OPEN_SITTINGS, ended_at=None)
                | Q(state__in=["passed", "failed"], ended_at__isnull=False),
                name="sitting_ended_by_state",
            ),
        ]
