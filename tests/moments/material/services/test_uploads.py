"""Videos that arrive in parts: cut, resumed, doubled, refused, cleared away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction

from config.clip_storage import ClipStorage, VideoRoot
from moments.base.errors import BadInput
from moments.clips.selectors.video_places import video_places
from moments.clips.services.video_sources import require_rooted
from moments.material import storage
from moments.material.services import uploads as service
from moments.material.services.uploads import (
    KEPT,
    OffsetDiffers,
    PartDamaged,
    begin_upload,
    clear_uploads,
    drop_upload,
    keep_part,
)
from moments.models import Campaign, CampaignStatus, LedgerEntry, Video, VideoUpload
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
PART = 1000
FILM = b"\0\0\0\x20ftypisom" + bytes(range(256)) * 9  # three parts


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the campaign's uploads; parts are a thousand bytes."""
    monkeypatch.setattr(settings, "VIDEO_UPLOADS", VideoRoot(ClipStorage(folder=tmp_path / "in")))
    for module in (storage, service):
        monkeypatch.setattr(module, "PART_BYTES", PART)
    return tmp_path / "in" / "films"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign()


def begun(campaign: Campaign, name: str = "film.mp4", *, size: int = len(FILM), modified_ms: int = 5) -> VideoUpload:
    return begin_upload(campaign=campaign, given_name=name, size=size, modified_ms=modified_ms, actor="admin", now=NOW)


def send(upload: VideoUpload, offset: int, data: bytes | None = None, checksum: str = "") -> VideoUpload:
    part = FILM[offset : offset + PART] if data is None else data
    fresh = VideoUpload.objects.select_related("campaign").get(pk=upload.pk)
    return keep_part(upload=fresh, offset=offset, data=part, checksum=checksum, now=NOW)


def sent(campaign: Campaign, name: str = "film.mp4") -> VideoUpload:
    upload = begun(campaign, name)
    for offset in range(0, len(FILM), PART):
        upload = send(upload, offset)
    return upload


def test_a_cut_upload_goes_on_where_it_stands_and_is_there_whole_or_not_at_all(
    campaign: Campaign, folder: Path
) -> None:
    upload = begun(campaign, "../Film.MP4")
    send(upload, 0, checksum=sha256(FILM[:PART]).hexdigest())
    send(upload, PART)
    assert (begun(campaign, "Film.MP4").pk, begun(campaign, "Film.MP4").received) == (upload.pk, 2 * PART)
    assert [path.name for path in folder.iterdir()] == [".uploads"]
    done = send(upload, 2 * PART)
    assert (done.finished_at, done.received, done.name, done.percent) == (NOW, len(FILM), "Film.mp4", 100)
    assert ((folder / "Film.mp4").read_bytes(), list((folder / ".uploads").iterdir())) == (FILM, [])
    assert send(upload, 0).finished_at == NOW  # an answer was lost, and the part came again
    assert [entry.kind for entry in LedgerEntry.objects.all()][-1] == "video_uploaded"
    place = f"{settings.VIDEO_UPLOADS.address}/films"
    require_rooted(place)
    places = video_places(campaign, by_admin=True)
    assert (places.roots[0], places.source) == (place, place)
    with pytest.raises(BadInput, match="name: Film.mp4 was uploaded already"):
        begun(campaign, "Film.mp4")


