"""Answers annotators' questions."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.models import Problem
from annotator.problems.services.resolving import LONGEST, answer_question
from consensus.decisions.ledger_kinds import QUESTION_ANSWERED
from moments.base.errors import BadInput
from moments.ledger.services import record_decision


@transaction.atomic
def answer_problem(*, problem: Problem, answer: str, actor: str, now: datetime) -> None:
    """Answer a question, which its annotator sees at the desk; the pair stays where it is.

    Raises BadInput for an empty or overlong answer, and if the question is answered or closed already.
    """
    if not answer:
        raise BadInput("answer: is empty")
    if len(answer) > LONGEST or "\0" in answer:
        raise BadInput(f"answer: expected at most {LONGEST:,} characters")
    if not answer_question(problem=problem, answer=answer, now=now):
        problem.refresh_from_db()
        raise BadInput(f"it is already resolved: {problem.resolution or 'without a word'}")
    pair = problem.pair
    payload = {"person": problem.annotator.pseudonym, "question": problem.note, "answer": answer}
    record_decision(campaign=pair.campaign, kind=QUESTION_ANSWERED, actor=actor, payload=payload, now=now, pair=pair)
