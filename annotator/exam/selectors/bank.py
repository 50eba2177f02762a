"""Marks of what a form about an exam's pairs showed, so that it overwrites nobody's later changes."""

from __future__ import annotations

import hashlib
import json


def mark_of(truth: int | None, explanation: str) -> str:
    """The mark of a truth with an explanation, 16 hex digits: a form carries that of what it showed."""
    return hashlib.sha256(json.dumps([truth, explanation]).encode()).hexdigest()[:16]
