"""What people are trained with never changes."""

from __future__ import annotations

from moments.database.guards import Guard

TRAINING_GUARDS = (
    Guard("tutorial_unchanging", "annotator_tutorial", ("UPDATE", "DELETE"), "a tutorial version never changes"),
    Guard("practice_unchanging", "annotator_practice", ("UPDATE", "DELETE"), "a practice pair never changes"),
)
