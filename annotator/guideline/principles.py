"""What counts on every level of relevance, for everybody who scores (R1)."""

from __future__ import annotations

PRINCIPLES = (
    "Judge only what the clip shows. What may have come before or after it, and what you know about the film, "
    "do not count.",
    "Consider three things: whether the action is the one asked for, whether it is fully visible in the frame, and "
    "whether it is complete, from its beginning to its end.",
    "An action that is cut off or interrupted lowers the level. So does much footage that has nothing to do with "
    "the query.",
    "If you cannot judge the clip or the query at all, use “Cannot judge”. Never use 0 for that.",
)
