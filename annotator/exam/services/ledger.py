"""Puts what is decided about an exam into the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from annotator.models import Exam, ExamItem
from moments.ledger.kinds import LedgerKind
from moments.ledger.services import record_decision


def record_exam(
    exam: Exam, kind: LedgerKind, actor: str, payload: Mapping[str, object], now: datetime, item: ExamItem | None = None
) -> None:
    """One entry on the exam, or on the item of it."""
    payload = {"exam": exam.number, **payload}
    pair = item.pair if item else None
    record_decision(campaign=exam.campaign, kind=kind, actor=actor, payload=payload, now=now, pair=pair)
