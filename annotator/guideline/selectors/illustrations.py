"""Pictures and clips as texts show them, where they are placed, and which clips of moments cannot be."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from annotator.models import ExamItem, Gold, Guideline, Tutorial
from annotator.text.illustrations import ShownIllustration, numbers_in
from annotator.text.prose import illustrated_html
from moments.clips.storage import illustration_url
from moments.illustrations.selectors import illustrations_of, numbered_illustrations
from moments.models import Campaign, Illustration, Moment


def illustrated(text: str, campaign: Campaign) -> str:
    """The text as safe HTML with the campaign's pictures and clips; one SQL query if it names any."""
    rows = numbered_illustrations(campaign, numbers_in(text))
    shown = {number: shown_illustration(row) for number, row in rows.items()}
    return illustrated_html(text, shown, moving=_("Show the moving clip:"))


def shown_illustration(row: Illustration) -> ShownIllustration:
    """One as a page shows it."""
    url = illustration_url(row)
    return ShownIllustration(url, row.description, row.width, row.height, row.is_video, row.moves)


def placed_where(campaign: Campaign) -> dict[int, list[str]]:
    """By number the texts that name a picture or clip, in words: every version, for none of them ever changes."""
    guidelines = Guideline.objects.filter(campaign=campaign).order_by("version").values_list("version", "text")
    tutorials = Tutorial.objects.filter(campaign=campaign).order_by("version").values_list("version", "text")
    named = chain(
        ((f"version {version} of the guideline", text) for version, text in guidelines),
        ((f"version {version} of the tutorial", text) for version, text in tutorials),
    )
    found: dict[int, list[str]] = defaultdict(list)
    for where, text in named:
        for number in numbers_in(text):
            found[number].append(where)
    return dict(found)


def refused_clip(moment: Moment) -> str:
    """Why everybody may not see the moment's clip in a text; empty if they may."""
    if ExamItem.objects.filter(pair__moment=moment).exists():
        return f"moment {moment.desc_id} belongs to an exam; in a text it could give an answer away"
    if Gold.objects.filter(pair__moment=moment).exists():
        return f"moment {moment.desc_id} belongs to a hidden check; in a text it could give an answer away"
    return ""


@dataclass(frozen=True, slots=True)
class ListedIllustration:
    """One as leads see it in the list: its row, its address, and the newest text that shows it (or nothing)."""

    row: Illustration
    url: str
    placed_in: str


def listed_illustrations(campaign: Campaign) -> list[ListedIllustration]:
    """The campaign's pictures and clips, newest first; at most three SQL queries."""
    rows = illustrations_of(campaign)
    where = placed_where(campaign) if rows else {}
    return [ListedIllustration(row, illustration_url(row), where.get(row.number, [""])[-1]) for row in rows]
