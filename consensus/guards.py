"""What only a trigger can hold of verdicts, by kind of campaign, and of the splits and rewrites of twins."""

from __future__ import annotations

from annotator.twins.tasks import TwinTask
from moments.database.guards import Guard, Upkeep, guard_on_scale

_UNGRADED = (
    "EXISTS (SELECT 1 FROM moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id "
    "WHERE p.id = NEW.pair_id AND c.kind IN ('mark', 'twin'))"
)

VERDICT_GUARDS = (
    Guard(
        "verdict_by_kind",
        "consensus_verdict",
        ("INSERT", "UPDATE OF kind, relevance"),
        "a verdict has a relevance where relevance is graded; only elsewhere is anything returned",
        f"NOT {_UNGRADED}",
        only="(NEW.relevance IS NULL AND NEW.kind IN ('agreed', 'adjudicated')) OR NEW.kind = 'returned'",
    ),
    Guard(
        "truth_by_verdict",
        "consensus_truthsegment",
        ("INSERT",),
        "only an agreed or adjudicated verdict without a relevance has segments",
        "NOT EXISTS (SELECT 1 FROM consensus_verdict v WHERE v.id = NEW.verdict_id AND v.relevance IS NULL "
        "AND v.kind IN ('agreed', 'adjudicated'))",
    ),
    Guard(
        "truth_disjoint",
        "consensus_truthsegment",
        ("INSERT",),
        "the segments of a truth do not overlap",
        "EXISTS (SELECT 1 FROM consensus_truthsegment t WHERE t.verdict_id = NEW.verdict_id "
        "AND t.start_ms < NEW.end_ms AND NEW.start_ms < t.end_ms)",
    ),
    Guard(
        "derived_of_standing_truth",
        "annotator_derivedask",
        ("UPDATE OF state",),
        "only what shows the truth that its question has now is accepted",
        "NOT EXISTS (SELECT 1 FROM annotator_ask a JOIN moments_pair p ON p.id = a.pair_id "
        "JOIN consensus_verdict v ON v.pair_id = p.id AND v.attempt = p.attempt AND NOT v.superseded "
        "WHERE a.id = NEW.ask_id AND v.kind IN ('agreed', 'adjudicated') AND v.decided_at <= NEW.made_at)",
        only="NEW.state = 'accepted' AND OLD.state <> 'accepted'",
    ),
    Guard(
        "truth_unchanging",
        "consensus_truthsegment",
        ("UPDATE", "DELETE"),
        "a truth never changes",
        "EXISTS (SELECT 1 FROM consensus_verdict v JOIN moments_pair p ON p.id = v.pair_id "
        "JOIN moments_campaign c ON c.id = p.campaign_id WHERE v.id = OLD.verdict_id AND NOT c.is_trial)",
    ),
)

TRUTH_GUARDS = (
    Guard(
        "twin_truth_of_judges",
        "consensus_twintruth",
        ("INSERT",),
        "only an agreed or adjudicated verdict on judgements says what holds of twins",
        "NOT EXISTS (SELECT 1 FROM consensus_verdict v JOIN moments_pair p ON p.id = v.pair_id "
        "JOIN moments_query q ON q.id = p.query_id JOIN moments_campaign c ON c.id = p.campaign_id "
        "WHERE v.id = NEW.verdict_id AND v.kind IN ('agreed', 'adjudicated') AND c.kind = 'twin' "
        f"AND q.query_id = {TwinTask.JUDGE.query_id})",
    ),
    Guard(
        "twin_truth_unchanging",
        "consensus_twintruth",
        ("UPDATE", "DELETE"),
        "a truth never changes",
        "EXISTS (SELECT 1 FROM consensus_verdict v JOIN moments_pair p ON p.id = v.pair_id "
        "JOIN moments_campaign c ON c.id = p.campaign_id WHERE v.id = OLD.verdict_id AND NOT c.is_trial)",
    ),
)

_SINGLE = (
    "moments_pair p JOIN consensus_verdict v ON v.pair_id = p.id AND v.attempt = p.attempt AND NOT v.superseded "
    "JOIN consensus_twintruth t ON t.verdict_id = v.id AND t.outcome = 'single' "
    "JOIN moments_moment m ON m.id = p.moment_id"
)

