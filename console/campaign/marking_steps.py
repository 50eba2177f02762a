"""What a lead does next in a marking campaign; a pure function of where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from consensus.marking.ruling import PEOPLE_A_QUESTION
from moments.base.plurals import counted


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done, in a sentence, and the route of the page where, if there is one."""

    text: str
    route: str = ""
    label: str = ""


def next_step(
    *,
    is_draft: bool,
    videos: int,
    without_proxy: int,
    qualified: int,
    for_lead: int,
    untouched: int,
    undecided: int,
    decided: int,
    missing: int,
) -> Step:
    """The first thing that keeps the campaign from going on; `missing` questions are wanted by quotas."""
    if not videos:
        return Step("Import the videos with manage.py import_videos.")
    if without_proxy == videos:
        return Step("Make the proxies of the videos with manage.py cut_clips.")
    if is_draft:
        return Step("Open the campaign with manage.py open_campaign. People can then begin to write.")
    if qualified < PEOPLE_A_QUESTION:
        return Step(f"Invite people: {qualified} of at least {PEOPLE_A_QUESTION} are qualified.", "people", "People")
    if for_lead:
        return Step(f"Decide {counted(for_lead, 'question')} that the rules leave to you.", "question-review", "Review")
    if missing or untouched or undecided:
        return Step("People are at work. There is nothing for you to do.")
    if not decided:
        return Step("Nobody has written a question yet.", "people", "People")
    return Step("Every question is decided. Export the dataset.")
