"""What everybody reads who writes questions about long videos, or marks the segments that answer them (M1 to M4)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the guideline: its heading and what to keep in mind."""

    title: str
    points: tuple[str, ...]


SECTIONS = (
    Section(
        "The video",
        (
            "Watch the whole video once before you decide anything. Two to four times the speed is fine; slow down "
            "where something happens.",
            "Set a bookmark at whatever could matter, and come back to it later.",
            "Judge only what can be seen. There is no sound, and what you know about the film does not count.",
        ),
    ),
    Section(
        "A good question",
        (
            "It can be answered by looking at the video, and by nothing else.",
            "It means one kind of thing. Say who, what and where, until nobody could think of something else in this "
            "video.",
            "It says all that is needed to find the answer, but not when it happens.",
            "It may have several answers. Ask about things that happen again, too.",
            "A picture belongs to a question that cannot be answered without it. The picture itself never shows the "
            "answer.",
        ),
    ),
    Section(
        "The segments",
        (
            "Mark every stretch that answers the question. Search the whole video, and leave none out.",
            "Begin at the first frame and end at the last frame on which the answer is seen. Cut nothing short: each "
            "edge must be within a second of the truth.",
            "If the answer stops and starts again more than a second later, mark two segments.",
            "Watch the edges of each segment again before you accept it.",
        ),
    ),
    Section(
        "When you mark the question of somebody else",
        (
            "Read it as it stands, and mark what it asks for. You do not see what its author marked.",
            "If nothing in the video answers it, choose “No answer here”.",
            "Say honestly whether the question is specific and complete. If it is not, it goes back to its author, and "
            "your note helps them.",
            "If you cannot judge the video or the question at all, use “Cannot judge”. If you are in doubt, ask the "
            "lead there.",
        ),
    ),
)
