"""Imports ready questions: all of a file or nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.files.question_file import GivenQuestion
from annotator.asking.ledger_kinds import QUESTIONS_IMPORTED
from annotator.asking.selectors.asks import require_writing
from annotator.asking.services.places import GivenPlaces
from annotator.exam.selectors.numbers import next_number
from annotator.models import Ask
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign

CHUNK = 2000
Told = tuple[int, str, str, int | None, int | None]


@dataclass(frozen=True, slots=True)
class ImportedQuestions:
    """How many questions were added, and how many were there already."""

    added: int
    known: int


@transaction.atomic
def import_questions(
    *, campaign: Campaign, rows: Sequence[GivenQuestion], now: datetime, actor: str
) -> ImportedQuestions:
    """Add the questions as drafts that nobody has; the first person who gets their video gets them too.

    A question with the same text, task, video and picture as one that is there adds nothing, so that a second run adds
    nothing. Raises BadLine, with nothing added, for an unknown video, and for windows or a picture that cannot be.
    """
    require_writing(campaign)
    hold_campaign(campaign)
    maker = _Maker(campaign, now)
    number = next_number(campaign)
    fresh: list[Ask] = []
    for row in rows:
        ask = maker.ask(row, number + len(fresh))
        if ask is not None:
            fresh.append(ask)
    Ask.objects.bulk_create(fresh, batch_size=CHUNK)
    if fresh:
        payload = {"added": len(fresh)}
        record_decision(campaign=campaign, kind=QUESTIONS_IMPORTED, actor=actor, payload=payload, now=now)
    return ImportedQuestions(len(fresh), len(rows) - len(fresh))


class _Maker:
    """Makes questions of rows, each once."""

    def __init__(self, campaign: Campaign, now: datetime) -> None:
        self.campaign, self.now = campaign, now
        self.given = GivenPlaces(campaign)
        self.known: set[Told] = set(
            campaign.asks.values_list("video", "task", "text", "condition_video", "condition_ms")
        )

    def ask(self, row: GivenQuestion, number: int) -> Ask | None:
        """The question, None if it is there already; raises BadLine if it cannot be."""
        video = self.given.video(row)
        segments = self.given.segments(row, video)
        shown, at_ms = self.given.condition(row, video, segments)
        told = (video.pk, row.task, row.text, shown.pk if shown else None, at_ms)
        if told in self.known:
            return None
        self.known.add(told)
        return Ask(
            campaign=self.campaign,
            number=number,
            video=video,
            task=row.task,
            text=row.text,
            origin=row.origin,
            segments=segments,
            condition_video=shown,
            condition_ms=at_ms,
            created_at=self.now,
            changed_at=self.now,
        )
