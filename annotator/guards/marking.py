"""Markings and the questions that they answer: what belongs to which kind of campaign, and what never changes."""

from __future__ import annotations

from moments.database.guards import Guard

MARKS = "c.kind = 'mark'"


def _unchanging(table: str, score: str) -> tuple[str, tuple[str, ...], str, str]:
    """What holds of answers and their parts, whose column `score` leads to their score, except in trials."""
    kept = (
        "EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
        f"JOIN moments_campaign c ON c.id = t.campaign_id WHERE s.id = OLD.{score} AND NOT c.is_trial)"
    )
    return table, ("UPDATE", "DELETE"), "a marked answer never changes", kept


MARKING_GUARDS = (
    Guard(
        "score_relevance_by_kind",
        "annotator_score",
        ("INSERT", "UPDATE OF relevance"),
        "a score has a relevance, except in marking and twins campaigns",
        "NOT EXISTS (SELECT 1 FROM annotator_seat s JOIN moments_campaign c ON c.id = s.campaign_id "
        "WHERE s.id = NEW.seat_id AND c.kind IN ('mark', 'twin'))",
        only="NEW.relevance IS NULL",
    ),
    Guard(
        "gold_relevance_by_kind",
        "annotator_gold",
        ("INSERT", "UPDATE OF relevance"),
        "gold has a relevance, except in a marking campaign",
        f"NOT EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND {MARKS})",
        only="NEW.relevance IS NULL",
    ),
    Guard(
        "answer_of_marking_score",
        "annotator_markedanswer",
        ("INSERT",),
        "only a score without a relevance has a marked answer",
        "EXISTS (SELECT 1 FROM annotator_score s WHERE s.id = NEW.score_id AND s.relevance IS NOT NULL)",
    ),
    Guard("answer_unchanging", *_unchanging("annotator_markedanswer", "score_id")),
    Guard("piece_unchanging", *_unchanging("annotator_markedpiece", "answer_id")),
    Guard("segment_unchanging", *_unchanging("annotator_markedsegment", "answer_id")),
    Guard(
        "segment_disjoint",
        "annotator_markedsegment",
        ("INSERT",),
        "the segments of an answer do not overlap",
        "EXISTS (SELECT 1 FROM annotator_markedsegment s WHERE s.answer_id = NEW.answer_id "
        "AND COALESCE(s.piece_id, 0) = COALESCE(NEW.piece_id, 0) "
        "AND s.start_ms < NEW.end_ms AND NEW.start_ms < s.end_ms)",
    ),
    Guard(
        "segment_by_answer",
        "annotator_markedsegment",
        ("INSERT",),
        "segments belong to an answer with segments, or to a piece with new edges",
        "NOT EXISTS (SELECT 1 FROM annotator_markedanswer a WHERE a.score_id = NEW.answer_id AND a.kind = 'segments')",
        only="NEW.piece_id IS NULL",
    ),
    Guard(
        "segment_by_piece",
        "annotator_markedsegment",
        ("INSERT",),
        "segments belong to an answer with segments, or to a piece with new edges",
        "NOT EXISTS (SELECT 1 FROM annotator_markedanswer a JOIN annotator_markedpiece p ON p.answer_id = a.score_id "
        "WHERE a.score_id = NEW.answer_id AND a.kind = 'pieces' AND p.id = NEW.piece_id AND p.word = 'edges')",
        only="NEW.piece_id IS NOT NULL",
    ),
    Guard(
        "piece_by_answer",
        "annotator_markedpiece",
        ("INSERT",),
        "pieces belong to an answer to pieces",
        "NOT EXISTS (SELECT 1 FROM annotator_markedanswer a WHERE a.score_id = NEW.answer_id AND a.kind = 'pieces')",
    ),
)


QUESTION_GUARDS = (
    Guard(
        "seat_follows_attempt",
        "annotator_seat",
        ("UPDATE OF attempt",),
        "a seat moves only to the next attempt, the one that its question has reached",
        "NOT EXISTS (SELECT 1 FROM moments_pair p WHERE p.id = NEW.pair_id AND p.attempt = NEW.attempt)",
        only="NEW.attempt <> OLD.attempt",
    ),
    Guard(
        "seat_voided_for_good",
        "annotator_seat",
        ("UPDATE OF superseded",),
        "where segments are marked, an answer that no longer counts never counts again",
        f"EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND {MARKS})",
        only="OLD.superseded AND NOT NEW.superseded",
    ),
    Guard(
        "ask_number_everywhere",
        "annotator_ask",
        ("INSERT", "UPDATE OF pair_id, number"),
        "a question has the same number as its pair and its query",
        "NOT EXISTS (SELECT 1 FROM moments_pair p JOIN moments_query q ON q.id = p.query_id "
        "WHERE p.id = NEW.pair_id AND p.number = NEW.number AND q.query_id = NEW.number)",
        only="NEW.pair_id IS NOT NULL",
    ),
)
