"""Exams of twins campaigns: which clips they hold, what their truth is, and who may write captions."""

from __future__ import annotations

from annotator.twins.answers import KnownCase
from annotator.twins.tasks import TwinTask
from moments.database.guards import Guard

_OF_TWINS = "annotator_exam e JOIN moments_campaign c ON c.id = e.campaign_id AND c.kind = 'twin'"
_LEFT = "NOT i.dropped AND NOT i.writes"
_TRIAL = (
    "EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
    "JOIN moments_campaign c ON c.id = t.campaign_id WHERE s.id = OLD.score_id AND NOT c.is_trial)"
)
_WRITTEN_AGAIN = (
    "EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
    "JOIN annotator_seat n ON n.sitting_id = t.sitting_id AND n.pair_id = t.pair_id AND n.attempt > t.attempt "
    "JOIN annotator_score w ON w.seat_id = n.id WHERE s.id = OLD.score_id)"
)

TWIN_EXAM_GUARDS = (
    Guard(
        "exam_case_by_kind",
        "annotator_examitem",
        ("INSERT", "UPDATE OF known_case, writes"),
        "only an exam of a twins campaign has clips with a case, and clips to write about",
        f"NOT EXISTS (SELECT 1 FROM {_OF_TWINS} WHERE e.id = NEW.exam_id)",
        only="NEW.writes OR NEW.known_case <> ''",
    ),
    Guard(
        "exam_case_kept",
        "annotator_examitem",
        ("UPDATE OF known_case",),
        "people are graded by the cases of an exam that was opened, so they no longer change",
        "EXISTS (SELECT 1 FROM annotator_exam e WHERE e.id = NEW.exam_id AND e.state <> 'draft')",
        only="NEW.known_case <> OLD.known_case",
    ),
    Guard(
        "exam_case_left",
        "annotator_examitem",
        ("UPDATE OF dropped",),
        "an exam of a twins campaign has clips of all three cases",
        "EXISTS (SELECT 1 FROM annotator_exam e WHERE e.id = NEW.exam_id AND e.state <> 'draft') "
        "AND NOT EXISTS (SELECT 1 FROM annotator_examitem i WHERE i.exam_id = NEW.exam_id AND i.id <> NEW.id "
        f"AND i.known_case = NEW.known_case AND {_LEFT})",
        only="NEW.dropped AND NEW.known_case <> ''",
    ),
    Guard(
        "exam_has_cases",
        "annotator_exam",
        ("UPDATE OF state",),
        "an exam of a twins campaign opens with clips of all three cases, and with a case for each clip",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = NEW.campaign_id AND c.kind = 'twin') AND ("
        f"(SELECT COUNT(DISTINCT i.known_case) FROM annotator_examitem i WHERE i.exam_id = NEW.id AND {_LEFT}) "
        f"<> {len(KnownCase)} OR EXISTS (SELECT 1 FROM annotator_examitem i WHERE i.exam_id = NEW.id "
        f"AND i.known_case = '' AND {_LEFT}))",
        only="OLD.state = 'draft' AND NEW.state <> 'draft'",
    ),
    Guard(
        "exam_clip_apart",
        "annotator_examitem",
        ("INSERT",),
        "a clip that people judge in the campaign is in no exam",
        f"EXISTS (SELECT 1 FROM {_OF_TWINS} WHERE e.id = NEW.exam_id) AND EXISTS (SELECT 1 FROM moments_pair p "
        "JOIN moments_pair o ON o.moment_id = p.moment_id JOIN moments_query q ON q.id = o.query_id "
        f"AND q.query_id = {TwinTask.JUDGE.query_id} WHERE p.id = NEW.pair_id)",
    ),
    Guard(
        "exam_clip_unopened",
        "moments_pair",
        ("INSERT",),
        "a clip of an exam is not judged in the campaign",
        "EXISTS (SELECT 1 FROM moments_query q JOIN moments_campaign c ON c.id = q.campaign_id AND c.kind = 'twin' "
        f"WHERE q.id = NEW.query_id AND q.query_id = {TwinTask.JUDGE.query_id}) AND EXISTS (SELECT 1 "
        "FROM moments_pair p JOIN annotator_examitem i ON i.pair_id = p.id WHERE p.moment_id = NEW.moment_id)",
        only="NEW.batch_id IS NOT NULL",
    ),
    Guard(
        "sample_of_exam",
        "annotator_samplegrade",
        ("INSERT",),
        "only captions of the exam that can no longer change are graded",
        "NOT EXISTS (SELECT 1 FROM annotator_score s JOIN annotator_seat t ON t.id = s.seat_id "
        "JOIN annotator_twincaption w ON w.score_id = s.id WHERE s.id = NEW.score_id AND s.final "
        "AND t.purpose = 'exam')",
    ),
    Guard("sample_grade_same", "annotator_samplegrade", ("UPDATE",), "a grade never changes", _TRIAL),
    Guard(
        "sample_grade_unchanging",
        "annotator_samplegrade",
        ("UPDATE", "DELETE"),
        "a grade stands once its captions were written again",
        f"{_TRIAL} AND {_WRITTEN_AGAIN}",
    ),
    Guard(
        "permit_of_twins",
        "annotator_writingpermit",
        ("INSERT",),
        "only people of a twins campaign are permitted to write",
        "NOT EXISTS (SELECT 1 FROM annotator_membership m JOIN moments_campaign c ON c.id = m.campaign_id "
        "WHERE m.id = NEW.member_id AND c.kind = 'twin')",
    ),
)

# Seats that are inserted with their person come from an archive: what was given to somebody before stays theirs.
PERMIT_GUARDS = (
    Guard(
        "seat_of_permitted",
        "annotator_seat",
        ("UPDATE OF annotator_id",),
        "where an exam asks for samples, only people who passed it are given captions to write",
        "EXISTS (SELECT 1 FROM moments_campaign c JOIN annotator_exam e ON e.campaign_id = c.id "
        "AND e.state <> 'draft' JOIN annotator_examitem i ON i.exam_id = e.id AND i.writes AND NOT i.dropped "
        "WHERE c.id = NEW.campaign_id AND c.kind = 'twin') AND EXISTS (SELECT 1 FROM moments_pair p "
        f"JOIN moments_query q ON q.id = p.query_id AND q.query_id = {TwinTask.CAPTION.query_id} "
        "WHERE p.id = NEW.pair_id) AND NOT EXISTS (SELECT 1 FROM annotator_writingpermit w "
        "WHERE w.member_id = NEW.annotator_id)",
        only="NEW.annotator_id IS NOT NULL AND NEW.purpose = 'campaign' AND NEW.state <> 'released'",
    ),
)
