"""How a model wrote captions: every run, every answer, and which caption came of it (provenance)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models import Ask, DerivedAsk
from moments.models import Campaign, Job

MOST_FRAMES, LEAST_HEIGHT, MOST_HEIGHT, MOST_PARALLEL, FASTEST = 32, 64, 720, 64, 6_000
LONGEST_ANSWER = 4_000


class CaptionRun(models.Model):
    """One captioning run over the questions without a caption, by a command or the worker; its job says how it ended.

    Of each truth, `frames` pictures of at most `height` lines are sent. The run ends once `most_tokens` are used.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="caption_runs")
    job = models.OneToOneField(Job, models.PROTECT, related_name="caption_run")
    model = models.CharField(max_length=120)
    prompt = models.CharField(max_length=80, help_text="version and SHA-256 of the prompt")
    language = models.CharField(max_length=40)
    frames = models.PositiveSmallIntegerField(default=8)
    height = models.PositiveSmallIntegerField(default=360)
    parallel = models.PositiveSmallIntegerField(default=4)
    rate = models.PositiveIntegerField(default=60, help_text="requests a minute")
    most_tokens = models.PositiveBigIntegerField(default=2_000_000)
    tokens_in = models.PositiveBigIntegerField(default=0)
    tokens_out = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(frames__range=(1, MOST_FRAMES)), name="caption_run_frames"),
            models.CheckConstraint(condition=Q(height__range=(LEAST_HEIGHT, MOST_HEIGHT)), name="caption_run_height"),
            models.CheckConstraint(condition=Q(parallel__range=(1, MOST_PARALLEL)), name="caption_run_parallel"),
            models.CheckConstraint(condition=Q(rate__range=(1, FASTEST)), name="caption_run_rate"),
            models.CheckConstraint(condition=Q(most_tokens__gte=1), name="caption_run_has_budget"),
            models.CheckConstraint(condition=~Q(model="") & ~Q(prompt="") & ~Q(language=""), name="caption_run_named"),
        ]

    def __str__(self) -> str:
        return f"captions of {self.campaign}"


class CaptionAttempt(models.Model):
    """One attempt to caption a question, with the answer if there was one; it never changes.

    `request_sha256` is the SHA-256 of all that was sent, `instants_ms` say which pictures were. `outcome` is "passed",
    and then `derived` is the caption, or what it failed by. Tokens are those that the endpoint counted, or an estimate.
    """

    run = models.ForeignKey(CaptionRun, models.PROTECT, related_name="attempts")
    ask = models.ForeignKey(Ask, models.PROTECT, related_name="caption_attempts")
    derived = models.OneToOneField(DerivedAsk, models.PROTECT, null=True, blank=True, related_name="written_by")
    text = models.TextField(blank=True, default="")
    temperature = models.FloatField(null=True, blank=True)
    request_sha256 = models.CharField(max_length=64, blank=True, default="")
    instants_ms = models.JSONField(default=list, blank=True)
    outcome = models.CharField(max_length=40)
    detail = models.CharField(max_length=300, blank=True, default="")
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="passed", derived__isnull=False) & ~Q(request_sha256="")
                | ~Q(outcome__in=["passed", ""]) & Q(derived=None),
                name="caption_attempt_made_its_caption",
            )
        ]

    def __str__(self) -> str:
        return f"caption attempt {self.pk}"
