"""What I3 asks of campaign seats and only a trigger can hold: who may never sit on a pair."""

from __future__ import annotations

from moments.guards import Guard

_SEATED = "NEW.annotator_id IS NOT NULL AND NEW.purpose = 'campaign'"

SEAT_GUARDS = (
    Guard(
        "seat_annotators_only",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "only an annotator of the campaign holds a campaign seat in it",
        f"{_SEATED} AND NOT EXISTS (SELECT 1 FROM annotator_membership m WHERE m.id = NEW.annotator_id "
        "AND m.role = 'annotator' AND m.campaign_id = NEW.campaign_id AND NOT EXISTS (SELECT 1 FROM annotator_user u "
        "WHERE u.id = m.user_id AND u.is_superuser))",
    ),
    Guard(
        "seat_pair_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "who met a pair in the exam or as gold holds no campaign seat on it",
        f"{_SEATED} AND EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = NEW.pair_id "
        "AND s.annotator_id = NEW.annotator_id AND s.purpose IN ('exam', 'gold'))",
    ),
)
