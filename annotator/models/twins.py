"""What people answer in a twins campaign (docs/rules-of-twins.md): judgements, captions and assignments."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotator.models.scoring import Score
from annotator.twins.answers import Criterion, Unreal
from moments.models import Moment, Pair
from moments.models.checks import is_list_of, refuse_unfit

LONGEST_TWIN_TEXT = 2000
LONGEST_REASON = 1000
FIRST_PLACES = 10
CRITERIA = [(one.value, one.value) for one in Criterion]
UNREALS = [(one.value, one.value) for one in Unreal]


class Judgement(models.Model):
    """What one person says about a clip and its reverse (T1); `forward_first` says whether the clip was shown first."""

    score = models.OneToOneField(Score, models.PROTECT, primary_key=True, related_name="judgement")
    forward_first = models.BooleanField()
    temporal = models.BooleanField()
    criterion = models.CharField(max_length=8, choices=CRITERIA, blank=True, default="")
    unreal = models.CharField(max_length=8, choices=UNREALS, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(temporal=False, criterion="", unreal="")
                | Q(temporal=True, criterion__in=list(Criterion), unreal__in=list(Unreal)),
                name="judgement_by_temporal",
            ),
        ]

    def __str__(self) -> str:
        return f"judgement of score {self.score_id}"


class TwinCaption(models.Model):
    """The captions that one person wrote for twins; a single clip has only the forward caption (T3)."""

    score = models.OneToOneField(Score, models.PROTECT, primary_key=True, related_name="twin_caption")
    forward_first = models.BooleanField()
    forward_text = models.CharField(max_length=LONGEST_TWIN_TEXT)
    backward_text = models.CharField(max_length=LONGEST_TWIN_TEXT, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(forward_text=""), name="twin_caption_has_text"),
            models.CheckConstraint(condition=~Q(forward_text=models.F("backward_text")), name="twin_captions_differ"),
        ]

    def __str__(self) -> str:
        return f"captions of score {self.score_id}"


class CaptionOrder(models.Model):
    """What a caption's writer is asked for at one attempt: captions of `both` clips, or only of the forward clip.

    From the second attempt on, the captions that are kept are locked; of the others the reasons say what was wrong.
    """

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="caption_orders")
    attempt = models.PositiveSmallIntegerField()
    both = models.BooleanField()
    keeps_forward = models.BooleanField(default=False)
    keeps_backward = models.BooleanField(default=False)
    forward_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    backward_reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "attempt"], name="caption_order_once"),
            models.CheckConstraint(
                condition=Q(keeps_forward=False) | Q(keeps_backward=False, both=True, attempt__gt=1),
                name="caption_order_keeps_forward",
            ),
            models.CheckConstraint(
                condition=Q(keeps_backward=False) | Q(both=True, attempt__gt=1), name="caption_order_keeps_backward"
            ),
            models.CheckConstraint(condition=Q(both=True) | Q(backward_reason=""), name="caption_order_of_single"),
        ]


class Assignment(models.Model):
    """The clip, among those `shown`, to which one person assigned a caption (T4); None means "cannot tell".

    `shown` holds the `desc_id` of each clip's moment, in the order in which the person saw them. The moment of the
    seat's pair is the right one.
    """

    score = models.OneToOneField(Score, models.PROTECT, primary_key=True, related_name="assignment")
    caption = models.ForeignKey(TwinCaption, models.PROTECT, related_name="assignments")
    shown = models.JSONField()
    chosen = models.ForeignKey(Moment, models.PROTECT, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"assignment of score {self.score_id}"

    def clean(self) -> None:
        """Raise ValidationError unless `shown` names moments."""
        refuse_unfit({"shown": is_list_of(self.shown, _is_desc_id)}, "expected a list of desc_ids")


class LookAlike(models.Model):
    """A clip that looks like a caption's own clip; it is among the clips to which the caption can be assigned (T4).

    `pair` is the caption's pair of assigning, and `place` counts from the most similar one.
    """

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="lookalikes")
    moment = models.ForeignKey(Moment, models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "moment"], name="lookalike_once"),
            models.UniqueConstraint(fields=["pair", "place"], name="lookalike_place_once"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lt=FIRST_PLACES), name="lookalike_place_known"),
        ]


def _is_desc_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
