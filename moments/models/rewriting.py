"""How descriptions became captions: every try, its checks, and who decided (provenance)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from moments.models.campaign import Campaign
from moments.models.corpus import Moment
from moments.models.jobs import Job


class RewriteState(models.TextChoices):
    """Waiting for a first try; failed to get an answer (try again); needs a person; accepted."""

    WAITING = "waiting", "waiting"
    FAILED = "failed", "no answer"
    REVIEW = "review", "needs a person"
    ACCEPTED = "accepted", "accepted"


class RewriteSource(models.TextChoices):
    """Where the accepted caption came from."""

    UNDECIDED = "", "not decided"
    MODEL = "model", "language model"
    NAMES = "names", "list of names"
    PERSON = "person", "edited by a person"
    ORIGINAL = "original", "the description itself"


class Rewriting(models.Model):
    """The rewriting of one moment's description.

    `text` is the caption once accepted (also in Moment.caption); `reason` says in a line why it failed or needs a
    person. `reviewer` is the account's name of who decided by hand. `tries` counts the requests of the current go.
    """

    moment = models.OneToOneField(Moment, models.PROTECT, related_name="rewriting")
    state = models.CharField(max_length=8, choices=RewriteState, default=RewriteState.WAITING)
    source = models.CharField(max_length=8, choices=RewriteSource, default=RewriteSource.UNDECIDED, blank=True)
    text = models.TextField(blank=True, default="")
    reason = models.CharField(max_length=300, blank=True, default="")
    reviewer = models.CharField(max_length=40, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RewriteState.values), name="rewriting_state_known"),
            models.CheckConstraint(condition=Q(source__in=RewriteSource.values), name="rewriting_source_known"),
            models.CheckConstraint(
                condition=Q(state="accepted", decided_at__isnull=False) & ~Q(text="") & ~Q(source="")
                | ~Q(state="accepted") & Q(decided_at=None, source=""),
                name="rewriting_accepted_is_whole",
            ),
        ]
        indexes = [models.Index(fields=["state", "moment"], name="rewriting_by_state")]


class RewriteAttempt(models.Model):
    """One attempt to rewrite a description, with the answer if there was one; it never changes.

    `similarity` is the cosine with the original, `names` what the tagger took for people: a JSON list of
    [text, score or null]. `outcome` is "passed" or the check or fault that it failed by. Tokens as the endpoint says.
    """

    rewriting = models.ForeignKey(Rewriting, models.PROTECT, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True, default="")
    model = models.CharField(max_length=120)
    prompt = models.CharField(max_length=80, help_text="version and SHA-256 of the prompt")
    temperature = models.FloatField(null=True, blank=True)
    similarity = models.FloatField(null=True, blank=True)
    names = models.JSONField(default=list)
    outcome = models.CharField(max_length=40)
    detail = models.CharField(max_length=300, blank=True, default="")
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rewriting", "number"], name="rewrite_attempt_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rewrite_attempt_from_one"),
            models.CheckConstraint(condition=~Q(outcome=""), name="rewrite_attempt_has_outcome"),
        ]


class RewriteRun(models.Model):
    """One rewriting run over a campaign's descriptions, by a command or, if ordered on the page, by the worker.

    Its job says who works on it and how it ended. `method` is "model" or "names".
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="rewrite_runs")
    job = models.OneToOneField(Job, models.PROTECT, related_name="rewrite_run")
    method = models.CharField(max_length=5, choices=[("model", "language model"), ("names", "list of names")])
    model = models.CharField(max_length=120)
    prompt = models.CharField(max_length=80, help_text="version and SHA-256 of the prompt, or of the list of names")
    encoder = models.CharField(max_length=200)
    tagger = models.CharField(max_length=60)
    parallel = models.PositiveSmallIntegerField(default=4)
    rate = models.PositiveIntegerField(default=60, help_text="requests a minute")
    tokens_in = models.PositiveBigIntegerField(default=0)
    tokens_out = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(method__in=["model", "names"]), name="rewrite_run_method_known")
        ]
