"""Which moments need a clip, in which renditions, and which have one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from moments.models import Campaign, Clip, ClipState, Moment, Pair
from moments.models.clips import MEDIA_TYPES

CHUNK = 500
HIGHEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Order:
    """A moment and the renditions that are to be cut of it."""

    moment: Moment
    renditions: Sequence[str]


def needed_moments(campaign: Campaign) -> QuerySet[Moment]:
    """The moments that a pair needs."""
    return campaign.moments.filter(Exists(Pair.objects.filter(moment=OuterRef("pk"))))


def moments_without_clip(campaign: Campaign) -> QuerySet[Moment]:
    """Those of them that cannot be shown: no rendition is ready."""
    return needed_moments(campaign).filter(~Exists(_ready(OuterRef("pk"))))


def ready_clips(moments: Iterable[int], plays: Sequence[str] | None = None) -> dict[int, Clip]:
    """The clip to show of each of the moments (by primary key) that has one; one SQL query.

    It is the smallest, in bytes, whose media type is among `plays`; where nothing is said of that or none
    is, the GIF if there is one, else the smallest.
    """
    return {moment: _chosen(clips, plays or ()) for moment, clips in ready_renditions(moments).items()}


def ready_renditions(moments: Iterable[int]) -> dict[int, list[Clip]]:
    """All ready clips of each of the moments (by primary key) that has one, smallest first; one SQL query."""
    clips = Clip.objects.filter(moment__in=list(moments), state=ClipState.READY).order_by("moment", "size", "rendition")
    found: dict[int, list[Clip]] = defaultdict(list)
    for clip in clips:
        found[clip.moment_id].append(clip)
    return dict(found)


def clip_failures(moments: Iterable[int]) -> dict[int, str]:
    """Why the moments (by primary key) that cannot be shown because cutting failed have no clip."""
    failed = Clip.objects.filter(~Exists(_ready(OuterRef("moment"))), moment__in=list(moments), state=ClipState.FAILED)
    return dict(failed.order_by("-rendition").values_list("moment", "reason"))


def moments_to_cut(campaign: Campaign, *, everything: bool) -> QuerySet[Moment]:
    """The moments of which some rendition of the campaign is not ready: those that a pair needs, or `everything`."""
    moments = campaign.moments.all() if everything else needed_moments(campaign)
    wanting = Q()
    for name in campaign.rendition_names:
        wanting |= Q(~Exists(_ready(OuterRef("pk")).filter(rendition=name)))
    return moments.filter(wanting).order_by("video_id", "start_s", "pk")


def missing_clips(campaign: Campaign, *, everything: bool) -> list[Order]:
    """What is to be cut, in the order of the videos: of each such moment the renditions that are not ready."""
    moments = list(moments_to_cut(campaign, everything=everything).select_related("video"))
    ready = _ready_pairs(Clip.objects.filter(moment__campaign=campaign))
    names = campaign.rendition_names
    return [Order(moment, [name for name in names if (moment.pk, name) not in ready]) for moment in moments]


def clips_again(campaign: Campaign, desc_ids: Collection[int]) -> list[Order]:
    """Of those moments of the campaign that exist, the campaign's renditions and any other that is ready."""
    moments: list[Moment] = []
    wanted = sorted(desc_id for desc_id in set(desc_ids) if 0 <= desc_id <= HIGHEST_ID)
    for start in range(0, len(wanted), CHUNK):
        found = campaign.moments.filter(desc_id__in=wanted[start : start + CHUNK])
        moments += found.select_related("video").order_by("desc_id")
    ready = _ready_pairs(Clip.objects.filter(moment__campaign=campaign))
    names = campaign.rendition_names
    others = [name for name in MEDIA_TYPES if name not in names]
    return [Order(moment, [*names, *(name for name in others if (moment.pk, name) in ready)]) for moment in moments]


def _ready(moment: OuterRef) -> QuerySet[Clip]:
    return Clip.objects.filter(moment=moment, state=ClipState.READY)


def _ready_pairs(clips: QuerySet[Clip]) -> set[tuple[int, str]]:
    return set(clips.filter(state=ClipState.READY).values_list("moment", "rendition"))


def _chosen(smallest_first: Sequence[Clip], plays: Collection[str]) -> Clip:
    playable = (clip for clip in smallest_first if clip.media_type in plays)
    pictures = (clip for clip in smallest_first if clip.rendition == "gif")
    return next(playable, None) or next(pictures, smallest_first[0])
