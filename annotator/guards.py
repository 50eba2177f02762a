"""What only a trigger can hold: who may never sit on a pair (I3), what never changes, who has the share beside."""

from __future__ import annotations

from moments.database.guards import Guard, Upkeep

_SEATED = "NEW.annotator_id IS NOT NULL AND NEW.purpose = 'campaign'"

SEAT_GUARDS = (
    Guard(
        "seat_none_in_archive",
        "annotator_seat",
        ("INSERT",),
        "nobody works in an archive",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND c.status = 'archive')",
    ),
    Guard(
        "seat_annotators_only",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "only annotators of the campaign can hold its campaign seats",
        f"{_SEATED} AND NOT EXISTS (SELECT 1 FROM annotator_membership m WHERE m.id = NEW.annotator_id "
        "AND m.role = 'annotator' AND m.campaign_id = NEW.campaign_id AND NOT EXISTS (SELECT 1 FROM annotator_user u "
        "WHERE u.id = m.user_id AND u.is_superuser))",
    ),
    Guard(
        "seat_pair_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who saw a pair in the exam, as gold or in a study cannot hold a campaign seat on it",
        f"{_SEATED} AND EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = NEW.pair_id "
        "AND s.annotator_id = NEW.annotator_id AND s.purpose IN ('exam', 'gold', 'study'))",
    ),
    Guard(
        "seat_source_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who saw a copy of a question in the exam or as gold cannot hold a campaign seat on it",
        f"{_SEATED} AND EXISTS (SELECT 1 FROM annotator_referencequestion r JOIN annotator_seat s "
        "ON s.pair_id = r.pair_id WHERE r.source_id = NEW.pair_id AND s.annotator_id = NEW.annotator_id)",
    ),
    Guard(
        "seat_study_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who has already seen a pair cannot hold a study seat on it",
        "NEW.annotator_id IS NOT NULL AND NEW.purpose = 'study' AND EXISTS (SELECT 1 FROM annotator_seat s "
        "WHERE s.pair_id = NEW.pair_id AND s.annotator_id = NEW.annotator_id AND s.id <> COALESCE(NEW.id, -1))",
    ),
)

_WAITING = "('open', 'reserved', 'held', 'scored')"
_EXAMPLE = "EXISTS (SELECT 1 FROM annotator_guidelineexample e WHERE e.pair_id = NEW.pair_id)"

EXAMPLE_GUARDS = (
    Guard(
        "seat_no_example",
        "annotator_seat",
        ("INSERT",),
        "everybody has seen an example of the guideline, so nobody can hold a seat on its pair",
        f"{_SEATED} AND {_EXAMPLE}",
    ),
    Guard(
        "seat_takes_no_example",
        "annotator_seat",
        ("UPDATE OF annotator_id",),
        "everybody has seen an example of the guideline, so nobody can hold a seat on its pair",
        f"{_SEATED} AND (OLD.annotator_id IS NULL OR OLD.annotator_id <> NEW.annotator_id) AND {_EXAMPLE}",
    ),
    Guard(
        "example_not_judged",
        "annotator_guidelineexample",
        ("INSERT",),
        "a pair that waits for scores cannot be an example",
        "EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = NEW.pair_id AND s.purpose = 'campaign' "
        f"AND NOT s.superseded AND s.state IN {_WAITING})",
    ),
    Guard("example_unchanging", "annotator_guidelineexample", ("UPDATE", "DELETE"), "an example never changes"),
    Guard("guideline_unchanging", "annotator_guideline", ("UPDATE", "DELETE"), "a guideline version never changes"),
)

TRAINING_GUARDS = (
    Guard("tutorial_unchanging", "annotator_tutorial", ("UPDATE", "DELETE"), "a tutorial version never changes"),
    Guard("practice_unchanging", "annotator_practice", ("UPDATE", "DELETE"), "a practice pair never changes"),
)

PAY_GUARDS = (
    Guard(
        "pay_period_apart",
        "annotator_payperiod",
        ("INSERT",),
        "closed periods of a campaign never overlap",
        "EXISTS (SELECT 1 FROM annotator_payperiod p WHERE p.campaign_id = NEW.campaign_id AND "
        "((p.first_day <= NEW.last_day AND NEW.first_day <= p.last_day) OR "
        "(p.starts_at < NEW.ends_at AND NEW.starts_at < p.ends_at)))",
    ),
    Guard("pay_period_unchanging", "annotator_payperiod", ("UPDATE", "DELETE"), "a closed period never changes"),
    Guard("pay_line_unchanging", "annotator_payline", ("UPDATE", "DELETE"), "a line of a closed period never changes"),
    Guard("pay_adjustment_unchanging", "annotator_payadjustment", ("UPDATE", "DELETE"), "an adjustment never changes"),
    Guard("rate_unchanging", "annotator_rate", ("UPDATE", "DELETE"), "a rate that was set never changes"),
)

