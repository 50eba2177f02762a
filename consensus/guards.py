"""What only a trigger can hold of verdicts: relevance where it is graded, segments where they are marked, twins."""

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
        "only videos of a campaign of twins are in a split",
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
