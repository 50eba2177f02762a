"""Imports questions whose answer is known, for exams and hidden checks: all of a file or nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.files.question_file import GivenQuestion
from annotator.asking.services.places import GivenPlaces
from annotator.exam.services.references import KnownQuestion, add_references, require_marking
from annotator.marking.segments import Segment
from annotator.models import ReferenceQuestion
from moments.campaign.services import hold_campaign
from moments.models import Campaign, Pair


@dataclass(frozen=True, slots=True)
class ImportedKnown:
    """The pairs that were added, and how many questions were there already."""

    added: list[Pair]
    known: int


@transaction.atomic
def import_known_questions(
    *, campaign: Campaign, rows: Sequence[GivenQuestion], now: datetime, actor: str
) -> ImportedKnown:
    """Add the questions with their answers; one with the same text, video and picture as one that is there adds
    nothing, so that a second run adds nothing.

    Raises BadInput if the campaign does not mark, and BadLine, with nothing added, for an unknown video, for windows or
    a picture that cannot be, and for a question without windows; an empty list says "no answer here".
    """
    require_marking(campaign)
    hold_campaign(campaign)
    given = GivenPlaces(campaign)
    stored = ReferenceQuestion.objects.filter(pair__campaign=campaign)
    known = set(stored.values_list("pair__moment", "pair__query__text", "condition_video", "condition_ms"))
    fresh = []
    for row in rows:
        question = _question(given, row)
        told = (question.whole.pk, question.text, *(question.condition or (None, None)))
        if told not in known:
            known.add(told)
            fresh.append(question)
    pairs = add_references(campaign=campaign, questions=fresh, now=now, actor=actor)
    return ImportedKnown(pairs, len(rows) - len(pairs))


def _question(given: GivenPlaces, row: GivenQuestion) -> KnownQuestion:
    video = given.video(row)
    if not row.has_windows:
        raise row.place.error("windows: are missing; an empty list means that the video has no answer")
    segments = given.segments(row, video)
    shown, at_ms = given.condition(row, video, segments)
    if row.task == "ims" and shown is None:
        raise row.place.error("condition_video: a question of task ims has a picture")
    condition = None if shown is None or at_ms is None else (shown.pk, at_ms)
    return KnownQuestion(
        given.whole(row, video), row.text, tuple(Segment(start, end) for start, end in segments), condition
    )
