"""Puts what is decided about an exam into the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from annotator.models import Exam, ExamItem
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions


def record_exam(
    exam: Exam, kind: str, actor: str, payload: Mapping[str, object], now: datetime, item: ExamItem | None = None
) -> None:
    """One entry on the exam, or on the item of it."""
    query, pair = (item.pair.query.query_id, item.pair.number) if item else (None, None)
    record = Record(kind, actor, {"exam": exam.number, **payload}, query, pair)
    record_decisions(campaign=exam.campaign, records=[record], now=now)
