"""Keeps one answer for one description: the attempt, the state that follows, and the caption once it is accepted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from moments.models import Moment, RewriteAttempt, RewriteSource, RewriteState, Rewriting
from moments.rewriting.checks import Checked
from moments.rewriting.faults import PASSED, UNANSWERED, Fault, one_line
from moments.rewriting.selectors.progress import Task

MOST_TRIES = 2
LONGEST_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer with its values, and by what it was made."""

    text: str
    fault: Fault | None
    model: str
    prompt: str
    temperature: float | None = None
    checked: Checked | None = None
    tokens_in: int = 0
    tokens_out: int = 0


@transaction.atomic
def keep_try(*, task: Task, tried: Tried, source: str, most_tries: int, now: datetime) -> str | None:
    """Store the attempt and the state that follows; that state, or None if somebody decided in the meantime.

    The conditional UPDATE tells whether the description still waits for this answer, so that an answer that comes
    twice, or after a person's decision, changes nothing.
    """
    state = _state(task, tried, most_tries)
    open_still = Rewriting.objects.filter(pk=task.rewriting, tries=task.tries).exclude(state=RewriteState.ACCEPTED)
    if not open_still.update(**_fields(task, tried, state, source, now)):
        return None
    RewriteAttempt.objects.create(**attempt_fields(task.rewriting, task.attempts + 1, tried, now))
    if state == RewriteState.ACCEPTED:
        Moment.objects.filter(pk=task.moment).update(caption=tried.text)
    return state


def attempt_fields(rewriting: int, number: int, tried: Tried, now: datetime) -> dict[str, object]:
    """The row of an attempt; its text without what a database refuses, and bounded."""
    checked = tried.checked
    return {
        "rewriting_id": rewriting,
        "number": number,
        "text": tried.text.replace("\0", "�")[:LONGEST_KEPT].encode("utf-8", "replace").decode(),
        "model": tried.model,
        "prompt": tried.prompt,
        "temperature": tried.temperature,
        "similarity": checked.similarity if checked else None,
        "names": [[found.text, found.score] for found in checked.names] if checked else [],
        "outcome": tried.fault.kind if tried.fault else PASSED,
        "detail": one_line(tried.fault.detail, 300) if tried.fault else "",
        "tokens_in": tried.tokens_in,
        "tokens_out": tried.tokens_out,
        "at": now,
    }


def _state(task: Task, tried: Tried, most_tries: int) -> str:
    if tried.fault is None:
        return RewriteState.ACCEPTED
    if tried.fault.kind in UNANSWERED:
        return RewriteState.FAILED
    last = task.tries + 1 >= most_tries or tried.fault.kind == "unsendable"
    return RewriteState.REVIEW if last else RewriteState.WAITING


def _fields(task: Task, tried: Tried, state: str, source: str, now: datetime) -> dict[str, object]:
    reason = one_line(tried.fault.sentence, 300) if tried.fault else ""
    if state == RewriteState.ACCEPTED:
        return {"state": state, "source": source, "text": tried.text, "tries": task.tries + 1, "reason": "",
                "decided_at": now}  # fmt: skip
    counts = 0 if state == RewriteState.FAILED else 1
    return {"state": state, "source": RewriteSource.UNDECIDED, "tries": task.tries + counts, "reason": reason}