SPLIT_GUARDS = (
    Guard(
        "video_split_of_twins",
        "consensus_videosplit",
        ("INSERT",),
        "only videos of a twins campaign are in a split",
        "NOT EXISTS (SELECT 1 FROM moments_video v JOIN moments_campaign c ON c.id = v.campaign_id "
        "WHERE v.id = NEW.video_id AND c.kind = 'twin')",
    ),
    Guard(
        "single_in_training",
        "consensus_videosplit",
        ("INSERT", "UPDATE OF split"),
        "a single clip is used in training only",
        f"EXISTS (SELECT 1 FROM {_SINGLE} WHERE m.video_id = NEW.video_id)",
        only="NEW.split <> 'train'",
    ),
)
SPLIT_UPKEEP = (
    Upkeep(
        "single_to_training",
        "consensus_twintruth",
        ("INSERT",),
        "UPDATE consensus_videosplit SET split = 'train' WHERE video_id = (SELECT m.video_id FROM consensus_verdict v "
        "JOIN moments_pair p ON p.id = v.pair_id JOIN moments_moment m ON m.id = p.moment_id "
        "WHERE v.id = NEW.verdict_id)",
        "NEW.outcome = 'single'",
    ),
)


def _in_training(rewrite: str) -> str:
    """Whether the rewrite is of a caption that is accepted now, on a video in training (SQL; NEW, or the table)."""
    return (
        "EXISTS (SELECT 1 FROM moments_pair p JOIN moments_moment m ON m.id = p.moment_id "
        "JOIN consensus_videosplit x ON x.video_id = m.video_id AND x.split = 'train' "
        "JOIN consensus_verdict v ON v.pair_id = p.id AND v.attempt = p.attempt AND NOT v.superseded "
        "AND v.kind IN ('agreed', 'adjudicated') "
        f"JOIN annotator_score s ON s.id = {rewrite}.caption_id AND s.current "
        "JOIN annotator_seat t ON t.id = s.seat_id AND t.pair_id = p.id AND t.attempt = p.attempt "
        "AND NOT t.superseded "
        "JOIN moments_pair j ON j.moment_id = p.moment_id "
        f"JOIN moments_query q ON q.id = j.query_id AND q.query_id = {TwinTask.JUDGE.query_id} "
        "JOIN consensus_verdict w ON w.pair_id = j.id AND w.attempt = j.attempt AND NOT w.superseded "
        "JOIN consensus_twintruth h ON h.verdict_id = w.id AND h.outcome <> 'dropped' "
        f"WHERE p.id = {rewrite}.pair_id)"
    )


_REWRITES = "consensus_captionrewrite"
_OF_VIDEO = (
    "pair_id IN (SELECT p.id FROM moments_pair p JOIN moments_moment m ON m.id = p.moment_id WHERE m.video_id = "
)
_OF_MOMENT = (
    "pair_id IN (SELECT o.id FROM moments_pair o JOIN moments_pair p ON p.moment_id = o.moment_id WHERE p.id = "
)
_STANDS = f"UPDATE {_REWRITES} SET stands = (verdict <> 'wrong' AND {_in_training(_REWRITES)}) WHERE fault = '' AND "
_FALLS = f"UPDATE {_REWRITES} SET stands = FALSE WHERE stands AND "

