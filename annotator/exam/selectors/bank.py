"""Marks of what a form about an exam's pairs showed, so that it overwrites nobody's later changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from annotator.exam.selectors.references import known_answers
from annotator.models import Exam, ExamItem

StoredTruth = int | str | list[list[int]] | None


def mark_of(truth: object, explanation: str) -> str:
    """The mark of a truth (a level, or pairs of milliseconds) with an explanation, 16 hex digits.

    A form carries that of what it showed.
    """
    return hashlib.sha256(json.dumps([truth, explanation]).encode()).hexdigest()[:16]


def stored_truths(exam: Exam, items: Iterable[ExamItem]) -> dict[int, StoredTruth]:
    """The truth of each item of the exam by its pair's number: a level or None, pairs of milliseconds, or a case."""
    items = list(items)
    if exam.campaign.is_twin:
        return {item.pair.number: item.known_case or None for item in items}
    known = {} if exam.protocol_id is None else known_answers(item.pair_id for item in items)
    return {
        item.pair.number: [[one.start_ms, one.end_ms] for one in known[item.pair_id].segments]
        if item.pair_id in known
        else item.truth
        for item in items
    }
