"""Videos uploaded in parts to a bucket, on a server that verifies signatures, and cut from there."""

from __future__ import annotations

import pytest
from django.conf import settings

from config.clip_storage import ClipStorage, VideoRoot
from moments.base.errors import BadInput
from moments.clips.selectors.video_places import upload_address
from moments.clips.services.video_sources import source_named
from moments.material.selectors import compared
from moments.material.services.uploads import OffsetDiffers, begin_upload, drop_upload, keep_part
from moments.material.storage import PART_BYTES
from moments.models import VideoUpload
from tests.factories import NOW, make_campaign

pytestmark = [pytest.mark.servers, pytest.mark.django_db]


def send(upload: VideoUpload, offset: int, film: bytes) -> VideoUpload:
    fresh = VideoUpload.objects.select_related("campaign").get(pk=upload.pk)
    return keep_part(upload=fresh, offset=offset, data=film[offset : offset + PART_BYTES], checksum="", now=NOW)


def test_parts_reach_the_bucket_in_any_process_and_workers_find_the_video(bucket, monkeypatch, tmp_path) -> None:
    where = ClipStorage(None, bucket.bucket, bucket.endpoint, bucket.region)
    monkeypatch.setattr(settings, "VIDEO_UPLOADS", VideoRoot(where, "raw"))
    campaign = make_campaign()
    film = b"\0\0\0\x20ftypisom" + bytes(range(256)) * (PART_BYTES // 256 + 40)
    given = {"campaign": campaign, "size": len(film), "modified_ms": 1, "actor": "admin", "now": NOW}
    upload = begin_upload(given_name="film.mp4", **given)
    send(upload, 0, film)
    stale = VideoUpload.objects.select_related("campaign").get(pk=upload.pk)
    assert begin_upload(given_name="film.mp4", **given).pk == upload.pk
    assert send(upload, PART_BYTES, film).finished_at == NOW
    assert bucket.read("raw/films/film.mp4") == film
    with pytest.raises((OffsetDiffers, BadInput)):
        keep_part(upload=stale, offset=PART_BYTES, data=film[PART_BYTES:], checksum="", now=NOW)
    VideoUpload.objects.update(finished_at=None)  # killed between the bucket and the row
    assert send(upload, len(film), film).finished_at == NOW
    listed = compared(campaign, upload_address(campaign), {"film": 1, "none": 2}, by_admin=False)
    assert ([name for name, _ in listed.match.found], listed.match.found[0][1].size) == (["film"], len(film))
    with source_named(upload_address(campaign)).video("film", tmp_path) as path:
        assert path.read_bytes() == film
    other = begin_upload(given_name="other.mp4", **given)
    send(other, 0, film)
    drop_upload(upload=other, actor="admin", now=NOW)
    drop_upload(upload=VideoUpload.objects.select_related("campaign").get(), actor="admin", now=NOW)
    with pytest.raises(BadInput, match="nothing is stored there|does not exist"):
        source_named(upload_address(campaign)).require()
