"""Takes videos that are uploaded in parts, which may stop at any byte and go on later, from any tab."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import F, Sum

from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.cutting.containers import HEAD_BYTES, demuxer_of
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.selectors.video_places import upload_address
from moments.clips.services.source_proxies import forget_old_proxies
from moments.ledger.services import record_decision
from moments.material.ledger_kinds import UPLOADED_VIDEO_DELETED, VIDEO_UPLOADED
from moments.material.naming import kept_name
from moments.material.storage import PART_BYTES, UNFINISHED, place_at
from moments.models import Campaign, CampaignStatus, VideoUpload

LARGEST_BYTES = 50_000_000_000
LATEST_MS = 2**53
MOST_UNFINISHED = 100
KEPT = timedelta(days=3)


class OffsetDiffers(BadInput):
    """The part does not begin where the upload stands: another tab was faster, or an answer was lost."""

    def __init__(self, upload: VideoUpload) -> None:
        self.upload = upload
        super().__init__(f"the upload continues at byte {upload.received:,}")


class PartDamaged(BadInput):
    """The part is not what was sent; it can be sent again."""


def begin_upload(
    *, campaign: Campaign, given_name: str, size: int, modified_ms: int, actor: str, now: datetime
) -> VideoUpload:
    """An upload that waits for its next part: the one begun before of the same name, size and time, or a new one.

    Raises BadInput for a name or size that cannot be, a video that is there already, too many unfinished uploads, a
    full disk, and in an archive or a trial.
    """
    video_name, name = kept_name(given_name)
    if campaign.status == CampaignStatus.ARCHIVE or campaign.is_trial:
        raise BadInput("an archive or a trial takes no videos")
    if not 0 < size <= LARGEST_BYTES:
        raise BadInput(f"expected 1 byte to {readable_bytes(LARGEST_BYTES)}", field="size")
    if not 0 <= modified_ms <= LATEST_MS:
        raise BadInput("expected milliseconds", field="modified")
    known = _begun(campaign, video_name, name, size, modified_ms)
    if known is not None:
        return known
    address = upload_address(campaign)
    place = place_at(address)
    if place.holds(name):
        raise BadInput(f"{isolated(name)} is there already", field="name")
    place.require_space(size + _bytes_to_come())
    upload = VideoUpload(
        campaign=campaign,
        video_name=video_name,
        name=name,
        given_name=Path(given_name.replace("\\", "/")).name[:200].encode(errors="replace").decode().replace("\0", ""),
        place=address,
        key=place.begin(name),
        size=size,
        modified_ms=modified_ms,
        actor=actor,
        started_at=now,
        touched_at=now,
    )
    return _kept(upload)


def _begun(campaign: Campaign, video_name: str, name: str, size: int, modified_ms: int) -> VideoUpload | None:
    """The upload of this very file that is unfinished; raises BadInput where the name is taken."""
    known = campaign.video_uploads.filter(video_name=video_name).first()
    if known is None:
        if campaign.video_uploads.filter(finished_at=None).count() >= MOST_UNFINISHED:
            raise BadInput(f"{MOST_UNFINISHED} uploads are unfinished; continue or cancel some of them")
        return None
    if known.finished_at is not None:
        raise BadInput(f"{isolated(known.name)} was uploaded already", field="name")
    if (known.name, known.size, known.modified_ms) != (name, size, modified_ms):
        raise BadInput(
            f"another file for the video {video_name} is unfinished; continue with that one or cancel its upload",
            field="name",
        )
    return known


def _kept(upload: VideoUpload) -> VideoUpload:
    """The upload, or the one that another tab began at the same time."""
    same = None
    try:
        with transaction.atomic():
            hold_campaign(upload.campaign)
            same = _begun(upload.campaign, upload.video_name, upload.name, upload.size, upload.modified_ms)
            if same is None:
                upload.save()
    finally:
        if upload.pk is None:
            _clean(upload)
    return same or upload


def keep_part(*, upload: VideoUpload, offset: int, data: bytes, checksum: str, now: datetime) -> VideoUpload:
    """Keep the part that begins at `offset`, and give the video its name once all of it is there.

    `checksum` is the part's SHA-256 or empty. Raises OffsetDiffers if the upload stands elsewhere, PartDamaged for a
    part that was cut or changed on its way, and BadInput, the upload being dropped, if it is no video.
    """
    if upload.finished_at is not None:
        return upload
    if offset != upload.received:
        raise OffsetDiffers(upload)
    if len(data) != min(PART_BYTES, upload.size - offset):
        raise PartDamaged(f"the part arrived with {counted(len(data), 'byte')}")
    if checksum and sha256(data).hexdigest() != checksum:
        raise PartDamaged("the part was changed on its way")
    if data:
        if not offset:
            _require_video(upload, data)
        _store(upload, data, now)
    return _finished(upload, now) if upload.received == upload.size else upload


def _store(upload: VideoUpload, data: bytes, now: datetime) -> None:
    """Two tabs may send the same part: both write the same bytes to one place, and one of them counts them."""
    etag = place_at(upload.place).keep(upload, data)
    received, etags = upload.received + len(data), [*upload.etags, etag] if etag else []
    mine = VideoUpload.objects.filter(pk=upload.pk, received=upload.received, finished_at=None)
    if not mine.update(received=received, etags=etags, touched_at=now):
        raise OffsetDiffers(VideoUpload.objects.filter(pk=upload.pk).first() or upload)
    upload.received, upload.etags = received, etags


def _finished(upload: VideoUpload, now: datetime) -> VideoUpload:
    place = place_at(upload.place)
    place.finish(upload)
    with transaction.atomic():
        hold_campaign(upload.campaign)
        if VideoUpload.objects.filter(pk=upload.pk, finished_at=None).update(finished_at=now):
            payload = {"file": upload.name, "bytes": upload.size}
            record_decision(campaign=upload.campaign, kind=VIDEO_UPLOADED, actor=upload.actor, payload=payload, now=now)
        elif not VideoUpload.objects.filter(pk=upload.pk).exists():
            place.delete(upload.name)
            raise BadInput("the upload was cancelled while its last part arrived")
    upload.refresh_from_db()
    place.clean(upload)
    return upload


def drop_upload(*, upload: VideoUpload, actor: str, now: datetime) -> None:
    """Forget an unfinished upload, or delete a video that has arrived and that the campaign does not have.

    Raises BadInput for a video of the campaign, whose clips are cut from the file, and for an upload that is gone.
    """
    with transaction.atomic():
        hold_campaign(upload.campaign)
        held = VideoUpload.objects.select_related("campaign").filter(pk=upload.pk).first()
        if held is None:
            raise BadInput(f"{isolated(upload.name)} was deleted already")
        upload = held
        if upload.finished_at is not None:
            if upload.campaign.videos.filter(name=upload.video_name).exists():
                raise BadInput(f"the campaign has the video {upload.video_name} and needs its file")
            payload = {"file": upload.name, "bytes": upload.size}
            kind = UPLOADED_VIDEO_DELETED
            record_decision(campaign=upload.campaign, kind=kind, actor=actor, payload=payload, now=now)
        VideoUpload.objects.filter(pk=upload.pk).delete()
    if upload.finished_at is None:
        _clean(upload)
    else:
        place_at(upload.place).delete(upload.name)


def clear_uploads(*, now: datetime) -> int:
    """Drop uploads of which no part came for three days, unfinished files that no upload names, and what was prepared
    for marking a month ago; how many went.
    """
    old = VideoUpload.objects.filter(finished_at=None, touched_at__lt=now - KEPT)
    gone = 0
    for upload in old:
        if VideoUpload.objects.filter(pk=upload.pk, finished_at=None, touched_at=upload.touched_at).delete()[0]:
            gone += 1
            _clean(upload)
    return gone + _clear_files(now) + forget_old_proxies(now=now)


def _clean(upload: VideoUpload) -> None:
    """Forget what a dropped upload left; what cannot be reached now is no reason to keep its row."""
    with suppress(BadInput):
        place_at(upload.place).clean(upload)


def _clear_files(now: datetime) -> int:
    root = settings.VIDEO_UPLOADS.where.folder
    if root is None or not root.is_dir():
        return 0
    known = set(VideoUpload.objects.filter(finished_at=None).values_list("key", flat=True))
    oldest = (now - KEPT).timestamp()
    left = [one for one in root.glob(f"*/{UNFINISHED}/*") if one.name not in known and one.stat().st_mtime < oldest]
    for path in left:
        path.unlink(missing_ok=True)
    return len(left)


def _require_video(upload: VideoUpload, data: bytes) -> None:
    """Drops the upload and raises BadInput, saying what it is, if it begins as no video does."""
    try:
        demuxer_of(data[:HEAD_BYTES])
    except CutError as problem:
        VideoUpload.objects.filter(pk=upload.pk, received=0).delete()
        _clean(upload)
        raise BadInput(f"{isolated(upload.name)}: {problem.reason}") from problem


def _bytes_to_come() -> int:
    """What unfinished uploads of all campaigns will still need."""
    unfinished = VideoUpload.objects.filter(finished_at=None)
    return unfinished.aggregate(n=Sum(F("size") - F("received")))["n"] or 0
