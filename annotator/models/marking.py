"""Markings: the segments that a person's answer consists of, in marking campaigns (docs/rules-of-marking.md)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from annotator.models.scoring import Score
from moments.models import Pair, Video

LATEST_MS = 2**31 - 1


class AnswerKind(models.TextChoices):
    """What a person answered: segments, none (M1), or a word on each piece that two others disagree on (M3)."""

    SEGMENTS = "segments", "segments"
    NONE = "none", "no answer here"
    PIECES = "pieces", "answers to pieces"


class PieceWord(models.TextChoices):
    """What a third annotator says about a piece (M3)."""

    YES = "yes", "yes"
    NO = "no", "no"
    EDGES = "edges", "new edges"
    UNDECIDED = "undecided", "cannot decide"


class MarkedAnswer(models.Model):
    """The answer that a score in a marking campaign gives; its segments and pieces are stored in separate rows.

    `is_specific`, `needs_condition` and `is_complete` are the marker's answers about the question (M4), None where they
    were not asked. `note` is for the question's author.
    """

    score = models.OneToOneField(Score, models.PROTECT, primary_key=True, related_name="answer")
    kind = models.CharField(max_length=8, choices=AnswerKind)
    is_specific = models.BooleanField(null=True, blank=True)
    needs_condition = models.BooleanField(null=True, blank=True)
    is_complete = models.BooleanField(null=True, blank=True)
    note = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=AnswerKind.values), name="answer_kind_known"),
            models.CheckConstraint(
                condition=Q(kind="segments") | Q(is_specific=None, needs_condition=None, is_complete=None),
                name="answer_judged_with_segments",
            ),
        ]

    def __str__(self) -> str:
        return f"answer of score {self.score_id}"


class MarkedPiece(models.Model):
    """A third annotator's word on one piece; if the word is `edges`, the piece's segments show where the answer is."""

    answer = models.ForeignKey(MarkedAnswer, models.PROTECT, related_name="pieces")
    start_ms = models.PositiveIntegerField()
    end_ms = models.PositiveIntegerField()
    word = models.CharField(max_length=9, choices=PieceWord)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "start_ms"], name="piece_once"),
            models.CheckConstraint(condition=Q(end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS), name="piece_stretch"),
            models.CheckConstraint(condition=Q(word__in=PieceWord.values), name="piece_word_known"),
        ]


class MarkedSegment(models.Model):
    """A segment of a marking, in whole milliseconds; `piece` is the piece that the segment belongs to, if any."""

    answer = models.ForeignKey(MarkedAnswer, models.PROTECT, related_name="segments")
    piece = models.ForeignKey(MarkedPiece, models.PROTECT, null=True, blank=True, related_name="segments")
    start_ms = models.PositiveIntegerField()
    end_ms = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["answer", "start_ms"], condition=Q(piece=None), name="segment_start_once"),
            models.CheckConstraint(
                condition=Q(end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS), name="segment_stretch"
            ),
        ]


class PieceQuestion(models.TextChoices):
    """What a third annotator is asked about a piece."""

    SEGMENT = "segment", "does this answer the question?"
    EDGES = "edges", "where does the answer start and end?"


class AskedPiece(models.Model):
    """A piece on which two people disagree, for a third annotator (M3); it does not say whose marking it is from."""

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="asked_pieces")
    attempt = models.PositiveSmallIntegerField()
    start_ms = models.PositiveIntegerField()
    end_ms = models.PositiveIntegerField()
    asks = models.CharField(max_length=7, choices=PieceQuestion)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "attempt", "start_ms"], name="asked_piece_once"),
            models.CheckConstraint(
                condition=Q(end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS), name="asked_piece_stretch"
            ),
            models.CheckConstraint(condition=Q(asks__in=PieceQuestion.values), name="asked_piece_known"),
        ]


class ReferenceQuestion(models.Model):
    """A question with a known answer, for exams and hidden checks; its pair is in no batch.

    `source` is the pair of the decided question of which it is a copy: nobody meets both. The condition is the instant
    of a video that it shows as its image, if it has one.
    """

    pair = models.OneToOneField(Pair, models.PROTECT, primary_key=True, related_name="reference")
    source = models.OneToOneField(Pair, models.PROTECT, null=True, blank=True, related_name="copy")
    condition_video = models.ForeignKey(Video, models.PROTECT, null=True, blank=True, related_name="+")
    condition_ms = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(condition_video=None, condition_ms=None)
                | Q(condition_video__isnull=False, condition_ms__lte=LATEST_MS),
                name="reference_condition_whole",
            ),
            models.CheckConstraint(condition=Q(source=None) | ~Q(source=F("pair")), name="reference_of_another"),
        ]

    def __str__(self) -> str:
        return f"reference of pair {self.pair_id}"


class ReferenceSegment(models.Model):
    """A segment of the truth of a `ReferenceQuestion`; if its pair has no segments, the truth is "no answer here"."""

    pair = models.ForeignKey(Pair, models.PROTECT, related_name="reference_segments")
    start_ms = models.PositiveIntegerField()
    end_ms = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "start_ms"], name="reference_start_once"),
            models.CheckConstraint(
                condition=Q(end_ms__gt=F("start_ms"), end_ms__lte=LATEST_MS), name="reference_stretch"
            ),
        ]
