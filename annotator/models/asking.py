"""Questions about whole videos while people write them, and one person's way through a video."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.marking import LATEST_MS
from annotator.models.people import Membership
from annotator.models.seats import Share
from moments.models import Batch, Campaign, Pair, Video
from moments.models.checks import is_list_of, refuse_unfit

LONGEST_TEXT = 1000
MOST_RETURNS = 2


class AskTask(models.TextChoices):
    """What a question consists of (MomentSeeker, section on construction)."""

    MS = "ms", "moment search"
    IMS = "ims", "moment search with an image"


class DerivedTask(models.TextChoices):
    """What is made from a question, whose truth it inherits."""

    CA = "ca", "caption of a clip"
    VMS = "vms", "moment search with a clip"


class AskState(models.TextChoices):
    """How far a question has got; the states of markings and verdicts belong to its pair."""

    DRAFT = "draft", "draft"
    SUBMITTED = "submitted", "submitted"
    CHECKED = "checked", "checked"
    ACCEPTED = "accepted", "accepted"
    RETURNED = "returned", "returned to its author"
    REJECTED = "rejected", "rejected"


class AskOrigin(models.TextChoices):
    """Who wrote the text."""

    PERSON = "person", "a person"
    MODEL = "model", "a model"


class Ask(models.Model):
    """A question about one video; `number` identifies it within its campaign and in exports.

    Submitted, it has a `pair`: its query with the whole video. Until then `segments` holds the author's markings as
    [start, end] in milliseconds. The condition is an instant of a video, maybe of another one.
    `returns` counts how often it went back to its author, for `reason`.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="asks")
    number = models.PositiveBigIntegerField()
    video = models.ForeignKey(Video, models.PROTECT, related_name="asks")
    task = models.CharField(max_length=3, choices=AskTask)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True, default="")
    condition_video = models.ForeignKey(Video, models.PROTECT, null=True, blank=True, related_name="+")
    condition_ms = models.PositiveIntegerField(null=True, blank=True)
    author = models.ForeignKey(Membership, models.PROTECT, null=True, blank=True, related_name="asks")
    batch = models.ForeignKey(Batch, models.PROTECT, null=True, blank=True, related_name="asks")
    pair = models.OneToOneField(Pair, models.PROTECT, null=True, blank=True, related_name="ask")
    origin = models.CharField(max_length=7, choices=AskOrigin, default=AskOrigin.PERSON)
    version = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=9, choices=AskState, default=AskState.DRAFT)
    returns = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=1000, blank=True, default="")
    segments = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="ask_number_once"),
            models.CheckConstraint(condition=Q(task__in=AskTask.values), name="ask_task_known"),
            models.CheckConstraint(condition=Q(state__in=AskState.values), name="ask_state_known"),
            models.CheckConstraint(condition=Q(origin__in=AskOrigin.values), name="ask_origin_known"),
            models.CheckConstraint(condition=Q(version__gte=1, returns__lte=MOST_RETURNS), name="ask_counts"),
            models.CheckConstraint(condition=Q(state="draft") | ~Q(text=""), name="ask_has_text"),
            models.CheckConstraint(
                condition=Q(condition_video=None, condition_ms=None)
                | Q(condition_video__isnull=False, condition_ms__lte=LATEST_MS, task="ims"),
                name="ask_condition_by_task",
            ),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(task="ms") | Q(condition_video__isnull=False), name="ask_condition_given"
            ),
            models.CheckConstraint(
                condition=Q(state="draft", pair=None)
                | Q(state="rejected")
                | Q(state__in=["submitted", "checked", "accepted", "returned"], pair__isnull=False),
                name="ask_pair_by_state",
            ),
        ]

    def __str__(self) -> str:
        return f"question {self.number}"

    def clean(self) -> None:
        """Raise ValidationError unless the segments are pairs of whole milliseconds."""
        refuse_unfit({"segments": is_list_of(self.segments, _is_stretch)}, "expected a list of pairs [start, end]")


class DerivedState(models.TextChoices):
    """Whether a person has accepted what was made from a question (M5)."""

    WAITING = "waiting", "waiting for a person"
    ACCEPTED = "accepted", "accepted"
    REJECTED = "rejected", "rejected"


class DerivedAsk(models.Model):
    """A caption or a clip made from a question; it shares the question's truth, version and withdrawal (M5).

    A caption has a text and who requested it, a clip the window around the image's instant. Somebody other than the
    requester accepts it. `holder` is the annotator who was given it at `held_at`; like a seat, it is leased from their
    last request (R13). A person has one in hand at a time.
    """

    ask = models.ForeignKey(Ask, models.PROTECT, related_name="derived")
    task = models.CharField(max_length=3, choices=DerivedTask)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True, default="")
    start_ms = models.PositiveIntegerField(null=True, blank=True)
    end_ms = models.PositiveIntegerField(null=True, blank=True)
    origin = models.CharField(max_length=7, choices=AskOrigin, default=AskOrigin.MODEL)
    requester = models.CharField(max_length=40, blank=True, default="")
    state = models.CharField(max_length=8, choices=DerivedState, default=DerivedState.WAITING)
    actor = models.CharField(max_length=40, blank=True, default="")
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    holder = models.ForeignKey(Membership, models.PROTECT, null=True, blank=True, related_name="held_derived")
    held_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ask", "task"], condition=~Q(state="rejected"), name="derived_once_a_task"),
            models.UniqueConstraint(fields=["holder"], condition=Q(state="waiting"), name="derived_one_in_hand"),
            models.CheckConstraint(
                condition=Q(holder=None, held_at=None) | Q(holder__isnull=False, held_at__isnull=False),
                name="derived_held_since",
            ),
            models.CheckConstraint(condition=Q(origin__in=AskOrigin.values), name="derived_origin_known"),
            models.CheckConstraint(
                condition=Q(task="ca", start_ms=None, end_ms=None) & ~Q(text="")
                | Q(task="vms", text="", end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS),
                name="derived_by_task",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", actor="", decided_at=None)
                | Q(state__in=["accepted", "rejected"], decided_at__isnull=False) & ~Q(actor=""),
                name="derived_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state="accepted") | Q(requester="") | ~Q(actor=F("requester")),
                name="derived_accepted_by_another",
            ),
        ]


class AskQuota(models.Model):
    """How many questions of one task a campaign wants about the videos of one domain."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="quotas")
    domain = models.CharField(max_length=60, blank=True, default="")
    task = models.CharField(max_length=3, choices=AskTask)
    wanted = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "domain", "task"], name="quota_once"),
            models.CheckConstraint(condition=Q(task__in=AskTask.values), name="quota_task_known"),
        ]


class Viewing(models.Model):
    """One person's progress through a video: what they watched, and the times that they bookmarked to ask about.

    `watched` holds [start, end] and `bookmarks` times, in milliseconds. The other share of the batch begins once its
    author's viewing has ended.
    """

    share = models.OneToOneField(Share, models.PROTECT, primary_key=True, related_name="viewing")
    watched = models.JSONField(default=list, blank=True)
    bookmarks = models.JSONField(default=list, blank=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("began_at")), name="viewing_ends_after_it_began"
            )
        ]

    def clean(self) -> None:
        """Raise ValidationError unless both are lists of whole milliseconds."""
        sound = {"watched": is_list_of(self.watched, _is_stretch), "bookmarks": is_list_of(self.bookmarks, _is_ms)}
        refuse_unfit(sound, "expected whole milliseconds")


def _is_ms(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LATEST_MS


def _is_stretch(value: object) -> bool:
    return is_list_of(value, _is_ms) and isinstance(value, list) and len(value) == 2 and value[0] < value[1]
