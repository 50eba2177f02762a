"""What the five levels of relevance mean, in short and at length, for everybody who scores (R1)."""

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
        "Nothing of the query is there",
        "The clip has nothing to do with the query. That a person can be seen is no match: people are in almost every "
        "clip, and the query asks for what they do.",
    ),
    Level(
        1,
        "Slight",
        "Some things match, the action differs",
        "Some points coincide, for example the right objects without anybody using them as the query says, but the "
        "main action of the clip is a different one.",
    ),
    Level(
        2,
        "Partial",
        "Part of the action, with clear gaps",
        "The clip conveys part of what the query asks for. Something that matters is plainly missing: one of several "
        "actions, its beginning or its end, or the view of it.",
    ),
    Level(
        3,
        "Close",
        "Fits but for a detail or extra footage",
        "The action of the query is there. A small detail is different or cannot be seen, or the clip also shows some "
        "footage that the query does not mention.",
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
    "Judge only what the clip shows. What may have come before or after it, and what you know of the film, "
    "do not count.",
    "Weigh three things: whether the action is the one asked for; whether it can be seen whole in the frame; and "
    "whether it is whole in time, from its beginning to its end.",
    "An action that is cut off or interrupted lowers the level. So does much footage that has nothing to do with "
    "the query.",
    "If the clip or the query cannot be judged at all, say so with “Cannot judge”. Never use 0 for that.",
)
