"""Takes in pictures and clips for the texts of a campaign, and removes them."""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO

from django.db import transaction
from django.db.models import Max

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.buckets.troubles import trouble_of
from moments.clips.cutting.clips import cut_stretch
from moments.clips.cutting.containers import HEAD_BYTES, demuxer_of
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.graphs import CutStretch
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.selectors.clips import ready_renditions
from moments.clips.services.keeping import forget
from moments.clips.storage import clip_file, store_bytes
from moments.illustrations.ledger_kinds import ILLUSTRATION_ADDED, ILLUSTRATION_REMOVED
from moments.illustrations.pictures import KINDS, LARGEST_BYTES, clean_picture, picture_format
from moments.ledger.services import record_decision
from moments.models import Campaign, Illustration, Moment
from moments.models.clips import random_key
from moments.models.illustrations import LONGEST_DESCRIPTION

MOST = 200
LARGEST_CLIP_BYTES = 20_000_000
LONGEST_CLIP_S = 30.0
CLIP_HEIGHT, CLIP_FPS = 480, 12.0
CLIP_KINDS = ("mov", "matroska")
# Somebody waits for the answer, unlike with clips of moments.
PATIENCE = Limits(wall_s=25.0, output_bytes=20_000_000)
EXPECTED = f"expected a picture ({KINDS}) or a clip (MP4 or WebM)"


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is to be stored: an open file, what its name ends in, its shape."""

    file: IO[bytes]
    suffix: str
    width: int
    height: int
    seconds: float = 0.0


def add_illustration(
    *, campaign: Campaign, file: IO[bytes], description: str, actor: str, now: datetime
) -> Illustration:
    """The uploaded picture or clip, written again within limits, under the campaign's next number.

    Raises BadInput, naming the field, for a description that is missing or too long, and for a file that is too large,
    too long, damaged, or neither.
    """
    words = checked_description(description)
    with _prepared(file) as prepared:
        return _kept(campaign, prepared, words, actor, now)


def add_moment_clip(*, moment: Moment, description: str, actor: str, now: datetime) -> Illustration:
    """A copy of the moment's clip, which stays as it is whatever is cut later; raises BadInput if it has none."""
    words = checked_description(description)
    ready = {clip.rendition: clip for clip in ready_renditions([moment.pk]).get(moment.pk, [])}
    clip = next((ready[name] for name in ("mp4", "webp", "gif") if name in ready), None)
    if clip is None:
        raise BadInput(f"moment {moment.desc_id} has no clip that is ready", field="moment")
    try:
        with clip_file(clip.name) as file:
            shape = (clip.width, clip.height, clip.seconds)
            return _kept(moment.campaign, _Prepared(file, clip.rendition, *shape), words, actor, now)
    except FileNotFoundError as error:
        raise BadInput(f"the clip of moment {moment.desc_id} is not in the clip storage", field="moment") from error


def copy_illustrations(*, source: Campaign, copy: Campaign, actor: str, now: datetime) -> int:
    """Give the copy the pictures and clips of its source under the same numbers; how many.

    One whose bytes are not there is left out. Raises BadInput where the storage does not give or take them.
    """
    done = 0
    for row in source.illustrations.filter(removed_at=None).order_by("number"):
        try:
            with clip_file(row.name) as file:
                shape = (row.width, row.height, row.seconds)
                _kept(copy, _Prepared(file, row.suffix, *shape), row.description, actor, now, row.number)
        except FileNotFoundError:
            continue
        done += 1
    return done


@transaction.atomic
def remove_illustration(*, illustration: Illustration, actor: str, now: datetime) -> None:
    """Forget its bytes; raises BadInput if it is gone already. The caller refuses what a text still shows."""
    campaign = illustration.campaign
    hold_campaign(campaign)
    if not campaign.illustrations.filter(pk=illustration.pk, removed_at=None).update(removed_at=now):
        raise BadInput(f"number {illustration.number} was removed already")
    payload = {"number": illustration.number, "sha256": illustration.sha256}
    record_decision(campaign=campaign, kind=ILLUSTRATION_REMOVED, actor=actor, payload=payload, now=now)
    transaction.on_commit(partial(forget, illustration.name), robust=True)


