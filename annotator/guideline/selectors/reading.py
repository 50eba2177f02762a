"""The guideline as people read it: the levels, the campaign's own words, the examples; and who may read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied

from annotator.guideline.principles import default_principles, sections_of
from annotator.guideline.sections import Section
from annotator.guideline.selectors.illustrations import illustrated
from annotator.models import Guideline, Standing, User
from annotator.people.selectors.access import campaign_or_404, member_or_404
from moments.campaign.selectors import levels_of
from moments.clips.storage import clip_url
from moments.models import Campaign, Clip, ClipState
from moments.scale import Level


@dataclass(frozen=True, slots=True)
class ShownClip:
    """A clip as a page plays it."""

    url: str
    media_type: str
    width: int
    height: int

    @property
    def is_video(self) -> bool:
        """Whether a video element plays it; the others are pictures that move."""
        return self.media_type.startswith("video/")


@dataclass(frozen=True, slots=True)
class Example:
    """An example: everybody sees the query's text, the clip and the lead's note, leads the pair's number (R9)."""

    query: str
    note: str
    clip: ShownClip | None
    pair_number: int


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """A level of relevance with its examples."""

    level: Level
    examples: list[Example]


@dataclass(frozen=True, slots=True)
class ShownGuideline:
    """What one version of a campaign's guideline says; version None is the levels and texts without words of its own.

    `sections` hold what to keep in mind. Levels are there only where relevance is graded.
    """

    is_graded: bool
    is_twin: bool
    version: int | None
    saved_at: datetime | None
    html: str
    levels: list[ShownLevel]
    sections: tuple[Section, ...]


def readable_campaign(user: User, slug: str) -> Campaign:
    """The campaign for a member who may read its guideline, or an admin.

    Raises Http404 if the person is not in the campaign, PermissionDenied for the suspended.
    """
    if user.is_admin:
        return campaign_or_404(slug)
    member = member_or_404(user, slug)
    if member.standing == Standing.SUSPENDED:
        raise PermissionDenied("only members who are not suspended")
    return member.campaign


def newest_guideline(campaign: Campaign) -> Guideline | None:
    """The version in force; None if the campaign has no words of its own."""
    return campaign.guidelines.order_by("-version").first()


def shown_guideline(campaign: Campaign) -> ShownGuideline:
    """The guideline in force, in at most six SQL queries."""
    newest = newest_guideline(campaign)
    graded = campaign.is_graded
    examples = examples_by_level(newest) if newest and graded else {}
    levels = levels_of(campaign) if graded else ()
    return ShownGuideline(
        is_graded=graded,
        is_twin=campaign.is_twin,
        version=newest.version if newest else None,
        saved_at=newest.created_at if newest else None,
        html=illustrated(newest.text, campaign) if newest else "",
        levels=[ShownLevel(level, examples.get(level.relevance, [])) for level in reversed(levels)],
        sections=sections_of(principles_in(newest, campaign)),
    )


def principles_in(guideline: Guideline | None, campaign: Campaign) -> str:
    """What to keep in mind by that version; without one of its own, what every campaign of its kind has."""
    if guideline is None or guideline.principles is None:
        return default_principles(campaign.kind)
    return guideline.principles


def sections_in_force(campaign: Campaign) -> tuple[Section, ...]:
    """What to keep in mind now; one SQL query."""
    return sections_of(principles_in(newest_guideline(campaign), campaign))


def examples_by_level(guideline: Guideline) -> dict[int, list[Example]]:
    """The version's examples by relevance, in the order in which they were added; two SQL queries."""
    rows = list(guideline.examples.select_related("pair__query").order_by("pk"))
    clips = smallest_clips(row.pair.moment_id for row in rows)
    found: dict[int, list[Example]] = defaultdict(list)
    for row in rows:
        clip = clips.get(row.pair.moment_id)
        found[row.relevance].append(Example(row.pair.query.text, row.note, clip, row.pair.number))
    return found


def smallest_clips(moments: Iterable[int]) -> dict[int, ShownClip]:
    """Of each of the moments (by primary key) the ready clip of fewest bytes."""
    clips = Clip.objects.filter(moment__in=list(moments), state=ClipState.READY).order_by("-size", "-pk")
    smallest = {clip.moment_id: clip for clip in clips}
    return {
        moment: ShownClip(clip_url(clip), clip.media_type, clip.width, clip.height) for moment, clip in smallest.items()
    }
