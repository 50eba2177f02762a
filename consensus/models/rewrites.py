"""Rewrites of accepted captions by a model, for training: runs, answers, what was kept, and what people reviewed."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models import TwinCaption
from annotator.models.twins import LONGEST_TWIN_TEXT
from consensus.models.captions import FASTEST, MOST_PARALLEL
from consensus.twins.rewrites.choosing import MOST_REWRITES, RewriteFault
from consensus.twins.rewrites.review import RewriteVerdict
from moments.models import Campaign, Direction, Job, Pair

FAULTS = [(one.value, one.value) for one in RewriteFault]
VERDICTS = [(one.value, one.value) for one in RewriteVerdict]
MOST_ROUNDS = 10
KNOWN_DIRECTION = Q(direction__in=Direction.values)


class TwinRewriteRun(models.Model):
    """One rewriting run over the training captions that have too few rewrites; its job says how it ended.

    Each caption is to have `per_caption` rewrites, whose similarity to it is at least `least_similar`; a run asks
    at most `rounds` times for one caption. It ends once `most_tokens` are used.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="twin_rewrite_runs")
    job = models.OneToOneField(Job, models.PROTECT, related_name="twin_rewrite_run")
    model = models.CharField(max_length=120)
    prompt = models.CharField(max_length=80, help_text="version and SHA-256 of the prompt")
    encoder = models.CharField(max_length=120)
    per_caption = models.PositiveSmallIntegerField(default=9)
    rounds = models.PositiveSmallIntegerField(default=3)
    least_similar = models.FloatField(default=0.7)
    parallel = models.PositiveSmallIntegerField(default=4)
    rate = models.PositiveIntegerField(default=60, help_text="requests a minute")
    most_tokens = models.PositiveBigIntegerField(default=2_000_000)
    tokens_in = models.PositiveBigIntegerField(default=0)
    tokens_out = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(per_caption__range=(1, MOST_REWRITES)), name="rewrite_run_count"),
            models.CheckConstraint(condition=Q(rounds__range=(1, MOST_ROUNDS)), name="rewrite_run_rounds"),
            models.CheckConstraint(condition=Q(least_similar__range=(0.0, 1.0)), name="rewrite_run_similar"),
            models.CheckConstraint(condition=Q(parallel__range=(1, MOST_PARALLEL)), name="rewrite_run_parallel"),
            models.CheckConstraint(condition=Q(rate__range=(1, FASTEST)), name="rewrite_run_rate"),
            models.CheckConstraint(condition=Q(most_tokens__gte=1), name="rewrite_run_has_budget"),
            models.CheckConstraint(condition=~Q(model="") & ~Q(prompt="") & ~Q(encoder=""), name="rewrite_run_named"),
        ]

    def __str__(self) -> str:
        return f"rewrites of captions of {self.campaign}"


