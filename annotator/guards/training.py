"""What people are trained with never changes."""

from __future__ import annotations

from moments.database.guards import guard_unchanging

TRAINING_GUARDS = (
    guard_unchanging("tutorial_unchanging", "annotator_tutorial", "a tutorial version never changes"),
    guard_unchanging(
        "practice_unchanging",
        "annotator_practice",
        "a practice pair never changes",
        "annotator_tutorial t JOIN moments_campaign c ON c.id = t.campaign_id WHERE t.id = OLD.tutorial_id",
    ),
)