REWRITE_GUARDS = (
    Guard(
        "rewrite_of_caption",
        _REWRITES,
        ("INSERT",),
        "a rewrite is of a caption of its pair, and answers what was asked about that caption",
        "NOT EXISTS (SELECT 1 FROM annotator_twincaption c JOIN annotator_score s ON s.id = c.score_id "
        "JOIN annotator_seat t ON t.id = s.seat_id JOIN consensus_twinrewriteanswer a ON a.caption_id = c.score_id "
        "JOIN consensus_twinrewriterun r ON r.id = a.run_id AND r.campaign_id = t.campaign_id "
        "WHERE c.score_id = NEW.caption_id AND t.pair_id = NEW.pair_id AND a.id = NEW.answer_id "
        "AND a.direction = NEW.direction AND (NEW.direction = 'forward' OR c.backward_text <> ''))",
    ),
    Guard(
        "rewrite_in_training",
        _REWRITES,
        ("INSERT", "UPDATE OF stands"),
        "only a rewrite of an accepted caption in training stands",
        f"NOT {_in_training('NEW')}",
        only="NEW.stands",
    ),
    Guard(
        "rewrite_unchanging",
        _REWRITES,
        ("UPDATE OF answer_id, caption_id, pair_id, direction, text",),
        "the text of a rewrite and its caption never change",
        only=" OR ".join(
            f"NEW.{column} <> OLD.{column}" for column in ("answer_id", "caption_id", "pair_id", "direction", "text")
        ),
    ),
    Guard(
        "sampled_of_campaign",
        "consensus_sampledrewrite",
        ("INSERT",),
        "a sample holds kept rewrites of its own campaign",
        "NOT EXISTS (SELECT 1 FROM consensus_rewritesample a, consensus_captionrewrite r "
        "JOIN moments_pair p ON p.id = r.pair_id WHERE a.id = NEW.sample_id AND r.id = NEW.rewrite_id "
        "AND r.fault = '' AND p.campaign_id = a.campaign_id)",
    ),
)
REWRITE_UPKEEP = (
    Upkeep(
        "rewrites_by_split",
        "consensus_videosplit",
        ("INSERT", "UPDATE OF split"),
        f"{_STANDS}{_OF_VIDEO}NEW.video_id)",
    ),
    Upkeep("rewrites_without_split", "consensus_videosplit", ("DELETE",), f"{_FALLS}{_OF_VIDEO}OLD.video_id)"),
    Upkeep(
        "rewrites_by_acceptance",
        "consensus_verdict",
        ("INSERT",),
        f"{_STANDS}{_OF_MOMENT}NEW.pair_id)",
        "NEW.relevance IS NULL AND NEW.kind IN ('agreed', 'adjudicated')",
    ),
    Upkeep(
        "rewrites_by_truth",
        "consensus_twintruth",
        ("INSERT",),
        f"{_STANDS}{_OF_MOMENT}(SELECT v.pair_id FROM consensus_verdict v WHERE v.id = NEW.verdict_id))",
    ),
    Upkeep(
        "rewrites_by_verdict",
        "consensus_verdict",
        ("UPDATE OF kind, superseded",),
        f"{_FALLS}{_OF_MOMENT}NEW.pair_id)",
        "NEW.superseded OR NEW.kind NOT IN ('agreed', 'adjudicated')",
    ),
    Upkeep("rewrites_by_attempt", "moments_pair", ("UPDATE OF attempt",), f"{_FALLS}{_OF_MOMENT}NEW.id)"),
    Upkeep(
        "rewrites_by_score",
        "annotator_score",
        ("UPDATE OF current",),
        f"{_FALLS}caption_id = NEW.id",
        "NOT NEW.current",
    ),
    Upkeep(
        "rewrites_by_seat",
        "annotator_seat",
        ("UPDATE OF superseded",),
        f"{_FALLS}caption_id IN (SELECT s.id FROM annotator_score s WHERE s.seat_id = NEW.id)",
        "NEW.superseded",
    ),
)

SCALE_GUARDS = (
    guard_on_scale(
        "verdict_on_scale",
        "consensus_verdict",
        "relevance",
        "moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id WHERE p.id = NEW.pair_id",
    ),
    guard_on_scale(
        "archive_score_on_scale",
        "consensus_archivescore",
        "relevance",
        "moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id WHERE p.id = NEW.pair_id",
    ),
    Guard(
        "campaign_highest_imported",
        "moments_campaign",
        ("UPDATE OF highest",),
        "the number of levels is fixed once a pair is judged on them",
        "EXISTS (SELECT 1 FROM consensus_archivescore s WHERE s.campaign_id = NEW.id)",
        only="NEW.highest <> OLD.highest",
    ),
)
