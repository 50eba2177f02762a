"""Questions with a known answer, and the exams, gold and checks that ask them."""

from __future__ import annotations

from annotator.guards.marking import MARKS
from moments.database.guards import Guard

_OPENED = (
    "EXISTS (SELECT 1 FROM annotator_examitem i JOIN annotator_exam e ON e.id = i.exam_id "
    "WHERE i.pair_id = {row}.pair_id AND e.state <> 'draft')"
)

REFERENCE_GUARDS = (
    Guard(
        "reference_where_marked",
        "annotator_referencequestion",
        ("INSERT",),
        "only a question of a marking campaign, which is in no batch, has a reference",
        "NOT EXISTS (SELECT 1 FROM moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id "
        f"WHERE p.id = NEW.pair_id AND p.batch_id IS NULL AND {MARKS})",
    ),
    Guard(
        "reference_not_labelled",
        "moments_pair",
        ("UPDATE OF batch_id",),
        "a question with a known answer is in no batch",
        "EXISTS (SELECT 1 FROM annotator_referencequestion r WHERE r.pair_id = NEW.id)",
        only="NEW.batch_id IS NOT NULL",
    ),
    Guard(
        "reference_known",
        "annotator_referencesegment",
        ("INSERT",),
        "only a question with a known answer has segments of a reference",
        "NOT EXISTS (SELECT 1 FROM annotator_referencequestion r WHERE r.pair_id = NEW.pair_id)",
    ),
    Guard(
        "reference_disjoint",
        "annotator_referencesegment",
        ("INSERT",),
        "the segments of a reference do not overlap",
        "EXISTS (SELECT 1 FROM annotator_referencesegment r WHERE r.pair_id = NEW.pair_id "
        "AND r.start_ms < NEW.end_ms AND NEW.start_ms < r.end_ms)",
    ),
    Guard(
        "reference_unchanging",
        "annotator_referencesegment",
        ("UPDATE",),
        "a segment of a reference never changes; others take its place",
    ),
    Guard(
        "reference_kept",
        "annotator_referencesegment",
        ("DELETE",),
        "people were graded by the answer of an exam that was opened, so it no longer changes",
        _OPENED.format(row="OLD"),
    ),
    Guard(
        "reference_complete",
        "annotator_referencesegment",
        ("INSERT",),
        "people were graded by the answer of an exam that was opened, so it no longer changes",
        _OPENED.format(row="NEW"),
    ),
    Guard(
        "exam_by_kind",
        "annotator_exam",
        ("INSERT", "UPDATE OF protocol_id"),
        "an exam has a protocol of marking where its campaign marks, and only there",
        "(NEW.protocol_id IS NULL) = EXISTS (SELECT 1 FROM moments_campaign c "
        f"WHERE c.id = NEW.campaign_id AND {MARKS})",
    ),
    Guard(
        "exam_truth_by_kind",
        "annotator_examitem",
        ("INSERT", "UPDATE OF truth"),
        "only an exam on graded relevance has levels as its truth",
        "EXISTS (SELECT 1 FROM annotator_exam e JOIN moments_campaign c ON c.id = e.campaign_id "
        "WHERE e.id = NEW.exam_id AND c.kind <> 'grade')",
        only="NEW.truth IS NOT NULL",
    ),
)


CHECK_GUARDS = (
    Guard(
        "gold_known",
        "annotator_gold",
        ("INSERT",),
        "gold without a relevance is a question with a known answer",
        "NOT EXISTS (SELECT 1 FROM annotator_referencequestion r WHERE r.pair_id = NEW.pair_id)",
        only="NEW.relevance IS NULL",
    ),
    Guard(
        "staffing_by_kind",
        "annotator_staffing",
        ("INSERT", "UPDATE OF gold_rate, repeat_rate, kappa_bar, found_bar, iou_bar"),
        "a campaign has only the checks and bars of its kind",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND CASE WHEN "
        f"{MARKS} THEN NEW.repeat_rate <> 0 OR NEW.kappa_bar IS NOT NULL "
        "WHEN c.kind = 'twin' THEN NEW.gold_rate <> 0 OR NEW.repeat_rate <> 0 OR NEW.kappa_bar IS NOT NULL "
        "OR NEW.found_bar IS NOT NULL OR NEW.iou_bar IS NOT NULL "
        "ELSE NEW.found_bar IS NOT NULL OR NEW.iou_bar IS NOT NULL END)",
    ),
)
