"""A campaign and the versions of its protocol."""

from __future__ import annotations

from typing import TypeVar, get_args
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from evaluation.scale import SCALE, WIDEST, Scale
from moments.marking_protocol import (
    LONGEST_GAP_MS,
    LONGEST_SHORTEST_MS,
    WIDEST_TOLERANCE_MS,
    Extent,
    MarkingProtocol,
)
from moments.models.checks import (
    CHOSEN_RENDITIONS,
    PROXY,
    SOUNDED_RENDITIONS,
    on_scale,
    validate_renditions,
    validate_time_zone,
)
from moments.protocol import (
    LONGEST_GRACE_S,
    LONGEST_LEASE_S,
    MOST_IN_A_BATCH,
    SHORTEST_LEASE_S,
    Protocol,
    ProtocolError,
)
from moments.twin_protocol import TwinProtocol

Parameters = TypeVar("Parameters", Protocol, MarkingProtocol, TwinProtocol)


class CampaignStatus(models.TextChoices):
    """The status of a campaign; an archive contains scores that were given elsewhere, and nobody works in it."""

    DRAFT = "draft", "draft"
    OPEN = "open", "open"
    PAUSED = "paused", "paused"
    ARCHIVE = "archive", "archive"


class CampaignKind(models.TextChoices):
    """What people do in a campaign; fixed once it opens."""

    GRADE = "grade", "graded relevance"
    MARK = "mark", "marked segments"
    TWIN = "twin", "twins forwards and backwards"


class EarlyPress(models.TextChoices):
    """What the desk does with a level that is pressed before the clip has been shown once in full."""

    OFF = "off", "accept the level"
    HINT = "hint", "accept the level and show a hint"
    BLOCK = "block", "wait until the clip has played in full"