class TwinRewriteAnswer(models.Model):
    """One request to rewrite a caption, with the answer if there was one; it never changes.

    `request_sha256` is the SHA-256 of all that was sent. `outcome` is "passed" if the answer could be read as a list
    of rewrites, of which `given` were new and `kept` were kept, or what it failed by.
    """

    run = models.ForeignKey(TwinRewriteRun, models.PROTECT, related_name="answers")
    caption = models.ForeignKey(TwinCaption, models.PROTECT, related_name="+")
    direction = models.CharField(max_length=8, choices=Direction)
    temperature = models.FloatField()
    request_sha256 = models.CharField(max_length=64)
    outcome = models.CharField(max_length=40)
    detail = models.CharField(max_length=300, blank=True, default="")
    given = models.PositiveSmallIntegerField(default=0)
    kept = models.PositiveSmallIntegerField(default=0)
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=KNOWN_DIRECTION, name="rewrite_answer_direction"),
            models.CheckConstraint(condition=~Q(outcome="") & ~Q(request_sha256=""), name="rewrite_answer_complete"),
            models.CheckConstraint(
                condition=Q(outcome="passed", kept__lte=F("given")) | ~Q(outcome="passed") & Q(given=0, kept=0),
                name="rewrite_answer_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"answer {self.pk} of {self.run}"


class CaptionRewrite(models.Model):
    """Another wording of one direction's caption; it was kept if it has no `fault`, and *stands* if exports contain it.

    `pair` is the caption's pair of writing. Triggers see to it that only kept rewrites of accepted captions in
    training stand, and that a rewrite no longer stands when its caption or the split changes. Similarities are the
    encoder's, at most 1; a caption without a twin has none to it. `verdict` is what a person said of it.
    """

    answer = models.ForeignKey(TwinRewriteAnswer, models.PROTECT, related_name="rewrites")
    caption = models.ForeignKey(TwinCaption, models.PROTECT, related_name="rewrites")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="rewrites")
    direction = models.CharField(max_length=8, choices=Direction)
    text = models.CharField(max_length=LONGEST_TWIN_TEXT)
    to_own = models.FloatField(null=True, blank=True)
    to_twin = models.FloatField(null=True, blank=True)
    fault = models.CharField(max_length=60, choices=FAULTS, blank=True, default="")
    detail = models.CharField(max_length=300, blank=True, default="")
    stands = models.BooleanField(default=False)
    verdict = models.CharField(max_length=5, choices=VERDICTS, blank=True, default="")
    reviewer = models.CharField(max_length=40, blank=True, default="")
    reviewed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["caption", "direction", "text"], name="rewrite_once_a_caption"),
            models.CheckConstraint(condition=KNOWN_DIRECTION & ~Q(text=""), name="rewrite_has_text"),
            models.CheckConstraint(condition=Q(fault__in=["", *RewriteFault]), name="rewrite_fault_known"),
            models.CheckConstraint(
                condition=~Q(fault="") | Q(to_own__isnull=False) & (Q(to_twin=None) | Q(to_own__gt=F("to_twin"))),
                name="rewrite_nearer_to_its_caption",
            ),
            models.CheckConstraint(
                condition=Q(stands=False) | Q(fault="") & ~Q(verdict=RewriteVerdict.WRONG),
                name="rewrite_stands_if_right",
            ),
            models.CheckConstraint(
                condition=Q(verdict="", reviewer="", reviewed_at=None)
                | Q(verdict__in=list(RewriteVerdict), reviewed_at__isnull=False, fault="") & ~Q(reviewer=""),
                name="rewrite_verdict_of_somebody",
            ),
        ]
        indexes = [models.Index(fields=["pair", "direction"], condition=Q(stands=True), name="rewrite_standing")]

    def __str__(self) -> str:
        return f"rewrite {self.pk} of caption {self.caption_id}"


class RewriteSample(models.Model):
    """A sample, for people to review, of the rewrites that stood at the time; it was drawn with `seed`."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="rewrite_samples")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField()
    size = models.PositiveIntegerField()
    rewrites = models.PositiveIntegerField(help_text="how many rewrites it was drawn from")
    actor = models.CharField(max_length=40)
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="rewrite_sample_once"),
            models.CheckConstraint(condition=Q(size__gte=1, size__lte=F("rewrites")), name="rewrite_sample_size"),
        ]

    def __str__(self) -> str:
        return f"sample {self.number} of rewrites of {self.campaign}"


class SampledRewrite(models.Model):
    """A rewrite in a sample, with its place in the order in which people review the sample."""

    sample = models.ForeignKey(RewriteSample, models.PROTECT, related_name="sampled")
    rewrite = models.ForeignKey(CaptionRewrite, models.PROTECT, related_name="sampled")
    place = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sample", "rewrite"], name="rewrite_sampled_once"),
            models.UniqueConstraint(fields=["sample", "place"], name="rewrite_sample_place_once"),
        ]
