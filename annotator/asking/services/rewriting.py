"""Starts a returned question again with its next version."""

from __future__ import annotations

import hashlib
from datetime import datetime

from annotator.asking.ledger_kinds import QUESTION_REWRITTEN
from annotator.models import Ask, Membership
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.hidden_checks import withdraw_checks
from annotator.seats.services.superseding import end_attempt
from moments.corpus.services import replace_query_text
from moments.ledger.services import record_decision
from moments.models import Pair


def restart_question(*, ask: Ask, author: Membership, now: datetime) -> Pair:
    """Give the question's query its text as the next version, and its pair the next attempt, without seats yet.

    The text before stays as a QueryVersion; the seats of earlier attempts are superseded, and their people stay
    barred from the pair (I3). The caller holds the campaign and the author's row, and saves the question.
    """
    pair = Pair.objects.select_related("query", "campaign", "batch__protocol").get(ask=ask)
    before = pair.query
    replace_query_text(before, ask.text, actor=author.pseudonym, reason=ask.reason, now=now)
    close_problems(pairs=[pair], now=now, resolution="the author has written the question again")
    withdraw_checks(query=before, restarts=True)
    done = end_attempt(pair=pair)
    payload = {
        "version": before.version + 1,
        "attempt": pair.attempt,
        "before_sha256": _digest(before.text),
        "after_sha256": _digest(ask.text),
        "reason": ask.reason,
        "scores": done.scores,
    }
    record_decision(
        campaign=pair.campaign, kind=QUESTION_REWRITTEN, actor=author.pseudonym, payload=payload, now=now, pair=pair
    )
    ask.version, ask.reason = ask.version + 1, ""
    return pair


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
