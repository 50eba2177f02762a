"""Which moments need a clip, in which renditions, and which have one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from moments.database.prepared import PreparedRows
from moments.models import Campaign, CampaignKind, Clip, ClipState, Moment, Pair, Poster, WithdrawnMoment
from moments.models.checks import PROXY
from moments.models.clips import MEDIA_TYPES

CHUNK = 500
HIGHEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Want:
    """A moment and the renditions that are to be cut of it; its poster is cut beside them, but not beside a proxy."""

    moment: Moment
    renditions: Sequence[str]


def all_moments(campaign: Campaign) -> QuerySet[Moment]:
    """The moments that can be cut; where segments are marked, these are whole videos."""
    return campaign.moments.filter(whole=True) if campaign.kind == CampaignKind.MARK else campaign.moments.all()


def needed_moments(campaign: Campaign) -> QuerySet[Moment]:
    """The moments that a pair needs, without those that a lead withdrew everywhere.

    Every whole video is one, as questions are written on it before there is a pair, and so is every moment that has a
    twin.
    """
    if campaign.kind == CampaignKind.MARK:
        return all_moments(campaign)
    if campaign.kind == CampaignKind.TWIN:
        paired = Q(as_forward__backward__withdrawn=None, as_forward__isnull=False)
        paired |= Q(as_backward__forward__withdrawn=None, as_backward__isnull=False)
        return campaign.moments.filter(paired, withdrawn=None)
    withdrawn = WithdrawnMoment.objects.filter(moment=OuterRef("pk"))
    return campaign.moments.filter(Exists(Pair.objects.filter(moment=OuterRef("pk"))), ~Exists(withdrawn))


def moments_without_clip(campaign: Campaign) -> QuerySet[Moment]:
    """Those of them that cannot be shown: no rendition is ready."""
    return needed_moments(campaign).filter(~Exists(_ready(OuterRef("pk"))))


def ready_clips(moments: Iterable[int], plays: Sequence[str] | None = None) -> dict[int, Clip]:
    """The clip to show of each of the moments (by primary key) that has one; one SQL query.

    It is the smallest, in bytes, whose media type is among `plays`, of those with sound if there are any; without
    `plays`, or if none is among them, the GIF if there is one, else the smallest.
    """
    return {moment: _chosen(clips, plays or ()) for moment, clips in ready_renditions(moments).items()}


def ready_renditions(moments: Iterable[int]) -> dict[int, list[Clip]]:
    """All ready clips of each of the moments (by primary key) that has one, smallest first; one SQL query.

    No proxies: a whole video is shown where segments are marked, with what `whole_video_of` gives.
    """
    wanted = list(moments)
    clips = _ready_of_one.rows(moment=wanted[0]) if len(wanted) == 1 else _ready_of(wanted)
    found: dict[int, list[Clip]] = defaultdict(list)
    for clip in clips:
        found[clip.moment_id].append(clip)
    return dict(found)


def _ready_of(moments: list[int]) -> QuerySet[Clip]:
    clips = Clip.objects.filter(moment__in=moments, state=ClipState.READY).exclude(rendition=PROXY)
    return clips.order_by("moment", "size", "rendition")


_ready_of_one = PreparedRows(lambda moment: _ready_of([moment]).defer("reason", "sha256", "cut_at"), moment=int)


def ready_clips_of_all_kinds(moments: Iterable[int]) -> dict[int, list[Clip]]:
    """The same, with the proxies of whole videos; one SQL query."""
    found: dict[int, list[Clip]] = defaultdict(list)
    for clip in Clip.objects.filter(moment__in=list(moments), state=ClipState.READY).order_by("moment", "size"):
        found[clip.moment_id].append(clip)
    return dict(found)


def clip_failures(moments: Iterable[int]) -> dict[int, str]:
    """Why the moments (by primary key) that cannot be shown because cutting failed have no clip."""
    failed = Clip.objects.filter(~Exists(_ready(OuterRef("moment"))), moment__in=list(moments), state=ClipState.FAILED)
    return dict(failed.order_by("-rendition").values_list("moment", "reason"))


def wanted_moments(campaign: Campaign, *, everything: bool, failed: bool = False) -> QuerySet[Moment]:
    """The moments that a pair needs, or `everything`; with `failed` only those of which a clip failed."""
    moments = all_moments(campaign) if everything else needed_moments(campaign)
    clips = Clip.objects.filter(moment=OuterRef("pk"), state=ClipState.FAILED)
    return moments.filter(Exists(clips)) if failed else moments


def without_rendition(name: str) -> Q:
    """The condition on moments that this rendition of them is not ready."""
    return Q(~Exists(_ready(OuterRef("pk")).filter(rendition=name)))


def missing_clips(moments: QuerySet[Moment], renditions: Sequence[str]) -> list[Want]:
    """What is to be cut of the moments, in the order of the videos: renditions that are not ready, and the poster.

    A moment that lacks nothing is left out. A whole video has no poster.
    """
    found = list(moments.select_related("video").order_by("video_id", "start_s", "pk"))
    rows = Clip.objects.filter(moment__in=moments, state=ClipState.READY)
    ready = set(rows.values_list("moment", "rendition"))
    shown = set(Poster.objects.filter(moment__in=moments).values_list("moment", flat=True))
    wants = []
    for moment in found:
        names = [name for name in renditions if (moment.pk, name) not in ready]
        if names or not (moment.whole or moment.pk in shown):
            wants.append(Want(moment, names))
    return wants


def clips_again(campaign: Campaign, desc_ids: Collection[int]) -> list[Want]:
    """Of those moments of the campaign that exist, the campaign's renditions and any other that is ready."""
    moments: list[Moment] = []
    wanted = sorted(desc_id for desc_id in set(desc_ids) if 0 <= desc_id <= HIGHEST_ID)
    for start in range(0, len(wanted), CHUNK):
        found = all_moments(campaign).filter(desc_id__in=wanted[start : start + CHUNK])
        moments += found.select_related("video").order_by("desc_id")
    ready = dict(_other_renditions(campaign, moments))
    names = campaign.rendition_names
    others = [name for name in MEDIA_TYPES if name not in names]
    return [
        Want(moment, [*names, *(name for name in others if moment.pk in ready.get(name, ()))]) for moment in moments
    ]


