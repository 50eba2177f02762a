"""What a decision of each queue calls, by the queue's key."""

from __future__ import annotations

from collections.abc import Mapping

from console.decisions.views.acts.asked import Acts
from console.decisions.views.acts.contradictory import CONTRADICTORY
from console.decisions.views.acts.discarded import DISCARDED
from console.decisions.views.acts.disputed import DISPUTED
from console.decisions.views.acts.exits import REPORTED
from console.decisions.views.acts.stuck import STUCK
from console.decisions.views.acts.truths import EXAM, GOLD

ACTS: Mapping[str, Acts] = {
    "discarded": DISCARDED,
    "reported": REPORTED,
    "stuck": STUCK,
    "exam": EXAM,
    "gold": GOLD,
    "contradictions": CONTRADICTORY,
    "queries": DISPUTED,
}
