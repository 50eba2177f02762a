"""Who may never sit on a pair (I3), and who has the share beside."""

from __future__ import annotations

from moments.database.guards import Guard, Upkeep, guard_unchanging

_OF_PURPOSE = "NEW.annotator_id IS NOT NULL AND NEW.purpose = '{purpose}'"
_SEEN = (
    "EXISTS (SELECT 1 FROM annotator_seat s "
    "WHERE s.pair_id = NEW.pair_id AND s.annotator_id = NEW.annotator_id AND s.id <> COALESCE(NEW.id, -1))"
)
_SEATED = _OF_PURPOSE.format(purpose="campaign")


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
        "NOT EXISTS (SELECT 1 FROM annotator_membership m WHERE m.id = NEW.annotator_id "
        "AND m.role = 'annotator' AND m.campaign_id = NEW.campaign_id AND NOT EXISTS (SELECT 1 FROM annotator_user u "
        "WHERE u.id = m.user_id AND u.is_superuser))",
        only=_SEATED,
    ),
    Guard(
        "seat_pair_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who saw a pair in the exam, as gold, in a study or in a pilot cannot hold a campaign seat on it",
        "EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = NEW.pair_id "
        "AND s.annotator_id = NEW.annotator_id AND s.purpose IN ('exam', 'gold', 'study', 'pilot'))",
        only=_SEATED,
    ),
    Guard(
        "seat_source_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who saw a copy of a question in the exam or as gold cannot hold a campaign seat on it",
        "EXISTS (SELECT 1 FROM annotator_referencequestion r JOIN annotator_seat s "
        "ON s.pair_id = r.pair_id WHERE r.source_id = NEW.pair_id AND s.annotator_id = NEW.annotator_id)",
        only=_SEATED,
    ),
    Guard(
        "seat_study_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who has already seen a pair cannot hold a study seat on it",
        _SEEN,
        only=_OF_PURPOSE.format(purpose="study"),
    ),
    Guard(
        "seat_pilot_unmet",
        "annotator_seat",
        ("INSERT", "UPDATE OF annotator_id"),
        "a person who has already seen a pair cannot hold a pilot seat on it",
        _SEEN,
        only=_OF_PURPOSE.format(purpose="pilot"),
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
        _EXAMPLE,
        only=_SEATED,
    ),
    Guard(
        "seat_takes_no_example",
        "annotator_seat",
        ("UPDATE OF annotator_id",),
        "everybody has seen an example of the guideline, so nobody can hold a seat on its pair",
        _EXAMPLE,
        only=f"{_SEATED} AND (OLD.annotator_id IS NULL OR OLD.annotator_id <> NEW.annotator_id)",
    ),
    Guard(
        "example_not_judged",
        "annotator_guidelineexample",
        ("INSERT",),
        "a pair that waits for scores cannot be an example",
        "EXISTS (SELECT 1 FROM annotator_seat s WHERE s.pair_id = NEW.pair_id AND s.purpose = 'campaign' "
        f"AND NOT s.superseded AND s.state IN {_WAITING})",
    ),
    guard_unchanging(
        "example_unchanging",
        "annotator_guidelineexample",
        "an example never changes",
        "annotator_guideline g JOIN moments_campaign c ON c.id = g.campaign_id WHERE g.id = OLD.guideline_id",
    ),
    guard_unchanging("guideline_unchanging", "annotator_guideline", "a guideline version never changes"),
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
