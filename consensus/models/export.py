"""Exports that were made, and what a campaign says of its dataset to whoever gets it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models import Campaign, Job, JobState
from moments.models.checks import day_known, validate_day


class DatasetCard(models.Model):
    """What admins state about a campaign's dataset: licence, citation and origin. Empty means "not stated"."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, related_name="dataset_card")
    licence = models.CharField(
        max_length=60,
        blank=True,
        default="",
        help_text="The SPDX identifier, such as CC-BY-4.0, or the name of the licence.",
    )
    licence_url = models.URLField("licence URL", max_length=300, blank=True, default="")
    citation = models.TextField(
        max_length=4000, blank=True, default="", help_text="How to cite the dataset, preferably as BibTeX."
    )
    creators = models.CharField(
        max_length=1000, blank=True, default="", help_text="The names of the creators, separated by semicolons."
    )
    homepage = models.URLField(max_length=300, blank=True, default="")
    version = models.CharField(
        max_length=20, blank=True, default="", help_text="The version of the dataset, such as 1.0.0."
    )
    published_on = models.DateField(
        null=True, blank=True, validators=[validate_day], help_text="The date as year-month-day."
    )
    description = models.TextField(
        max_length=4000, blank=True, default="", help_text="A description of the dataset in a few sentences."
    )
    video_access = models.TextField(
        "how to get the videos",
        max_length=4000,
        blank=True,
        default="",
        help_text="The export contains no videos, so explain where to find them.",
    )
    collection = models.TextField(
        "how it was collected", max_length=4000, blank=True, default="", help_text="Who took part, where and when."
    )
    consent = models.TextField(
        "consent",
        max_length=4000,
        blank=True,
        default="",
        help_text="What annotators agreed to, and any approval by a review board.",
    )
    limits = models.TextField(
        "known limits", max_length=4000, blank=True, default="", help_text="What the dataset should not be used for."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=day_known("published_on", or_none=True), name="card_published_on_known")
        ]

    def __str__(self) -> str:
        return f"dataset card of {self.campaign}"


class ExportState(models.TextChoices):
    """How far an export has got."""

    MAKING = "making", "being created"
    READY = "ready", "ready"
    FAILED = "failed", "failed"


class Export(models.Model):
    """One export of a campaign, made by its job and kept as an archive under `path` (relative to the data folder)."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="exports")
    number = models.PositiveIntegerField()
    formats = models.CharField(max_length=100)
    partial = models.BooleanField(default=False)
    job = models.OneToOneField(Job, models.PROTECT, related_name="export")
    manifest = models.JSONField(null=True, blank=True)
    ledger_length = models.PositiveBigIntegerField(default=0)
    ledger_hash = models.CharField(max_length=64, blank=True, default="")
    path = models.CharField(max_length=200, blank=True, default="")
    size = models.PositiveBigIntegerField(default=0, help_text="in bytes")
    sha256 = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="export_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="export_number_from_one"),
            models.CheckConstraint(condition=Q(path="") | ~Q(sha256=""), name="export_ready_is_there"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} export {self.number}"

    @property
    def state(self) -> ExportState:
        """How far it is, as programs know it."""
        if self.job.is_live:
            return ExportState.MAKING
        return ExportState.READY if self.job.state == JobState.DONE else ExportState.FAILED

    @property
    def format_names(self) -> list[str]:
        """The formats in the order in which exports name them."""
        return self.formats.split(",")

    @property
    def clips_from(self) -> str:
        """Where the videos are from which the clips of its pools are cut; empty if it has no clips."""
        return str(self.job.order.get("clips_from", ""))

    @property
    def expected(self) -> str:
        """What cutting them was expected to take, in words."""
        return str(self.job.order.get("expected", ""))

    @property
    def file_name(self) -> str:
        """What the download is called."""
        trial = "trial-no-labels-" if self.campaign.is_trial else ""
        return f"{trial}{self.campaign.slug}-export-{self.number}.zip"
