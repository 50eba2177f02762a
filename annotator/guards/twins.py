"""Answers of twins campaigns: to which seat they belong, who never assigns, and what never changes."""

from __future__ import annotations

from annotator.twins.tasks import TwinTask
from moments.database.guards import Guard


def _of_task(task: TwinTask, score: str = "NEW.score_id") -> str:
    """Whether a score without a relevance is of a seat of that task, of the campaign or of an exam."""
    queries = ", ".join(map(str, task.query_ids))
    return (
        "EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
        "JOIN moments_pair p ON p.id = t.pair_id JOIN moments_query q ON q.id = p.query_id "
        "JOIN moments_campaign c ON c.id = p.campaign_id "
        f"WHERE s.id = {score} AND s.relevance IS NULL AND c.kind = 'twin' AND q.query_id IN ({queries}))"
    )


def _unchanging(name: str, table: str) -> Guard:
    kept = (
        "EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
        "JOIN moments_campaign c ON c.id = t.campaign_id WHERE s.id = OLD.score_id AND NOT c.is_trial)"
    )
    return Guard(name, table, ("UPDATE", "DELETE"), "an answer about twins never changes", kept)


# The pair of writing whose captions the pair of the seat is about.
_WRITING = (
    "w.campaign_id = p.campaign_id AND w.moment_id IN (p.moment_id, "
    "(SELECT t.forward_id FROM moments_twin t WHERE t.backward_id = p.moment_id))"
)

TWIN_ANSWER_GUARDS = (
    Guard(
        "judgement_of_judge",
        "annotator_judgement",
        ("INSERT",),
        "only a score of a seat of judging has a judgement",
        f"NOT {_of_task(TwinTask.JUDGE)}",
    ),
    Guard(
        "twin_caption_of_writer",
        "annotator_twincaption",
        ("INSERT",),
        "only a score of a seat of writing has captions",
        f"NOT {_of_task(TwinTask.CAPTION)}",
    ),
    Guard(
        "assignment_of_checker",
        "annotator_assignment",
        ("INSERT",),
        "only a score of a seat of assigning has an assignment",
        f"NOT {_of_task(TwinTask.ASSIGN)}",
    ),
    Guard(
        "assignment_of_own_caption",
        "annotator_assignment",
        ("INSERT",),
        "an assignment is of a caption of the clip of its seat",
        "NOT EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
        "JOIN moments_pair p ON p.id = t.pair_id, annotator_score cs JOIN annotator_seat ct ON ct.id = cs.seat_id "
        "JOIN moments_pair w ON w.id = ct.pair_id "
        f"WHERE s.id = NEW.score_id AND cs.id = NEW.caption_id AND {_WRITING})",
    ),
    Guard(
        "lookalike_of_twins",
        "annotator_lookalike",
        ("INSERT",),
        "only a caption of twins has look-alikes, which are other clips of its campaign",
        "NOT EXISTS (SELECT 1 FROM moments_pair p JOIN moments_query q ON q.id = p.query_id "
        "JOIN moments_campaign c ON c.id = p.campaign_id JOIN moments_moment m ON m.campaign_id = c.id "
        "WHERE p.id = NEW.pair_id AND m.id = NEW.moment_id AND m.id <> p.moment_id AND c.kind = 'twin' "
        f"AND q.query_id = {TwinTask.ASSIGN.query_id})",
    ),
    _unchanging("judgement_unchanging", "annotator_judgement"),
    _unchanging("twin_caption_unchanging", "annotator_twincaption"),
    _unchanging("assignment_unchanging", "annotator_assignment"),
)

WRITER_GUARDS = (
    Guard(
        "seat_not_of_writer",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "whoever wrote a caption never assigns it",
        "EXISTS (SELECT 1 FROM moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id AND c.kind = 'twin' "
        f"JOIN moments_query q ON q.id = p.query_id AND q.query_id = {TwinTask.ASSIGN.query_id} "
        f"JOIN moments_pair w ON {_WRITING} JOIN moments_query v ON v.id = w.query_id "
        f"AND v.query_id = {TwinTask.CAPTION.query_id} JOIN annotator_seat t ON t.pair_id = w.id "
        "JOIN annotator_score s ON s.seat_id = t.id AND s.annotator_id = NEW.annotator_id WHERE p.id = NEW.pair_id)",
        only="NEW.annotator_id IS NOT NULL AND NEW.state <> 'released'",
        among="EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND c.kind = 'twin')",
    ),
)
