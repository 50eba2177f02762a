"""Marks of what a form about an exam's pairs had shown, so that nobody's later words are overwritten."""

from __future__ import annotations

import hashlib
import json

from annotator.models import ExamItem


def seen_mark(item: ExamItem) -> str:
    """What a form carries to tell that the pair's truth and explanation are still those that it showed."""
    return mark_of(item.truth, item.explanation)


def mark_of(truth: int | None, explanation: str) -> str:
    """The mark of a truth with an explanation; 16 hex digits."""
    return hashlib.sha256(json.dumps([truth, explanation]).encode()).hexdigest()[:16]
