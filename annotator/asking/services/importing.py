"""Imports ready questions: all of a file or nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.asking.files.question_file import GivenQuestion, read_questions
from annotator.asking.ledger_kinds import QUESTIONS_IMPORTED
from annotator.asking.selectors.asks import require_writing
from annotator.asking.services.places import GivenPlaces
from annotator.exam.selectors.numbers import next_number
from annotator.models import Ask
from moments.base.errors import BadLine
from moments.campaign.services import hold_campaign
from moments.corpus.files.faults import Faults
from moments.ledger.services import record_decision
from moments.models import Campaign
from moments.models.staging import StagedFile
from moments.staging.ledger_kinds import CORPUS_IMPORTED
from moments.staging.selectors import staged_path, staged_rows_are_csv
from moments.staging.services import ImportedAlready, take_staged

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


def look_at_questions(campaign: Campaign, rows: Sequence[GivenQuestion], *, faults: Faults) -> ImportedQuestions:
    """What importing the rows would add; writes nothing, and `faults` hears of every line that cannot be imported."""
    require_writing(campaign)
    maker, added, known = _Maker(campaign, campaign.created_at), 0, 0
    for row in rows:
        try:
            is_new = maker.ask(row, 1) is not None
        except BadLine as fault:
            faults.take(fault)
            continue
        added, known = added + is_new, known + (not is_new)
    return ImportedQuestions(added, known)


def import_staged_questions(*, staged: StagedFile, actor: str, now: datetime) -> ImportedQuestions:
    """Import all of an uploaded file of questions, or nothing of it.

    Raises ImportedAlready for a file that was imported meanwhile, BadInput or BadLine for one that cannot be.
    """
    path = staged_path(staged)
    if not path.is_file():
        raise ImportedAlready("the file was already imported or discarded")
    rows = read_questions(path, as_csv=staged_rows_are_csv(staged))
    with transaction.atomic():
        hold_campaign(staged.campaign)
        take_staged(staged=staged, now=now)
        done = import_questions(campaign=staged.campaign, rows=rows, now=now, actor=actor)
        payload = {"kind": staged.kind, "sha256": staged.sha256, "added": done.added, "already_there": done.known}
        record_decision(campaign=staged.campaign, kind=CORPUS_IMPORTED, actor=actor, payload=payload, now=now)
    return done


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
