"""What only a trigger can hold of the scale: each relevance lies on it, and it stays once people judge on it."""

from __future__ import annotations

from moments.database.guards import Guard, guard_on_scale

_ITEM = "moments_campaign c JOIN annotator_exam e ON e.campaign_id = c.id WHERE e.id = NEW.exam_id"
_EXAMPLE = "moments_campaign c JOIN annotator_guideline g ON g.campaign_id = c.id WHERE g.id = NEW.guideline_id"
_PRACTICE = "moments_campaign c JOIN annotator_tutorial t ON t.campaign_id = c.id WHERE t.id = NEW.tutorial_id"
_ANSWER = (
    "moments_campaign c JOIN annotator_tutorial t ON t.campaign_id = c.id "
    "JOIN annotator_practice p ON p.tutorial_id = t.id WHERE p.id = NEW.practice_id"
)
_SCORE = "annotator_seat s JOIN moments_campaign c ON c.id = s.campaign_id WHERE s.id = NEW.seat_id"
_OWN = "moments_campaign c WHERE c.id = NEW.campaign_id"

_SEATED = "EXISTS (SELECT 1 FROM annotator_seat s WHERE s.campaign_id = {campaign})"
_JUDGED = " OR ".join(
    f"EXISTS (SELECT 1 FROM {rows} = NEW.id)"
    for rows in (
        "annotator_seat s WHERE s.campaign_id",
        "annotator_exam e WHERE e.campaign_id",
        "annotator_gold g WHERE g.campaign_id",
        "annotator_guidelineexample e JOIN annotator_guideline g ON g.id = e.guideline_id WHERE g.campaign_id",
        "annotator_practice p JOIN annotator_tutorial t ON t.id = p.tutorial_id WHERE t.campaign_id",
    )
)

SCALE_GUARDS = (
    guard_on_scale("score_on_scale", "annotator_score", "relevance", _SCORE),
    guard_on_scale("gold_on_scale", "annotator_gold", "relevance", _OWN),
    guard_on_scale("exam_truth_on_scale", "annotator_examitem", "truth", _ITEM),
    guard_on_scale("exam_tolerance_on_scale", "annotator_exam", "tolerance", _OWN),
    guard_on_scale("example_on_scale", "annotator_guidelineexample", "relevance", _EXAMPLE),
    guard_on_scale("practice_on_scale", "annotator_practice", "relevance", _PRACTICE),
    guard_on_scale("practice_answer_on_scale", "annotator_practiceanswer", "relevance", _ANSWER),
    Guard(
        "campaign_highest_fixed",
        "moments_campaign",
        ("UPDATE OF highest",),
        "the number of levels is fixed once the campaign opens or a pair is judged on them",
        f"OLD.status <> 'draft' OR {_JUDGED}",
        only="NEW.highest <> OLD.highest",
    ),
    Guard(
        "level_kept",
        "moments_scalelevel",
        ("DELETE",),
        "the levels are fixed once the campaign opens or people get pairs",
        "EXISTS (SELECT 1 FROM moments_campaign c WHERE c.id = OLD.campaign_id AND NOT c.is_trial "
        f"AND (c.status <> 'draft' OR {_SEATED.format(campaign='c.id')}))",
    ),
)
