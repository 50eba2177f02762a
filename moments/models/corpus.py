"""The corpus: videos, moments and queries."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from moments.models.campaign import Campaign


class MomentKind(models.TextChoices):
    """What a description was written from: video, video and text, or text (TVR's types)."""

    VIDEO = "v", "video"
    BOTH = "vt", "video and text"
    TEXT = "t", "text"


class Direction(models.TextChoices):
    """Which way a moment's clips play."""

    FORWARD = "forward", "forwards"
    BACKWARD = "backward", "backwards"


class Split(models.TextChoices):
    """What a query is for."""

    VAL = "val", "validation"
    TEST = "test", "test"
    EXAM = "exam", "exam"


class Video(models.Model):
    """A source video."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="videos")
    name = models.CharField(max_length=200)
    duration_s = models.FloatField()
    domain = models.CharField(
        max_length=60, blank=True, default="", db_default="", help_text="The kind of video, such as sports."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="video_name_once"),
            models.CheckConstraint(condition=Q(duration_s__gt=0), name="video_duration_positive"),
        ]

    def __str__(self) -> str:
        return self.name


class Moment(models.Model):
    """A stretch of a video, with its original description and its caption (names replaced).

    A `whole` moment is the entire video, about which questions are asked: at most one a video, without a description.
    The clips of a backward moment show its stretch from the last frame to the first.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="moments")
    video = models.ForeignKey(Video, models.PROTECT, related_name="moments")
    desc_id = models.PositiveBigIntegerField()
    start_s = models.FloatField()
    end_s = models.FloatField()
    description = models.TextField()
    caption = models.TextField()
    kind = models.CharField(max_length=2, choices=MomentKind)
    whole = models.BooleanField(default=False, db_default=False, editable=False)
    direction = models.CharField(
        max_length=8, choices=Direction, default=Direction.FORWARD, db_default=Direction.FORWARD.value, editable=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "desc_id"], name="moment_desc_id_once"),
            models.UniqueConstraint(fields=["video"], condition=Q(whole=True), name="moment_whole_once"),
            models.CheckConstraint(condition=Q(whole=False) | Q(start_s=0), name="moment_whole_from_start"),
            models.CheckConstraint(condition=Q(start_s__gte=0, end_s__gt=F("start_s")), name="moment_stretch"),
            models.CheckConstraint(condition=Q(kind__in=MomentKind.values), name="moment_kind_known"),
            models.CheckConstraint(condition=Q(direction__in=Direction.values), name="moment_direction_known"),
            models.CheckConstraint(condition=Q(whole=False) | Q(direction="forward"), name="moment_whole_forward"),
        ]

    def __str__(self) -> str:
        return f"moment {self.desc_id}"

    @property
    def is_backward(self) -> bool:
        """Whether its clips play backwards."""
        return self.direction == Direction.BACKWARD

    @property
    def end_ms(self) -> int:
        """The end in whole milliseconds."""
        return round(self.end_s * 1000)


class WithdrawnMoment(models.Model):
    """A moment that a lead withdrew everywhere: its clips are not cut, and its pairs end unjudged when they open."""

    moment = models.OneToOneField(Moment, models.PROTECT, related_name="withdrawn")
    actor = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000)
    withdrawn_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="withdrawn_moment_has_reason")]


class Query(models.Model):
    """A text against which moments are judged; it was made from a moment's caption, or given.

    An edited text is the next `version`, the ones before stay as QueryVersion. A retired query is no longer judged.
    Work on queries of a higher `priority` is handed out first.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="queries")
    query_id = models.PositiveBigIntegerField()
    split = models.CharField(max_length=4, choices=Split)
    text = models.TextField()
    version = models.PositiveSmallIntegerField(default=1, editable=False)
    retired_at = models.DateTimeField(null=True, blank=True, editable=False)
    priority = models.SmallIntegerField(default=0, editable=False)
    own_moment = models.ForeignKey(Moment, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name_plural = "queries"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "query_id"], name="query_id_once"),
            models.CheckConstraint(condition=Q(split__in=Split.values), name="query_split_known"),
        ]
        indexes = [models.Index(fields=["campaign", "priority"], condition=~Q(priority=0), name="query_prioritised")]

    def __str__(self) -> str:
        return f"query {self.query_id}"


class QueryVersion(models.Model):
    """A query's text before an edit, with editor and reason; if the meaning stayed the same, its scores still count."""

    query = models.ForeignKey(Query, models.PROTECT, related_name="earlier")
    version = models.PositiveSmallIntegerField()
    text = models.TextField()
    replaced_at = models.DateTimeField()
    actor = models.CharField(max_length=40)
    reason = models.CharField(max_length=1000)
    same_meaning = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["query", "version"], name="query_version_once"),
        ]
