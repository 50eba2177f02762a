"""Seats: who is to score which pair, by shares of batches and one by one."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from annotator.models.people import Membership
from moments.models import Batch, Campaign, Pair


class Purpose(models.TextChoices):
    """What a seat is for; to the annotator's program, all seats look the same."""

    CAMPAIGN = "campaign", "campaign"
    EXAM = "exam", "exam"
    GOLD = "gold", "gold"
    REPEAT = "repeat", "repeat"
    STUDY = "study", "study"
    PILOT = "pilot", "pilot"


class SeatState(models.TextChoices):
    """Open (nobody's), reserved (queued), held (delivered), scored, settled (ruled on), released (not wanted)."""

    OPEN = "open", "open"
    RESERVED = "reserved", "reserved"
    HELD = "held", "held"
    SCORED = "scored", "scored"
    SETTLED = "settled", "settled"
    RELEASED = "released", "released"


WAITING_STATES = (SeatState.RESERVED, SeatState.HELD)
LIVE_CAMPAIGN = Q(purpose=Purpose.CAMPAIGN, superseded=False)
# True of every seat. A query that wants all seats of a person says it, and so may use the index `seat_of_person`.
BY_PERSON = Q(position__gte=0)


class Share(models.Model):
    """One person's part of a batch in round 1: a seat on each of its pairs (R2).

    `beside` is who has the batch's other share; the database itself keeps it (`annotator.guards.SHARE_UPKEEP`), so
    that what is left for a person is read from an index. An open seat is in a share only while nobody has the share,
    and while the person beside has a seat on its pair, too: every other open seat is a single seat.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="shares")
    batch = models.ForeignKey(Batch, models.PROTECT, related_name="shares")
    number = models.PositiveSmallIntegerField()
    annotator = models.ForeignKey(
        Membership, models.PROTECT, null=True, blank=True, related_name="shares", db_index=False
    )
    beside = models.ForeignKey(Membership, models.PROTECT, null=True, editable=False, related_name="+", db_index=False)

    class Meta:
        constraints = [
            # The batch comes second: an index that began with it would be walked in its order, past all taken shares.
            models.UniqueConstraint(fields=["number", "batch"], name="share_number_once"),
            models.UniqueConstraint(fields=["annotator", "batch"], name="share_two_people"),
            models.CheckConstraint(condition=Q(number__in=[1, 2]), name="share_number_known"),
        ]
        indexes = [
            models.Index(fields=["campaign", "batch", "number"], condition=Q(annotator=None), name="share_untaken"),
            models.Index(fields=["campaign", "beside"], condition=Q(annotator=None), name="share_untaken_beside"),
        ]


class Seat(models.Model):
    """One place for one annotator's score of one pair.

    Round 1 has numbers 1 and 2, round 2 again. A seat without a share is a single seat. A superseded seat no
    longer counts for the rules but stays, and its annotator stays barred from the pair (I3). `public_id` is
    what programs see. Held ahead of need is not seen: `shown_at` is when the desk first said that it showed the pair.
    A seat of purpose exam belongs to a sitting, one of purpose study to a study, one of purpose pilot to a pilot;
    gold, repeat, study and pilot seats count for no rule.

    Statistics that are older than the work say that every seat is open and nobody's. The planner would then look for
    a pair's seats among all that the person ever had, and for open seats among all without a share. So no index
    offers either: each holds only the rows that its queries want, and `seat_of_person` has to be asked for.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="seats")
    pair = models.ForeignKey(Pair, models.PROTECT, related_name="seats")
    share = models.ForeignKey(Share, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False)
    # Few seats have one: the indexes below hold only these, and storing a label does not touch them.
    sitting = models.ForeignKey(
        "annotator.Sitting", models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    study = models.ForeignKey(
        "annotator.Study", models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    pilot = models.ForeignKey(
        "annotator.Pilot", models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.CAMPAIGN)
    attempt = models.PositiveSmallIntegerField(default=1)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=SeatState, default=SeatState.OPEN)
    superseded = models.BooleanField(default=False)
    annotator = models.ForeignKey(
        Membership, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    position = models.PositiveBigIntegerField(default=0)
    reserved_at = models.DateTimeField(null=True, blank=True)
    held_at = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "attempt", "round", "number"], condition=LIVE_CAMPAIGN, name="seat_place_once"
            ),
            models.UniqueConstraint(
                fields=["pair", "attempt", "annotator"],
                condition=Q(purpose=Purpose.CAMPAIGN),
                name="seat_person_once_a_pair",
            ),
            models.UniqueConstraint(
                fields=["sitting", "pair", "attempt"], condition=Q(purpose=Purpose.EXAM), name="seat_exam_once"
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.EXAM, sitting__isnull=False) | (~Q(purpose=Purpose.EXAM) & Q(sitting=None)),
                name="seat_sitting_by_purpose",
            ),
            models.UniqueConstraint(
                fields=["study", "pair", "annotator"], condition=Q(purpose=Purpose.STUDY), name="seat_study_once"
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.STUDY, study__isnull=False) | (~Q(purpose=Purpose.STUDY) & Q(study=None)),
                name="seat_study_by_purpose",
            ),
            models.UniqueConstraint(
                fields=["pilot", "pair", "annotator"], condition=Q(purpose=Purpose.PILOT), name="seat_pilot_once"
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.PILOT, pilot__isnull=False) | (~Q(purpose=Purpose.PILOT) & Q(pilot=None)),
                name="seat_pilot_by_purpose",
            ),
            models.CheckConstraint(condition=Q(round__in=[1, 2]), name="seat_round_known"),
            models.CheckConstraint(condition=Q(number__in=[1, 2]), name="seat_number_known"),
            models.CheckConstraint(condition=Q(attempt__gte=1), name="seat_attempt_from_one"),
            models.CheckConstraint(condition=Q(state__in=SeatState.values), name="seat_state_known"),
            models.CheckConstraint(condition=Q(purpose__in=Purpose.values), name="seat_purpose_known"),
            models.CheckConstraint(
                condition=Q(state=SeatState.OPEN, annotator=None)
                | Q(state=SeatState.RELEASED)
                | Q(state__in=["reserved", "held", "scored", "settled"], annotator__isnull=False),
                name="seat_owner_by_state",
            ),
        ]
        indexes = [
            models.Index(
                fields=["annotator", "position"],
                condition=Q(state__in=["reserved", "held"]),
                name="seat_queue",
            ),
            models.Index(fields=["annotator", "position"], condition=BY_PERSON, name="seat_of_person"),
            models.Index(fields=["share"], condition=Q(share__isnull=False), name="seat_of_share"),
            models.Index(fields=["sitting"], condition=Q(sitting__isnull=False), name="seat_of_sitting"),
            models.Index(fields=["study"], condition=Q(study__isnull=False), name="seat_of_study"),
            models.Index(fields=["pilot"], condition=Q(pilot__isnull=False), name="seat_of_pilot"),
            models.Index(fields=["campaign", "id"], condition=Q(state="open"), name="seat_open"),
            models.Index(
                fields=["campaign", "pair", "number"], condition=Q(state="open", share=None), name="seat_open_single"
            ),
            models.Index(
                fields=["campaign", "pair", "attempt", "round"],
                condition=Q(state="scored"),
                name="seat_unsettled",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.public_id}"


class SeatLoss(models.Model):
    """A person who held the seat and lost it to others before scoring it.

    By this row a score that comes later differs from one for a made-up or foreign seat, and is paid.
    `held_at` is when the seat had been delivered to them.
    """

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="losses")
    annotator = models.ForeignKey(Membership, models.PROTECT, related_name="losses")
    held_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "annotator"], name="seat_loss_once")]
