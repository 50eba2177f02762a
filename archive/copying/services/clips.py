"""Shares the bytes of clips with a copy: stored under fresh names first, then named by the copy's rows.

What a copy stored that was killed is cleared away by the next copy or restore (`fresh_names`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice

from django.db.models import QuerySet

from archive.copying.services.rows import Keys, copied
from archive.restoring.services.names import FreshNames, fresh_names
from moments.base.errors import BadInput
from moments.clips.buckets.troubles import trouble_of
from moments.clips.services.keeping import forget
from moments.clips.storage import share_clip
from moments.database.planner_statistics import refresh_statistics
from moments.models import Campaign, Clip, ClipPart, ClipState, Poster

AT_ONCE = 64
AT_A_TIME = 8
KINDS = ("clips", "parts", "posters")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the clip storage: its row, and the fresh key under which the copy gets it."""

    row: Clip | ClipPart | Poster
    fresh: str

    @property
    def fresh_name(self) -> str:
        """The name that the copy's row will have."""
        return self.fresh + self.row.name.removeprefix(self.row.key)


FreshKeys = dict[str, str]
Group = Sequence[File]


@contextmanager
def shared_clips(source: Campaign, advance: Callable[[int], None]) -> Iterator[FreshKeys]:
    """Store the bytes of the campaign's ready clips, their parts and posters under fresh keys; these by the old ones.

    They go if the block fails. Left out, so that the copy has them cut, are clips of which a file is missing. `advance`
    gets how many more clips are stored. Raises BadInput where the storage cannot be used.
    """
    parts = _parts(source)
    clips, posters = list(clips_to_share(source)), list(posters_to_share(source))
    numbers = (len(clips), sum(len(parts[clip.pk]) for clip in clips), len(posters))
    with fresh_names(dict(zip(KINDS, numbers, strict=True))) as names:
        yield _share(_groups(names, clips, parts, posters), advance)


def copy_clips(source: Campaign, keys: FreshKeys, moments: Keys) -> None:
    """Store rows for what was shared, unless the source has had it cut again meanwhile."""
    clips = copied(clips_to_share(source), {}, {"moment_id": moments, "key": keys}, known="key")
    parts = ClipPart.objects.filter(clip__in=list(clips)).order_by("pk")
    copied(parts, {}, {"clip_id": clips, "key": keys})
    copied(posters_to_share(source), {}, {"moment_id": moments, "key": keys}, known="key")
    refresh_statistics(Clip, Poster)


def clips_to_share(source: Campaign) -> QuerySet[Clip]:
    """The ready clips, save those of moments that were withdrawn everywhere."""
    ready = Clip.objects.filter(moment__campaign=source, state=ClipState.READY)
    return ready.filter(moment__withdrawn=None).order_by("pk")


def posters_to_share(source: Campaign) -> QuerySet[Poster]:
    """The posters, likewise."""
    return Poster.objects.filter(moment__campaign=source, moment__withdrawn=None).order_by("pk")


def _parts(source: Campaign) -> dict[int, list[ClipPart]]:
    found: dict[int, list[ClipPart]] = defaultdict(list)
    for part in ClipPart.objects.filter(clip__moment__campaign=source).order_by("pk"):
        found[part.clip_id].append(part)
    return found


def _groups(
    names: FreshNames, clips: Sequence[Clip], parts: dict[int, list[ClipPart]], posters: Sequence[Poster]
) -> Iterator[Group]:
    """What is of use only together: each clip with its parts, and each poster."""
    places = count(1)
    for place, clip in enumerate(clips, start=1):
        beside = [File(part, names.name("parts", next(places))) for part in parts[clip.pk]]
        yield [File(clip, names.name("clips", place)), *beside]
    for place, poster in enumerate(posters, start=1):
        yield [File(poster, names.name("posters", place))]


def _share(groups: Iterator[Group], advance: Callable[[int], None]) -> FreshKeys:
    keys: FreshKeys = {}
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        while chunk := list(islice(groups, AT_ONCE)):
            try:
                shared = list(pool.map(_share_group, chunk))
            except Exception as error:  # whatever the storage's client raises
                raise BadInput(trouble_of(error).reason) from error
            for group, is_whole in zip(chunk, shared, strict=True):
                keys.update({file.row.key: file.fresh for file in group} if is_whole else {})
            advance(len(chunk))
    return keys


def _share_group(group: Group) -> bool:
    """Whether all of its files are stored under their fresh names; if one is missing, none stays."""
    for done, file in enumerate(group):
        try:
            share_clip(file.row.name, file.fresh_name)
        except FileNotFoundError:
            for other in group[:done]:
                forget(other.fresh_name)
            return False
    return True
