"""Closes what annotators reported, once a lead has looked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from annotator.models import Problem, ProblemKind
from moments.models import Pair

LONGEST = 1000
MOOT = "The pair was withdrawn or started again, so the question was closed."


@transaction.atomic
def return_pair(*, pair: Pair, now: datetime, resolution: str) -> bool:
    """Put a parked pair back into its queues and close its reports; False if it neither was parked nor had any.

    Questions stay open: they wait for an answer.
    """
    returned = Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False)
    reports = Problem.objects.filter(pair=pair, resolved_at=None).exclude(kind=ProblemKind.QUESTION)
    closed = reports.update(resolved_at=now, resolution=resolution[:LONGEST])
    return bool(returned or closed)


def close_problems(*, pairs: Iterable[Pair], now: datetime, resolution: str) -> int:
    """Close every report and question on the pairs, because they will not be scored; how many there were.

    The resolution says why, to leads. Whoever asked a question sees what became of it, hence nothing of that (R9).
    """
    still_open = Problem.objects.filter(pair__in=[pair.pk for pair in pairs], resolved_at=None)
    questions = still_open.filter(kind=ProblemKind.QUESTION).update(resolved_at=now, resolution=MOOT)
    return questions + still_open.update(resolved_at=now, resolution=resolution[:LONGEST])


def answer_question(*, problem: Problem, answer: str, now: datetime) -> bool:
    """Answer an open question, which its annotator then sees; False if it is resolved already."""
    still_open = Problem.objects.filter(pk=problem.pk, kind=ProblemKind.QUESTION, resolved_at=None)
    return bool(still_open.update(resolved_at=now, resolution=answer))
