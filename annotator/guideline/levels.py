"""What the levels of relevance mean, in short and at length, for everybody who scores (R1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level of relevance: its number, a name, a line for the button and a text for the guideline."""

    relevance: int
    name: str
    short: str
    long: str


LEVELS = (
    Level(
        0,
        "Unrelated",
        "Nothing in the clip matches the query",
        "The clip has nothing to do with the query. A visible person is not a match: people appear in almost every "
        "clip, and the query is about what they do.",
    ),
    Level(
        1,
        "Slight",
        "Some things match, but the action differs",
        "Some details match, for example the right objects without anybody using them as the query says, but the "
        "main action of the clip is a different one.",
    ),
    Level(
        2,
        "Partial",
        "Part of the action, with clear gaps",
        "The clip conveys part of what the query asks for. Something important is clearly missing: one of several "
        "actions, its beginning or its end, or the view of it.",
    ),
    Level(
        3,
        "Close",
        "Fits except for a detail or extra footage",
        "The clip shows the action of the query. A small detail is different or not visible, or the clip also shows "
        "some footage that the query does not mention.",
    ),
    Level(
        4,
        "Perfect",
        "Every action, prominent, filling the clip",
        "Every action of the query happens, is prominent in the frame from beginning to end, and fills the clip: there "
        "is nothing before, after or between that the query does not ask for.",
    ),
)

PRINCIPLES = (
    "Judge only what the clip shows. What may have come before or after it, and what you know about the film, "
    "do not count.",
    "Consider three things: whether the action is the one asked for, whether it is fully visible in the frame, and "
    "whether it is complete, from its beginning to its end.",
    "An action that is cut off or interrupted lowers the level. So does much footage that has nothing to do with "
    "the query.",
    "If you cannot judge the clip or the query at all, use “Cannot judge”. Never use 0 for that.",
)
