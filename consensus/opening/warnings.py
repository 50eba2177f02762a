"""What is missing where a campaign opens all the same: the command warns of it, and the page lists it."""

from __future__ import annotations

from collections.abc import Mapping

from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.base.plurals import counted
from moments.twin_protocol import TwinProtocol

PEOPLE_A_QUESTION = 3  # its author, a marker and, where they do not agree, a third annotator (M2, M3)
# By kind of campaign: who lacks a clip, and what becomes of them.
LACKING: Mapping[str, tuple[str, str, str]] = {
    "grade": ("moment has", "moments have", "no clip; their pairs wait until it is cut"),
    "mark": ("video has", "videos have", "no proxy; nobody can write questions about them until it is made"),
    "twin": (
        "pair of twins lacks a clip and waits",
        "pairs of twins lack a clip and wait",
        "until you cut it and open again",
    ),
}


def clip_warning(missing: int, *, kind: str) -> str:
    """What becomes of moments, videos or twins without a clip; empty if each has one."""
    if not missing:
        return ""
    one, many, then = LACKING[kind]
    return f"{counted(missing, one, many)} {then}"


def people_warning(qualified: int, *, kind: str, twin: TwinProtocol | None = None) -> str:
    """What becomes of pairs, questions or twins with too few people; empty if there are enough.

    A twins campaign needs people by its protocol: nobody assigns a caption twice, whatever its version.
    """
    people = counted(qualified, "qualified annotator")
    if twin is not None:
        versions = twin.most_returns + 1
        needed = max(PEOPLE_A_QUESTION, 1 + twin.checkers * versions)
        others = f"{counted(twin.checkers, 'other')} for each of {counted(versions, 'version')} of a caption"
        return "" if qualified >= needed else f"{people}; a clip may need {needed}: its writer, and {others}"
    if kind == "mark":
        enough, why = PEOPLE_A_QUESTION, "a question may need {}: its author, a marker and a third annotator"
    else:
        enough, why = PEOPLE_A_PAIR, "a pair may need {}, and pairs for which nobody is left go to the lead"
    return "" if qualified >= enough else f"{people}; {why.format(enough)}"
