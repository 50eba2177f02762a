"""The shapes of submitting scores and of looking back at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rest_framework import serializers

from annotator.desk.api.mark_shapes import ReplyShape
from annotator.desk.api.shapes import REASONS, LessonShape, SeatShape, WantsShape
from annotator.desk.api.twin_shapes import (
    SAMPLE_HELP,
    TASKS_OF_SEATS,
    AssignmentShape,
    JudgementShape,
    TwoFlags,
    TwoTexts,
)
from annotator.marking.answers import LONGEST_NOTE
from annotator.player.forms.clips import ClipShape, StretchesField, VideoShape
from annotator.scoring.entries import LONGEST_AGO_MS, LONGEST_KEY, LONGEST_SHOWN_MS
from annotator.scoring.submitted import Submitted
from annotator.seats.services.leasing import MOST_CLAIMED
from evaluation.scale import WIDEST
from moments.base.log_context import note_seats

STATUSES = ("saved", "duplicate", "changed", "refused")
CODES = ("reassigned", "withdrawn", "final", "other_value", "bad_entry")
RESULT = [field.name for field in fields(Submitted) if field.name != "answer"]


class EntryShape(serializers.Serializer[Any]):
    """One score; `key` is the client's own, `replaces` the current key where a score is changed.

    Work is counted from the seat's delivery to the request at most, whatever `ago_ms` and `shown_ms` say. In a marking
    campaign, there are segments instead of a relevance, or a third annotator's answers to pieces. In a twins
    campaign, there is a judgement, captions or an assignment, as the seat's task wants it.
    """

    seat = serializers.UUIDField()
    relevance = serializers.IntegerField(
        required=False, min_value=WIDEST.lowest, max_value=WIDEST.highest, help_text="a level of the campaign's scale"
    )
    segments = StretchesField(required=False, help_text="where the answer lies; an empty list: no answer here")
    specific = serializers.BooleanField(required=False, help_text="does the question mean one kind of thing?")
    condition_needed = serializers.BooleanField(required=False, help_text="does the question need its image?")
    complete = serializers.BooleanField(required=False, help_text="does the question say all that is needed?")
    note = serializers.CharField(required=False, max_length=LONGEST_NOTE, help_text="for the question's author")
    pieces = ReplyShape(many=True, required=False)
    judgement = JudgementShape(required=False)
    captions = TwoTexts(required=False, help_text="in the order shown, null where none is wanted")
    assignment = AssignmentShape(required=False)
    key = serializers.CharField(max_length=LONGEST_KEY)
    shown_ms = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LONGEST_SHOWN_MS,
        help_text="how long the clip was in view",
    )
    ago_ms = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LONGEST_AGO_MS,
        help_text="how long ago, by the program's own clock, the level was pressed; 0 if left out",
    )
    plays = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, help_text="how often the clip played in full; stored up to 32767"
    )
    replaces = serializers.CharField(required=False, allow_null=True, max_length=LONGEST_KEY)


class ScoresRequest(WantsShape):
    """Scores to store, and how many seats to hold afterwards."""

    scores = EntryShape(many=True)
    claim = serializers.IntegerField(required=False, min_value=0, max_value=MOST_CLAIMED)


class ResultShape(serializers.Serializer[Any]):
    """What became of one score; `relevance` is what is stored for the seat.

    The code says why it was refused: `reassigned` (the seat is no longer mine, mostly because its lease was over) and
    `withdrawn` (it is no longer wanted), both of which are paid; `final`, `other_value` (another value is stored,
    and nothing or a wrong key replaces it), `bad_entry` (the detail names the field).
    """

    seat = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    detail = serializers.CharField(allow_blank=True)
    relevance = serializers.IntegerField(allow_null=True)
    changeable_until = serializers.DateTimeField(allow_null=True)
    code = serializers.ChoiceField(choices=CODES, allow_null=True)
    answer = serializers.DictField(required=False, help_text="what is stored, where relevance is not graded")


class ScoresAnswer(serializers.Serializer[Any]):
    """One result a score, in order; seats, left, reason and news where `claim` was given."""

    results = ResultShape(many=True)
    seats = SeatShape(many=True, required=False)
    left = serializers.IntegerField(required=False)
    reason = serializers.ChoiceField(choices=REASONS, allow_null=True, required=False)
    news = serializers.IntegerField(required=False)
    videos = serializers.DictField(child=VideoShape(), required=False)


class PastScoreShape(serializers.Serializer[Any]):
    """One of my last scores, and whether I may still change it by the server's clock; a `lesson` as in seats."""

    seat = serializers.UUIDField()
    query = serializers.CharField()
    clip = ClipShape(allow_null=True, required=False)
    relevance = serializers.IntegerField(required=False)
    segments = StretchesField(required=False)
    pieces = ReplyShape(many=True, required=False)
    task = serializers.ChoiceField(choices=TASKS_OF_SEATS, required=False)
    clips = ClipShape(many=True, required=False)
    caption = serializers.CharField(required=False)
    wanted = TwoFlags(required=False)
    judgement = JudgementShape(required=False)
    captions = TwoTexts(required=False)
    assignment = AssignmentShape(required=False)
    key = serializers.CharField()
    saved_at = serializers.DateTimeField()
    changeable_until = serializers.DateTimeField()
    changeable = serializers.BooleanField()
    lesson = LessonShape(required=False)
    sample = serializers.BooleanField(required=False, help_text=SAMPLE_HELP)


class HistoryAnswer(serializers.Serializer[Any]):
    """My last scores, newest first."""

    scores = PastScoreShape(many=True)


def results_body(results: Sequence[Submitted]) -> dict[str, Any]:
    """What became of the scores, as the program gets it."""
    note_seats(result.seat[:36] for result in results if result.seat)  # for the log; whose they are is not in it
    return {"results": [_result_body(result) for result in results]}


def _result_body(result: Submitted) -> dict[str, Any]:
    body = {name: getattr(result, name) for name in RESULT}
    return body if result.answer is None else {**body, "answer": result.answer}
