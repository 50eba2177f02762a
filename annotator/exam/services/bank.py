"""Saves what a lead wrote about an exam's pairs, unless somebody else has changed them since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.exam.selectors.bank import mark_of
from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.making import set_truth
from annotator.models import Exam, ExamItem
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign


@dataclass(frozen=True, slots=True)
class ItemEdit:
    """What a form says about a pair; `seen` is the mark of what it showed. Truth None leaves the truth as it is."""

    truth: int | None
    explanation: str
    seen: str


@transaction.atomic
def save_items(*, exam: Exam, edits: Mapping[int, ItemEdit], actor: str, now: datetime) -> int:
    """Save the edits, by pair number; how many pairs changed. Unedited pairs stay as they are.

    Raises BadInput, with nothing saved, for a pair that is not in the exam, for what `set_truth` refuses, and for
    pairs that somebody else changed since the form was made.
    """
    hold_campaign(exam.campaign)
    exam.refresh_from_db()
    items = {item.pair.number: item for item in exam_items(exam).filter(pair__number__in=list(edits))}
    for number in edits:
        if number not in items:
            raise BadInput(f"pair {number} is not in the exam or has been dropped from it")
    changed = {number: edit for number, edit in edits.items() if _is_changed(items[number], edit)}
    marks = {number: mark_of(item.truth, item.explanation) for number, item in items.items()}
    crossed = [str(number) for number, edit in changed.items() if marks[number] != edit.seen]
    if crossed:
        raise BadInput(
            f"somebody else has just changed pair {', '.join(crossed)}; the page shows your version, "
            "save again to replace theirs"
        )
    for number, edit in changed.items():
        item = items[number]
        truth = edit.truth if edit.truth != item.truth else None
        try:
            set_truth(item=item, truth=truth, explanation=edit.explanation, actor=actor, now=now)
        except BadInput as problem:
            raise BadInput(f"pair {number}, {problem}") from problem
    return len(changed)


def _is_changed(item: ExamItem, edit: ItemEdit) -> bool:
    """Whether somebody edited the form, and it differs from what is stored."""
    truth = item.truth if edit.truth is None else edit.truth
    written = mark_of(edit.truth, edit.explanation) != edit.seen
    return written and (truth, edit.explanation) != (item.truth, item.explanation)