def checked_description(description: str) -> str:
    """One line; raises BadInput if there is none or it is too long."""
    words = " ".join(description.split())
    if not words:
        raise BadInput("say what can be seen, for people who cannot see it", field="description")
    if len(words) > LONGEST_DESCRIPTION or "\0" in words:
        raise BadInput(f"expected at most {LONGEST_DESCRIPTION} characters", field="description")
    return words


@contextmanager
def _prepared(file: IO[bytes]) -> Iterator[_Prepared]:
    """The file fit to be shown, for the time of the block."""
    head = file.read(HEAD_BYTES)
    file.seek(0)
    if picture_format(head):
        picture = clean_picture(file.read(LARGEST_BYTES + 1))
        yield _Prepared(io.BytesIO(picture.content), picture.suffix, picture.width, picture.height)
        return
    try:
        known = demuxer_of(head) in CLIP_KINDS
    except CutError:
        known = False
    if not known:
        raise BadInput(EXPECTED, field="file")
    with scratch_folder("reelevance-illustration") as scratch:
        try:
            prepared = _cut(file, scratch)
        except CutError as error:
            raise BadInput(error.reason, field="file") from error
        with prepared.file:
            yield prepared


def _cut(file: IO[bytes], scratch: Path) -> _Prepared:
    """The whole clip, cut as clips of moments are: no sound, no metadata, nothing but its pictures."""
    source, target = scratch / "uploaded", scratch / "clip.mp4"
    with source.open("wb") as copy:
        shutil.copyfileobj(file, copy)
    if source.stat().st_size > LARGEST_CLIP_BYTES:
        most = readable_bytes(LARGEST_CLIP_BYTES)
        raise BadInput(f"the clip has {readable_bytes(source.stat().st_size)}; expected at most {most}", field="file")
    duration_s = probe_video(source, limits=PATIENCE).duration_s
    if duration_s > LONGEST_CLIP_S:
        raise BadInput(f"the clip lasts {duration_s:.1f} s; expected at most {LONGEST_CLIP_S:g} s", field="file")
    stretch = CutStretch(source, 0.0, duration_s, CLIP_HEIGHT, CLIP_FPS)
    cut = cut_stretch(stretch, {"mp4": target}, limits=PATIENCE)["mp4"]
    if isinstance(cut, CutError):
        raise cut
    return _Prepared(target.open("rb"), "mp4", cut.width, cut.height, cut.seconds)


def _kept(
    campaign: Campaign, prepared: _Prepared, description: str, actor: str, now: datetime, number: int | None = None
) -> Illustration:
    """Bytes first, then the row that names them; what no row names goes."""
    digest = hashlib.file_digest(prepared.file, "sha256")  # type: ignore[arg-type]
    size = prepared.file.seek(0, io.SEEK_END)
    prepared.file.seek(0)
    row = Illustration(
        campaign=campaign, suffix=prepared.suffix, description=description, key=random_key(), size=size,
        width=prepared.width, height=prepared.height, seconds=prepared.seconds, sha256=digest.hexdigest(),
        actor=actor, created_at=now,
    )  # fmt: skip
    try:
        store_bytes(row, prepared.file)
    except Exception as error:  # whatever the storage's client raises
        forget(row.name)
        raise BadInput(trouble_of(error).reason) from error
    try:
        _named(row, number)
    except BaseException:
        forget(row.name)
        raise
    return row


@transaction.atomic
def _named(row: Illustration, number: int | None) -> None:
    campaign = row.campaign
    hold_campaign(campaign)
    if campaign.illustrations.filter(removed_at=None).count() >= MOST:
        raise BadInput(f"the campaign already has {counted(MOST, 'picture and clip', 'pictures and clips')}")
    highest = campaign.illustrations.aggregate(highest=Max("number"))["highest"] or 0
    row.number = number or highest + 1
    row.save(force_insert=True)
    payload = {"number": row.number, "sha256": row.sha256, "bytes": row.size, "description": row.description}
    record_decision(campaign=campaign, kind=ILLUSTRATION_ADDED, actor=row.actor, payload=payload, now=row.created_at)
