"""Runs of systems and their scores."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from benchmark.models.snapshots import LabelSnapshot
from moments.models import Campaign, Job, JobState
from moments.models.checks import is_list_of, is_number, is_object_of, refuse_unfit


class RunKind(models.TextChoices):
    """Where a run comes from: somebody's file, or the campaign's own labels in an order."""

    UPLOADED = "uploaded", "uploaded"
    SIMILARITY = "similarity", "reference: similarity"
    RANDOM = "random", "reference: random"
    ORACLE = "oracle", "reference: oracle"


class RunState(models.TextChoices):
    """How far a run has got."""

    WAITING = "waiting", "waiting"
    SCORING = "scoring", "being scored"
    SCORED = "scored", "scored"
    FAILED = "failed", "failed"


class DocumentKind(models.TextChoices):
    """What identifies a moment in a TREC run: its own id, or the id of a pair in the labels."""

    DESC_ID = "desc_id", "moments by desc_id"
    PAIR_ID = "pair_id", "pairs by pair_id"


STATES = {JobState.WAITING: RunState.WAITING, JobState.RUNNING: RunState.SCORING, JobState.DONE: RunState.SCORED}


class Run(models.Model):
    """A system's ranked moments for each query; `number` identifies the run within its campaign.

    The file lies under `stored`, a random name. Its job scores it, and waits again when the labels are renewed.
    `documents` has a meaning for files in TREC's format only.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="runs")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=RunKind)
    job = models.OneToOneField(Job, models.PROTECT, related_name="run")
    file_name = models.CharField(max_length=150, blank=True, default="")
    stored = models.CharField(max_length=40, blank=True, default="")
    has_corpus = models.BooleanField(default=False)
    documents = models.CharField(
        max_length=7, choices=DocumentKind, default=DocumentKind.DESC_ID, db_default=DocumentKind.DESC_ID.value
    )
    sha256 = models.CharField(max_length=64, blank=True, default="")
    size = models.PositiveBigIntegerField(default=0, help_text="in bytes, as sent")
    uploaded_by = models.CharField(max_length=40)
    uploaded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="run_number_once"),
            models.UniqueConstraint(fields=["campaign", "name"], name="run_name_once"),
            models.UniqueConstraint(
                fields=["campaign", "kind"], condition=~Q(kind="uploaded"), name="run_reference_once"
            ),
            models.UniqueConstraint(fields=["stored"], condition=~Q(stored=""), name="run_stored_once"),
            models.CheckConstraint(condition=Q(kind__in=RunKind.values), name="run_kind_known"),
            models.CheckConstraint(condition=Q(documents__in=DocumentKind.values), name="run_documents_known"),
            models.CheckConstraint(
                condition=(Q(kind="uploaded") & ~Q(stored="")) | (~Q(kind="uploaded") & Q(stored="")),
                name="run_uploaded_has_file",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.number} of {self.campaign}: {self.name}"

    @property
    def state(self) -> RunState:
        """How far it is, as programs know it."""
        return STATES.get(JobState(self.job.state), RunState.FAILED)

    @property
    def reason(self) -> str:
        """Why it failed; empty if it did not."""
        return self.job.reason if self.state == RunState.FAILED else ""

    @property
    def is_reference(self) -> bool:
        """Whether the run is made from the labels."""
        return self.kind != RunKind.UPLOADED


class RunScores(models.Model):
    """A run's scores against one snapshot of labels.

    `measures` names the columns of `values`, packed queries × measures in the snapshot's order. `summary` holds for
    every split (and "all") the number of queries and each measure's mean with its 95% interval; `treatments` the
    means where the unjudged count otherwise; `answers` the top predictions, packed.
    """

    run = models.OneToOneField(Run, models.CASCADE, primary_key=True, related_name="scores")
    snapshot = models.ForeignKey(LabelSnapshot, models.PROTECT, related_name="scores")
    scored_at = models.DateTimeField()
    measures = models.JSONField()
    summary = models.JSONField()
    treatments = models.JSONField()
    counts = models.JSONField()
    values = models.BinaryField()
    answers = models.BinaryField()

    def __str__(self) -> str:
        return f"scores of {self.run}"

    def clean(self) -> None:
        """Raise ValidationError that names the columns in which pages would not find what they show."""
        names = self.measures if is_list_of(self.measures, lambda name: isinstance(name, str)) else []
        checks = {
            "measures": bool(names),
            "summary": is_object_of(self.summary, _is_split),
            "treatments": is_object_of(
                self.treatments, lambda means: is_object_of(means, is_number) and set(names) <= set(means)
            ),
            "counts": is_object_of(self.counts, is_number),
        }
        refuse_unfit(checks, "does not contain the scores of a run")


def _is_split(value: object) -> bool:
    """Whether it holds of each measure the mean and its interval, which a single query has none of."""
    if not isinstance(value, dict):
        return False
    return is_object_of(value.get("measures", {}), _is_mean)


def _is_mean(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(end is None or is_number(end) for end in value)
