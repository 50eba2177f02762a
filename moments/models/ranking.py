"""Ranked candidates: the pairs of a query and the batches in which they are scored."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from moments.base.limits import LARGEST_PAIR_NUMBER
from moments.models.campaign import Campaign, ProtocolVersion
from moments.models.checks import is_list_of, is_number, refuse_unfit
from moments.models.corpus import Moment, Query, Video


class Batch(models.Model):
    """A query's pairs at ranks 1–20 (batch 1) or 21–40 (batch 2), opened under one protocol version (R6).

    In a marking campaign, a batch is one author's questions about one video, and numbers count the authors.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="batches")
    query = models.ForeignKey(Query, models.PROTECT, null=True, blank=True, related_name="batches")
    video = models.ForeignKey(Video, models.PROTECT, null=True, blank=True, related_name="batches", db_index=False)
    number = models.PositiveSmallIntegerField()
    protocol = models.ForeignKey(ProtocolVersion, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "batches"
        constraints = [
            models.UniqueConstraint(fields=["query", "number"], name="batch_number_once"),
            models.UniqueConstraint(fields=["video", "number"], name="batch_of_video_once"),
            models.CheckConstraint(
                condition=Q(query__isnull=False, video=None) | Q(query=None, video__isnull=False),
                name="batch_of_query_or_video",
            ),
            models.CheckConstraint(
                condition=Q(number__in=[1, 2]) | Q(query=None, number__gte=1), name="batch_number_known"
            ),
        ]

    def __str__(self) -> str:
        return f"batch {self.number} of {self.query or self.video}"

    @property
    def graded_query(self) -> Query:
        """The query of a batch in a grading campaign."""
        assert self.query is not None
        return self.query


class Pair(models.Model):
    """One query and one candidate moment.

    `number` is the pair's identifier within its campaign, in exports too. `attempt` counts the goes
    through the rounds; reopening starts the next. A parked pair is shown to nobody until a lead
    has looked at it. A pair that a depth study made is `study_only`: no candidate, in no batch, counted and exported
    nowhere else; its rank is its place among all moments.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="pairs")
    query = models.ForeignKey(Query, models.PROTECT, related_name="pairs")
    moment = models.ForeignKey(Moment, models.PROTECT, related_name="pairs")
    number = models.PositiveBigIntegerField(validators=[MaxValueValidator(LARGEST_PAIR_NUMBER)])
    rank = models.PositiveIntegerField()
    similarity = models.FloatField()
    batch = models.ForeignKey(Batch, models.PROTECT, null=True, blank=True, related_name="pairs")
    attempt = models.PositiveSmallIntegerField(default=1)
    parked = models.BooleanField(default=False)
    study_only = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="pair_number_once"),
            models.UniqueConstraint(fields=["query", "rank"], name="pair_rank_once"),
            models.UniqueConstraint(fields=["query", "moment"], name="pair_moment_once"),
            models.CheckConstraint(condition=Q(number__lte=LARGEST_PAIR_NUMBER), name="pair_number_within"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="pair_rank_from_one"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="pair_attempt_from_one"),
            models.CheckConstraint(condition=Q(similarity__gte=-1, similarity__lte=1), name="pair_similarity_range"),
            models.CheckConstraint(condition=Q(study_only=False) | Q(batch=None), name="pair_of_study_in_no_batch"),
        ]
        indexes = [
            models.Index(fields=["campaign"], condition=Q(parked=True), name="pair_parked"),
            models.Index(fields=["campaign", "similarity", "number"], name="pair_by_similarity"),
        ]

    def __str__(self) -> str:
        return f"pair {self.number}"


class PairSource(models.Model):
    """One of the systems that found the pair, and the rank that it gave the pair; pooling stores both."""

    pair = models.ForeignKey(Pair, models.CASCADE, related_name="sources")
    source = models.CharField(max_length=120)
    rank = models.PositiveIntegerField()
    similarity = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "source"], name="pair_source_once"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="pair_source_rank_from_one"),
            models.CheckConstraint(condition=~Q(source=""), name="pair_source_named"),
        ]


class CandidateList(models.Model):
    """What one system found for a query, best first; the list comes from one of our encoders or was imported.

    A list makes no pairs; pooling does. `desc_ids` and `similarities` run side by side, rank 1 first.
    """

    query = models.ForeignKey(Query, models.CASCADE, related_name="candidate_lists")
    source = models.CharField(max_length=120)
    desc_ids = models.JSONField()
    similarities = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["query", "source"], name="candidate_list_once"),
            models.CheckConstraint(condition=~Q(source=""), name="candidate_list_named"),
        ]

    def __str__(self) -> str:
        return f"{self.source} for {self.query}"

    def clean(self) -> None:
        """Raise ValidationError unless every moment has its similarity."""
        whole = is_list_of(self.desc_ids, lambda item: isinstance(item, int) and not isinstance(item, bool))
        numbers = is_list_of(self.similarities, is_number)
        beside = whole and numbers and len(self.desc_ids) == len(self.similarities)
        sound = {"desc_ids": whole, "similarities": numbers and (beside or not whole)}
        refuse_unfit(sound, "expected a list of numbers, as long as the other")
