"""Answers annotators' questions, and ends or returns the pairs of queries that they reported."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.models import Problem, ProblemKind
from annotator.problems.services.resolving import LONGEST, answer_question
from consensus.decisions.ledger_kinds import PAIR_PUT_BACK, QUESTION_ANSWERED
from consensus.pairs.selectors.by_leads import pair_exits
from consensus.pairs.services.holding import hold_pair_again
from consensus.pairs.services.withdrawing import put_back_pair, put_back_parked, withdraw_parked
from consensus.queries.services.editing import retire_query
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Query


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


@transaction.atomic
def return_query(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Put all pairs of a reported query back, and close the reports of the query; how many pairs that changed.

    Raises BadInput if the query is no longer reported.
    """
    _require_reported(query)
    count = put_back_parked(query=query, actor=actor, reason=reason, now=now)
    return count + _close_rest(query, actor, reason, now)


@transaction.atomic
def withdraw_query_pairs(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """End the pairs of a reported query that are on hold, and close its other reports; how many pairs that changed.

    Raises BadInput without a reason, and if the query is no longer reported.
    """
    if not reason:
        raise BadInput("give a reason")
    _require_reported(query)
    count = withdraw_parked(query=query, actor=actor, reason=reason, now=now)
    return count + _close_rest(query, actor, reason, now)


@transaction.atomic
def retire_reported_query(*, query: Query, actor: str, reason: str, now: datetime) -> int:
    """Retire a query that is reported; raises BadInput if it is no longer, and what `retire_query` raises."""
    _require_reported(query)
    return retire_query(query=query, actor=actor, reason=reason, now=now)


@transaction.atomic
def hold_query_again(*, query: Query, put_back_at: datetime, actor: str, now: datetime) -> int:
    """Undo that the query's pairs were put back at that time; how many are on hold again.

    Raises BadInput if there are none, or if one of them was decided since.
    """
    hold_campaign(query.campaign)
    entries = pair_exits(query.campaign).filter(kind=PAIR_PUT_BACK.name, query_id=query.query_id, at=put_back_at)
    seen = {entry.pair_number: entry.number for entry in entries}
    pairs = list(query.pairs.select_related("campaign", "query").filter(number__in=list(seen)))
    if not pairs:
        raise BadInput(f"no pairs of query {query.query_id} were put back at that time")
    for pair in pairs:
        hold_pair_again(pair=pair, actor=actor, now=now, seen=seen[pair.number])
    return len(pairs)


def _require_reported(query: Query) -> None:
    """Raise BadInput unless the query waits for a lead, now that nobody else decides."""
    hold_campaign(query.campaign)
    if not _reported(query).exists():
        last = Problem.objects.filter(pair__query=query, kind=ProblemKind.QUERY).order_by("-resolved_at").first()
        raise BadInput(f"query {query.query_id} is no longer reported{f': {last.resolution}' if last else ''}")


def _reported(query: Query) -> QuerySet[Problem]:
    return Problem.objects.filter(pair__query=query, kind=ProblemKind.QUERY, resolved_at=None)


def _close_rest(query: Query, actor: str, reason: str, now: datetime) -> int:
    """Close the reports of the query that were made on pairs that are not on hold, since they are scored."""
    left = _reported(query).values("pair")
    pairs = list(query.pairs.select_related("campaign", "query", "batch__protocol").filter(pk__in=left))
    for pair in pairs:
        put_back_pair(pair=pair, actor=actor, reason=reason, now=now)
    return len(pairs)