def newest_cuts(moments: Iterable[int]) -> dict[int, datetime]:
    """When the newest ready clip of each of the moments (by primary key) was cut; one SQL query."""
    rows = Clip.objects.filter(moment__in=set(moments), state=ClipState.READY, cut_at__isnull=False).order_by()
    return dict(rows.values_list("moment").annotate(at=Max("cut_at")))


def ready_posters(moments: Iterable[int]) -> dict[int, Poster]:
    """The poster of each of the moments (by primary key) that has one; one SQL query."""
    return {poster.moment_id: poster for poster in Poster.objects.filter(moment__in=list(moments))}


def _other_renditions(campaign: Campaign, moments: Sequence[Moment]) -> Iterator[tuple[str, set[int]]]:
    """Renditions that the campaign has dropped, with those of the moments that still have them."""
    for name in MEDIA_TYPES:
        if name not in campaign.rendition_names:
            rows = Clip.objects.filter(moment__campaign=campaign, rendition=name, state=ClipState.READY)
            yield name, set(rows.values_list("moment", flat=True)) & {moment.pk for moment in moments}


def _ready(moment: OuterRef) -> QuerySet[Clip]:
    return Clip.objects.filter(moment=moment, state=ClipState.READY)


def _chosen(smallest_first: Sequence[Clip], plays: Collection[str]) -> Clip:
    """The one of a moment's ready clips to show, as `ready_clips` says."""
    playable = [clip for clip in smallest_first if clip.media_type in plays]
    heard = (clip for clip in playable if clip.has_sound)
    pictures = (clip for clip in smallest_first if clip.rendition == "gif")
    return next(heard, None) or next(iter(playable), None) or next(pictures, smallest_first[0])
