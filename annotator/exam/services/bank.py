"""Saves what a lead wrote about an exam's pairs, unless somebody else has changed them since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.exam.selectors.bank import StoredTruth, mark_of, stored_truths
from annotator.exam.selectors.exams import exam_items
from annotator.exam.services.making import set_truth
from annotator.exam.services.references import set_reference
from annotator.models import Exam, ExamItem
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign


@dataclass(frozen=True, slots=True)
class ItemEdit:
    """What a form says about a pair; `seen` is the mark of what it showed. Truth None leaves the truth as it is.

    Where the campaign marks, the truth is the known answer as pairs of milliseconds; of twins it is a case.
    """

    truth: StoredTruth
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
    truths = stored_truths(exam, items.values())
    changed = {number: edit for number, edit in edits.items() if _is_changed(items[number], truths[number], edit)}
    marks = {number: mark_of(truths[number], item.explanation) for number, item in items.items()}
    crossed = [str(number) for number, edit in changed.items() if marks[number] != edit.seen]
    if crossed:
        raise BadInput(
            f"somebody else has just changed pair {', '.join(crossed)}; the page shows your version, "
            "save again to replace theirs"
        )
    for number, edit in changed.items():
        try:
            _save(items[number], truths[number], edit, actor, now)
        except BadInput as problem:
            raise BadInput(f"pair {number}, {problem}") from problem
    return len(changed)


def _save(item: ExamItem, truth: object, edit: ItemEdit, actor: str, now: datetime) -> None:
    given = edit.truth if edit.truth != truth else None
    if isinstance(given, list):
        set_reference(pair=item.pair, segments=given, actor=actor, now=now)
        given = None
    set_truth(item=item, truth=given, explanation=edit.explanation, actor=actor, now=now)


def _is_changed(item: ExamItem, stored: object, edit: ItemEdit) -> bool:
    """Whether somebody edited the form, and it differs from what is stored."""
    truth = stored if edit.truth is None else edit.truth
    is_edited = mark_of(edit.truth, edit.explanation) != edit.seen
    return is_edited and (truth, edit.explanation) != (stored, item.explanation)