_MARKS = "c.kind = 'mark'"

MARKING_GUARDS = (
    Guard(
        "score_relevance_by_kind",
        "annotator_score",
        ("INSERT", "UPDATE OF relevance"),
        "a score has a relevance, except in a campaign that marks",
        "NOT EXISTS (SELECT 1 FROM annotator_seat s JOIN moments_campaign c ON c.id = s.campaign_id "
        f"WHERE s.id = NEW.seat_id AND {_MARKS})",
        only="NEW.relevance IS NULL",
    ),
    Guard(
        "gold_relevance_by_kind",
        "annotator_gold",
        ("INSERT", "UPDATE OF relevance"),
        "gold has a relevance, except in a campaign that marks",
        f"NOT EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND {_MARKS})",
        only="NEW.relevance IS NULL",
    ),
    Guard(
        "answer_of_marking_score",
        "annotator_markedanswer",
        ("INSERT",),
        "only a score without a relevance has a marked answer",
        "EXISTS (SELECT 1 FROM annotator_score s WHERE s.id = NEW.score_id AND s.relevance IS NOT NULL)",
    ),
    Guard("answer_unchanging", "annotator_markedanswer", ("UPDATE", "DELETE"), "a marked answer never changes"),
    Guard("piece_unchanging", "annotator_markedpiece", ("UPDATE", "DELETE"), "a marked answer never changes"),
    Guard("segment_unchanging", "annotator_markedsegment", ("UPDATE", "DELETE"), "a marked answer never changes"),
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
        "NOT EXISTS (SELECT 1 FROM annotator_markedanswer a WHERE a.score_id = NEW.answer_id AND ("
        "(a.kind = 'segments' AND NEW.piece_id IS NULL) OR (a.kind = 'pieces' AND EXISTS (SELECT 1 FROM "
        "annotator_markedpiece p WHERE p.id = NEW.piece_id AND p.answer_id = NEW.answer_id AND p.word = 'edges'))))",
    ),
    Guard(
        "piece_by_answer",
        "annotator_markedpiece",
        ("INSERT",),
        "pieces belong to an answer to pieces",
        "NOT EXISTS (SELECT 1 FROM annotator_markedanswer a WHERE a.score_id = NEW.answer_id AND a.kind = 'pieces')",
    ),
)

_OPENED = (
    "EXISTS (SELECT 1 FROM annotator_examitem i JOIN annotator_exam e ON e.id = i.exam_id "
    "WHERE i.pair_id = {row}.pair_id AND e.state <> 'draft')"
)

REFERENCE_GUARDS = (
    Guard(
        "reference_where_marked",
        "annotator_referencequestion",
        ("INSERT",),
        "only a question of a campaign that marks, which is in no batch, has a reference",
        "NOT EXISTS (SELECT 1 FROM moments_pair p JOIN moments_campaign c ON c.id = p.campaign_id "
        f"WHERE p.id = NEW.pair_id AND p.batch_id IS NULL AND {_MARKS})",
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
        f"WHERE c.id = NEW.campaign_id AND {_MARKS})",
    ),
    Guard(
        "exam_truth_by_kind",
        "annotator_examitem",
        ("INSERT", "UPDATE OF truth"),
        "where a campaign marks, the truth of an exam is in the references of its questions",
        "EXISTS (SELECT 1 FROM annotator_exam e WHERE e.id = NEW.exam_id AND e.protocol_id IS NOT NULL)",
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
        ("INSERT", "UPDATE OF repeat_rate, kappa_bar, found_bar, iou_bar"),
        "a campaign has only the checks and bars of its kind",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND CASE WHEN "
        f"{_MARKS} THEN NEW.repeat_rate <> 0 OR NEW.kappa_bar IS NOT NULL "
        "ELSE NEW.found_bar IS NOT NULL OR NEW.iou_bar IS NOT NULL END)",
    ),
)

SHARE_UPKEEP = (
    Upkeep(
        "share_beside_moved",
        "annotator_share",
        ("UPDATE OF annotator_id",),
        "UPDATE annotator_share SET beside_id = NEW.annotator_id WHERE batch_id = NEW.batch_id AND id <> NEW.id",
    ),
    Upkeep(
        "share_beside_made",
        "annotator_share",
        ("INSERT",),
        "UPDATE annotator_share SET beside_id = (SELECT o.annotator_id FROM annotator_share o "
        "WHERE o.batch_id = annotator_share.batch_id AND o.id <> annotator_share.id) WHERE batch_id = NEW.batch_id",
        "EXISTS (SELECT 1 FROM annotator_share s WHERE s.batch_id = NEW.batch_id AND s.annotator_id IS NOT NULL)",
    ),
)
