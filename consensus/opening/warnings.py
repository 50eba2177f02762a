"""What is missing where a campaign opens all the same: the command warns of it, and the page lists it."""

from __future__ import annotations

from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.base.plurals import counted

PEOPLE_A_QUESTION = 3  # its author, a marker and, where they do not agree, a third person (M2, M3)


def clip_warning(missing: int, *, marks: bool) -> str:
    """What becomes of moments or videos without a clip; empty if each has one."""
    if not missing:
        return ""
    if marks:
        lacking = counted(missing, "video has", "videos have")
        return f"{lacking} no proxy; nobody can write questions about them until it is made"
    return f"{counted(missing, 'moment has', 'moments have')} no clip; their pairs wait until it is cut"


def people_warning(qualified: int, *, marks: bool) -> str:
    """What becomes of pairs or questions with too few people; empty if there are enough."""
    if qualified >= (PEOPLE_A_QUESTION if marks else PEOPLE_A_PAIR):
        return ""
    people = counted(qualified, "qualified annotator")
    if marks:
        return f"{people}; a question may need {PEOPLE_A_QUESTION}: its author, a marker and a third person"
    return f"{people}; a pair may need {PEOPLE_A_PAIR}, and pairs for which nobody is left go to the lead"