class Campaign(models.Model):
    """One labelling project with its corpus, people and protocol."""

    slug = models.SlugField(unique=True, max_length=60)
    title = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=8, choices=CampaignKind, default=CampaignKind.GRADE, db_default=CampaignKind.GRADE, editable=False
    )
    status = models.CharField(max_length=8, choices=CampaignStatus, default=CampaignStatus.DRAFT)
    follow_suggestions = models.BooleanField(
        default=False,
        help_text="Extend or close batches automatically as rule R7 suggests, without waiting for a lead.",
    )
    highest = models.PositiveSmallIntegerField(
        default=SCALE.highest,
        db_default=SCALE.highest,
        editable=False,
        help_text="The highest level of relevance; the levels from 0 up are rows of their own.",
    )
    encoder = models.CharField(max_length=200, default="", blank=True, editable=False)
    seed = models.PositiveBigIntegerField(editable=False)
    clip_height = models.PositiveSmallIntegerField(default=480, validators=[MinValueValidator(16)])
    clip_fps = models.FloatField(default=3.0, validators=[MinValueValidator(0.1)])
    renditions = models.CharField(
        max_length=40,
        default="gif",
        validators=[validate_renditions],
        help_text=(
            "The clips of every moment: gif, mp4 and webp, comma-separated. The desk shows the smallest it can play."
        ),
    )
    clip_sound = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether MP4s keep the sound of their videos. GIF and WebP have none, and neither have whole videos.",
    )
    early_press = models.CharField(
        max_length=5,
        choices=EarlyPress,
        default=EarlyPress.HINT,
        help_text="What the desk does if somebody presses a level before the clip has played in full.",
    )
    time_zone = models.CharField(
        max_length=40,
        default="UTC",
        validators=[validate_time_zone],
        help_text="Days and pay periods start at midnight in this time zone, such as Asia/Singapore.",
    )
    hourly_rate = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    currency = models.CharField(max_length=3, default="SGD")
    idle_s = models.PositiveIntegerField(
        default=120, help_text="A gap between two scores counts as working time up to this many seconds."
    )
    is_trial = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="A copy in which synthetic annotators score. It never becomes a real campaign, and can be removed.",
    )
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
    swept_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=CampaignKind.values), name="campaign_kind_known"),
            models.CheckConstraint(condition=Q(status__in=CampaignStatus.values), name="campaign_status_known"),
            models.CheckConstraint(condition=Q(highest__gte=1, highest__lte=WIDEST.highest), name="campaign_highest"),
            models.CheckConstraint(
                condition=Q(clip_height__gte=16, clip_height__lte=2160), name="campaign_clip_height"
            ),
            models.CheckConstraint(condition=Q(early_press__in=EarlyPress.values), name="campaign_early_press_known"),
            models.CheckConstraint(condition=Q(renditions__in=CHOSEN_RENDITIONS), name="campaign_renditions_known"),
            models.CheckConstraint(
                condition=Q(clip_sound=False) | Q(renditions__in=SOUNDED_RENDITIONS), name="campaign_sound_has_mp4"
            ),
            models.CheckConstraint(condition=~Q(kind="twin") | Q(clip_sound=False), name="campaign_of_twins_silent"),
            models.CheckConstraint(condition=Q(clip_fps__gt=0, clip_fps__lte=60), name="campaign_clip_fps"),
        ]

    def __str__(self) -> str:
        return self.slug

    def clean(self) -> None:
        """Raise ValidationError if an hour would cost less than nothing."""
        if self.hourly_rate < 0:
            raise ValidationError({"hourly_rate": f"expected 0 or more, got {self.hourly_rate}"})

    @property
    def is_graded(self) -> bool:
        """Whether its people grade the relevance of moments."""
        return self.kind == CampaignKind.GRADE

    @property
    def is_marked(self) -> bool:
        """Whether its people write questions about long videos and mark the segments that answer them."""
        return self.kind == CampaignKind.MARK

    @property
    def is_twin(self) -> bool:
        """Whether its people judge and describe clips that play forwards and backwards."""
        return self.kind == CampaignKind.TWIN

    @property
    def rendition_names(self) -> list[str]:
        """The renditions that are cut of every moment, in the campaign's order; of whole videos it is the proxy."""
        return [PROXY] if self.kind == CampaignKind.MARK else self.renditions.split(",")

    @property
    def scale(self) -> Scale:
        """The levels of relevance that its people give."""
        return Scale(0, self.highest)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which days begin."""
        return ZoneInfo(self.time_zone)


class ParameterRow(models.Model):
    """A row whose columns are the parameters of one protocol value."""

    class Meta:
        abstract = True

    @property
    def protocol(self) -> Protocol | MarkingProtocol | TwinProtocol:
        """The parameters as the value that the rules take."""
        raise NotImplementedError

    def clean(self) -> None:
        """Raise ValidationError naming the key where the parameters make no protocol."""
        try:
            _ = self.protocol
        except ProtocolError as error:
            key, _, problem = str(error).partition(": ")
            raise ValidationError({key: problem}) from error

    def _value(self, kind: type[Parameters]) -> Parameters:
        return kind(**{key: getattr(self, key) for key in kind.__dataclass_fields__})


class ProtocolVersion(ParameterRow):
    """A version of a campaign's protocol; each change creates a new version, and no version ever changes."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="protocols")
    version = models.PositiveSmallIntegerField()
    tolerance = models.PositiveSmallIntegerField()
    batch_size = models.PositiveSmallIntegerField()
    batches = models.PositiveSmallIntegerField()
    window = models.PositiveSmallIntegerField()
    threshold = models.FloatField()
    statistic = models.CharField(max_length=4)
    grace_s = models.PositiveIntegerField()
    lease_s = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="protocol_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="protocol_version_from_one"),
            models.CheckConstraint(condition=Q(tolerance__lte=WIDEST.span), name="protocol_tolerance"),
            models.CheckConstraint(condition=Q(batch_size__gte=1), name="protocol_batch_size"),
            models.CheckConstraint(condition=Q(batches__in=[1, 2]), name="protocol_batches"),
            models.CheckConstraint(condition=Q(window__gte=1), name="protocol_window"),
            models.CheckConstraint(condition=Q(statistic__in=["mean", "min"]), name="protocol_statistic"),
            models.CheckConstraint(
                condition=Q(batch_size__lte=MOST_IN_A_BATCH, window__lte=F("batch_size"))
                & Q(**on_scale("threshold"), grace_s__lte=LONGEST_GRACE_S)
                & Q(lease_s__gte=SHORTEST_LEASE_S, lease_s__lte=LONGEST_LEASE_S),
                name="protocol_within_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} protocol {self.version}"

    @property
    def protocol(self) -> Protocol:
        """The parameters as the value that the rules take."""
        return self._value(Protocol)


class MarkingParameters(ParameterRow):
    """The parameters of M1, M2 and M3 in a protocol version of a marking campaign."""

    version = models.OneToOneField(ProtocolVersion, models.PROTECT, related_name="marking")
    gap_ms = models.PositiveIntegerField()
    shortest_ms = models.PositiveIntegerField()
    min_iou = models.FloatField()
    edge_tolerance_ms = models.PositiveIntegerField()
    sure_iou = models.FloatField()
    extent = models.CharField(max_length=11)

    class Meta:
        verbose_name_plural = "marking parameters"
        constraints = [
            models.CheckConstraint(
                condition=Q(gap_ms__lte=LONGEST_GAP_MS)
                & Q(shortest_ms__gte=1, shortest_ms__lte=LONGEST_SHORTEST_MS)
                & Q(edge_tolerance_ms__lte=WIDEST_TOLERANCE_MS),
                name="marking_times_within_range",
            ),
            models.CheckConstraint(
                condition=Q(min_iou__gte=0, sure_iou__gte=F("min_iou"), sure_iou__lte=1), name="marking_iou_range"
            ),
            models.CheckConstraint(condition=Q(extent__in=get_args(Extent)), name="marking_extent_known"),
        ]

    def __str__(self) -> str:
        return f"marking of {self.version}"

    @property
    def protocol(self) -> MarkingProtocol:
        """The parameters as the value that the rules take."""
        return self._value(MarkingProtocol)
