"""Compares what the database says of clips with what lies in the clip storage, and removes what nothing names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from moments.base.errors import BadInput
from moments.clips.buckets.troubles import CLIENT_ERRORS, trouble_of
from moments.clips.services.storage_state import abort_half_uploads, stored_files
from moments.clips.storage import clip_file, delete_clip
from moments.models import Campaign, Clip, ClipPart, ClipState, Illustration, Poster, SampleClip, SourceProxy

# As `random_key` makes them: whatever else lies there is not ours to remove.
OURS = re.compile(r"[A-Za-z0-9_-]{24}\.(gif|mp4|webp|jpg|png|json|probe)", re.ASCII)
# What is being cut now is in the storage before a row names it.
YOUNG = timedelta(hours=1)
DAY = timedelta(days=1)
READERS = 4


@dataclass(frozen=True, slots=True)
class Named:
    """A name that the database gives, the moment (by desc_id) whose clip or poster it is, and the bytes expected there.

    `kind` is the rendition, `poster`, or for a file beside a proxy `frames` or `sheet`; for what texts show it is
    `illustration`, and there is no moment.
    """

    moment: int | None
    kind: str
    name: str
    size: int
    sha256: str


@dataclass(slots=True)
class Compared:
    """How many clips and posters are as the database says, those that are not, and names that nothing has."""

    good: int = 0
    missing: list[Named] = field(default_factory=list)
    wrong: list[Named] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether every clip has its bytes; orphans only cost space."""
        return not self.missing and not self.wrong

    @property
    def moments(self) -> list[int]:
        """The moments, by desc_id, that are to be cut again."""
        return sorted({one.moment for one in (*self.missing, *self.wrong) if one.moment is not None})


def compare_clips(
    *, campaign: Campaign, deep: bool = False, now: datetime, advance: Callable[[int], None] = lambda clips: None
) -> Compared:
    """The campaign's ready clips and posters against their bytes: there, as many, and with `deep` the very same.

    Orphans are names of our form that no clip of any campaign has and that are older than an hour.
    """
    found = Compared()
    stored = {one.name: one for one in stored_files()}
    expected = list(_named(campaign))
    there = []
    for one in expected:
        if one.name not in stored:
            found.missing.append(one)
        elif stored[one.name].size != one.size:
            found.wrong.append(one)
        else:
            there.append(one)
    if deep:
        with ThreadPoolExecutor(READERS) as pool:
            for one, is_same in zip(there, pool.map(_is_same, there), strict=True):
                if not is_same:
                    found.wrong.append(one)
                advance(1)
    found.good = len(expected) - len(found.missing) - len(found.wrong)
    old = [name for name, one in stored.items() if OURS.fullmatch(name) and one.at < now - YOUNG]
    names = _all_names()
    found.orphans = sorted(name for name in old if name not in names)
    return found


def moments_damaged(*, campaign: Campaign, now: datetime) -> list[int]:
    """By desc_id, those of which a clip or poster is missing or of another size; raises BadInput naming the state."""
    try:
        return compare_clips(campaign=campaign, now=now).moments
    except (*CLIENT_ERRORS, OSError) as error:
        raise BadInput(trouble_of(error).reason) from error


def remove_orphans(*, campaign: Campaign, now: datetime) -> tuple[int, int]:
    """Delete them, and end uploads that hang for a day; how many of each.

    Safe while cutting runs: a name that is listed as an orphan is an hour old, and a key is never used twice.
    """
    removed = 0
    for name in compare_clips(campaign=campaign, now=now).orphans:
        delete_clip(name)
        removed += 1
    return removed, abort_half_uploads(before=now - DAY)


def _named(campaign: Campaign) -> Iterator[Named]:
    clips = Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY)
    for clip in clips.select_related("moment").order_by("pk").iterator(chunk_size=2000):
        yield Named(clip.moment.desc_id, clip.rendition, clip.name, clip.size, clip.sha256)
    posters = Poster.objects.filter(moment__campaign=campaign).select_related("moment")
    for poster in posters.order_by("pk").iterator(chunk_size=2000):
        yield Named(poster.moment.desc_id, "poster", poster.name, poster.size, poster.sha256)
    parts = ClipPart.objects.filter(clip__moment__campaign=campaign, clip__state=ClipState.READY)
    for part in parts.select_related("clip__moment").order_by("pk").iterator(chunk_size=2000):
        yield Named(part.clip.moment.desc_id, part.kind, part.name, part.size, part.sha256)
    for row in campaign.illustrations.filter(removed_at=None).order_by("pk"):
        yield Named(None, "illustration", row.name, row.size, row.sha256)


def _all_names() -> set[str]:
    """Of every campaign, whatever their state: the storage is one for all."""
    rows = (
        Clip.objects.only("key", "rendition"),
        ClipPart.objects.only("key", "kind"),
        Poster.objects.only("key"),
        SampleClip.objects.filter(size__gt=0).only("key", "rendition"),
        Illustration.objects.filter(removed_at=None).only("key", "suffix"),
    )
    names = {row.name for each in rows for row in each.iterator(chunk_size=2000)}
    return names.union(*(proxy.names for proxy in SourceProxy.objects.all()))


def _is_same(one: Named) -> bool:
    digest = hashlib.sha256()
    try:
        with clip_file(one.name) as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    except FileNotFoundError:
        return False
    return digest.hexdigest() == one.sha256