def test_two_tabs_take_turns_on_one_file(campaign: Campaign, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = begun(campaign), begun(campaign)
    assert one.pk == other.pk
    send(one, 0)
    with pytest.raises(OffsetDiffers, match="continues at byte 1,000") as behind:
        send(other, 0)
    assert behind.value.upload.received == PART
    stale = VideoUpload.objects.get(pk=one.pk)
    send(one, PART)  # while the other tab still writes the same part
    with pytest.raises(OffsetDiffers) as late:
        keep_part(upload=stale, offset=PART, data=FILM[PART : 2 * PART], checksum="", now=NOW)
    assert late.value.upload.received == 2 * PART
    send(other, 2 * PART)
    assert (folder / "film.mp4").read_bytes() == FILM


def test_a_part_that_was_cut_or_changed_is_asked_for_again(campaign: Campaign) -> None:
    upload = begun(campaign)
    for data, checksum in ((FILM[: PART - 1], ""), (FILM[: PART + 1], ""), (FILM[:PART], "0" * 64), (b"", "")):
        with pytest.raises(PartDamaged):
            send(upload, 0, data, checksum)
    upload.refresh_from_db()
    assert upload.received == 0


@pytest.mark.parametrize(
    "content", [b"#EXTM3U\n/etc/passwd", b"GIF89a" + bytes(50), b"vid_name,duration\n", b"\0" * 50]
)
def test_what_begins_as_no_video_is_refused_with_its_first_part(
    campaign: Campaign, folder: Path, content: bytes
) -> None:
    upload = begun(campaign, size=len(content))
    with pytest.raises(BadInput, match="film.mp4: the file is "):
        send(upload, 0, content)
    assert (VideoUpload.objects.exists(), list((folder / ".uploads").iterdir())) == (False, [])


def test_a_process_killed_between_file_and_row_leaves_an_upload_that_ends_well(
    campaign: Campaign, folder: Path
) -> None:
    upload = begun(campaign)
    send(upload, 0)
    send(upload, PART)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        send(upload, 2 * PART)
        raise KeyboardInterrupt
    VideoUpload.objects.filter(pk=upload.pk).update(received=len(FILM))
    os.link(folder / "film.mp4", folder / ".uploads" / upload.key)
    done = send(upload, len(FILM), b"")
    assert (done.finished_at, (folder / "film.mp4").read_bytes()) == (NOW, FILM)


def test_it_takes_nobodys_place(campaign: Campaign, folder: Path) -> None:
    upload = begun(campaign)
    for given, problem in (
        ({"size": 9}, "name: another file for the video film is unfinished"),
        ({"modified_ms": 6}, "name: another file for the video film is unfinished"),
        ({"name": "film.mkv"}, "name: another file for the video film is unfinished"),
    ):
        with pytest.raises(BadInput, match=problem):
            begun(campaign, **given)
    send(upload, 0)
    send(upload, PART)
    (folder / "film.mp4").write_bytes(b"somebody else's")
    with pytest.raises(BadInput, match="film.mp4 has been put there in the meantime"):
        send(upload, 2 * PART)
    assert (folder / "film.mp4").read_bytes() == b"somebody else's"
    drop_upload(upload=upload, actor="admin", now=NOW)
    with pytest.raises(BadInput, match="name: film.mp4 is there already"):
        begun(campaign)


def test_limits_of_size_number_and_disk(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    for given, problem in (
        ({"size": 0}, "size: expected 1 byte to 50"),
        ({"size": service.LARGEST_BYTES + 1}, "size: expected 1 byte to 50"),
        ({"modified_ms": -1}, "modified: expected milliseconds"),
    ):
        with pytest.raises(BadInput, match=problem):
            begun(campaign, **given)
    begun(campaign, size=3 * 10**9)
    usage = storage.shutil.disk_usage("/")
    monkeypatch.setattr(storage.shutil, "disk_usage", lambda path: usage._replace(free=5 * 10**9))
    begun(campaign, "second.mp4", size=10**9)
    with pytest.raises(BadInput, match="are free on the disk, but"):
        begun(campaign, "third.mp4", size=10)
    monkeypatch.setattr(service, "MOST_UNFINISHED", 2)
    with pytest.raises(BadInput, match="2 uploads are unfinished"):
        begun(campaign, "third.mp4", size=10)


def test_an_archive_and_a_trial_take_nothing(campaign: Campaign) -> None:
    campaign.status = CampaignStatus.ARCHIVE
    with pytest.raises(BadInput, match="an archive or a trial takes no videos"):
        begun(campaign)


def test_what_is_left_unfinished_goes_after_three_days(campaign: Campaign, folder: Path) -> None:
    old, fresh, done = begun(campaign, "old.mp4"), begun(campaign, "fresh.mp4"), sent(campaign, "done.mp4")
    send(old, 0)
    orphan = folder / ".uploads" / "nobodys"
    orphan.write_bytes(b"x")
    os.utime(orphan, (0, 0))
    VideoUpload.objects.filter(pk=fresh.pk).update(touched_at=NOW + KEPT)
    assert clear_uploads(now=NOW + KEPT) == 1  # only the orphan
    assert clear_uploads(now=NOW + KEPT + timedelta(seconds=1)) == 1
    assert set(VideoUpload.objects.values_list("pk", flat=True)) == {fresh.pk, done.pk}
    assert ([path.name for path in folder.glob("*.mp4")], list((folder / ".uploads").iterdir())) == (["done.mp4"], [])


def test_a_video_that_arrived_is_deleted_unless_the_campaign_has_it(campaign: Campaign, folder: Path) -> None:
    upload = sent(campaign)
    video = Video.objects.create(campaign=campaign, name="film", duration_s=5)
    with pytest.raises(BadInput, match="the campaign has the video film and needs its file"):
        drop_upload(upload=upload, actor="admin", now=NOW)
    video.delete()
    drop_upload(upload=upload, actor="admin", now=NOW)
    assert ((folder / "film.mp4").exists(), VideoUpload.objects.exists()) == (False, False)
    assert LedgerEntry.objects.latest("pk").kind == "uploaded_video_deleted"
    assert sent(campaign).finished_at == NOW


def test_one_that_was_cancelled_while_it_ended_leaves_no_file_and_cannot_be_cancelled_again(
    campaign: Campaign, folder: Path
) -> None:
    upload = begun(campaign)
    send(upload, 0)
    stale = send(upload, PART)
    drop_upload(upload=VideoUpload.objects.get(pk=upload.pk), actor="admin", now=NOW)
    with pytest.raises(BadInput, match="film.mp4 was deleted already"):
        drop_upload(upload=upload, actor="admin", now=NOW)
    (folder / ".uploads" / stale.key).write_bytes(FILM)
    stale.received = len(FILM)
    with pytest.raises(BadInput, match="cancelled while its last part arrived"):
        keep_part(upload=stale, offset=len(FILM), data=b"", checksum="", now=NOW)
    assert list(folder.glob("*.mp4")) == []


def test_an_upload_begun_for_another_place_says_so_and_can_be_cancelled(campaign: Campaign, monkeypatch) -> None:
    upload = begun(campaign)
    elsewhere = replace(settings.VIDEO_UPLOADS, where=ClipStorage(folder=Path("/elsewhere")))
    monkeypatch.setattr(settings, "VIDEO_UPLOADS", elsewhere)
    with pytest.raises(BadInput, match="keeps uploaded videos in another place by now"):
        send(upload, 0)
    drop_upload(upload=upload, actor="admin", now=NOW)
    assert not VideoUpload.objects.exists()


def test_the_database_knows_no_upload_beyond_its_size_or_finished_in_part(campaign: Campaign) -> None:
    upload = begun(campaign)
    for wrong in ({"received": len(FILM) + 1}, {"finished_at": NOW}):
        with pytest.raises(IntegrityError), transaction.atomic():
            VideoUpload.objects.filter(pk=upload.pk).update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        VideoUpload.objects.create(
            campaign=campaign, video_name="film", name="film.mkv", place="x", key="y", size=1,
            modified_ms=0, actor="admin", started_at=NOW, touched_at=NOW,
        )  # fmt: skip
