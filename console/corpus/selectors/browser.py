"""Finds moments of a corpus by words, video or number, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.player.selectors import PlayableClip, playable_clips
from moments.base.errors import BadInput
from moments.clips.selectors.clips import HIGHEST_ID
from moments.models import Campaign, Clip, ClipState, Direction, Moment, MomentKind, Pair, Split

MOMENTS_A_PAGE = 50
MOST_WORDS = 8
LONGEST_SEARCH = 200
CLIP_STATES = {"ready": "with a clip", "none": "without a clip", "failed": "clip failed"}


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; empty fields ask for nothing. All words must stand in the description or the caption."""

    words: tuple[str, ...] = ()
    video: str = ""
    desc_id: int | None = None
    kind: str = ""
    clip: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class FoundMoment:
    """A moment of the page with its clip, or why it has none, and the same of its backward twin if it has one."""

    moment: Moment
    clip: PlayableClip
    twin: Moment | None = None
    twin_clip: PlayableClip | None = None


def search_asked(given: Mapping[str, str]) -> Search:
    """The search that an address names; raises BadInput naming the field that it cannot be."""
    words, video = (given.get(field, "").strip() for field in ("words", "video"))
    if len(words) > LONGEST_SEARCH or len(video) > LONGEST_SEARCH:
        raise BadInput(f"words and video: at most {LONGEST_SEARCH} characters")
    number = given.get("desc_id", "").strip()
    is_number = number.isascii() and number.isdigit() and len(number) < 20 and int(number) <= HIGHEST_ID
    if number and not is_number:
        raise BadInput("desc_id: expected a whole number")
    for field, known in (("kind", MomentKind.values), ("clip", list(CLIP_STATES)), ("split", Split.values)):
        if given.get(field) and given[field] not in known:
            raise BadInput(f"{field}: expected one of {', '.join(known)}")
    chosen = (given.get(field, "") for field in ("kind", "clip", "split"))
    return Search(tuple(words.split()[:MOST_WORDS]), video, int(number) if number else None, *chosen)


def found_moments(campaign: Campaign, search: Search) -> QuerySet[Moment]:
    """The moments by desc_id. A split's moments are those of its queries' pairs.

    In a twins campaign they are the forward ones; one is also found by the number or the clip of its twin.
    """
    wanted = Q()
    for word in search.words:
        wanted &= Q(description__icontains=word) | Q(caption__icontains=word)
    if search.video:
        named = campaign.videos.filter(name__icontains=search.video).values("pk")
        wanted &= Q(video__in=named)
    if search.desc_id is not None:
        wanted &= Q(desc_id=search.desc_id) | Q(as_forward__backward__desc_id=search.desc_id)
    if search.kind:
        wanted &= Q(kind=search.kind)
    if search.split:
        wanted &= Q(Exists(Pair.objects.filter(moment=OuterRef("pk"), query__split=search.split)))
    if not campaign.is_twin:
        return campaign.moments.filter(wanted & _with_clip("pk", search.clip)).order_by("desc_id")
    if search.clip:
        wanted &= _with_clips(search.clip)
    return campaign.moments.filter(wanted, direction=Direction.FORWARD).order_by("desc_id")


def moment_page(campaign: Campaign, search: Search, number: str | None) -> tuple[Page[Moment], list[FoundMoment]]:
    """One page of them with their clips, in a fixed number of SQL queries."""
    found = found_moments(campaign, search).select_related("video", "as_forward__backward")
    page: Page[Moment] = Paginator(found, MOMENTS_A_PAGE).get_page(number)
    moments: Sequence[Moment] = list(page.object_list)
    twins = {moment.pk: moment.as_forward.backward for moment in moments if hasattr(moment, "as_forward")}
    clips = playable_clips([*(moment.pk for moment in moments), *(twin.pk for twin in twins.values())])
    rows = []
    for moment in moments:
        twin = twins.get(moment.pk)
        rows.append(FoundMoment(moment, clips[moment.pk], twin, clips[twin.pk] if twin else None))
    return page, rows


def _with_clips(state: str) -> Q:
    """With a clip are moments that have one in both directions; one direction without, or that failed, is enough."""
    forward, backward = _with_clip("pk", state), _with_clip("as_forward__backward", state)
    alone = Q(as_forward=None)
    return forward & (alone | backward) if state == "ready" else forward | (~alone & backward)


def _with_clip(moment: str, state: str) -> Q:
    """The condition on the clips of that moment, a field of the row."""
    clips = Clip.objects.filter(moment=OuterRef(moment))
    ready = Exists(clips.filter(state=ClipState.READY))
    return {
        "ready": Q(ready),
        "none": ~Q(ready),
        "failed": ~Q(ready) & Q(Exists(clips.filter(state=ClipState.FAILED))),
    }.get(state, Q())
