"""Clips in a bucket, on a server that verifies signatures."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from botocore.exceptions import ClientError
from django.core.files.storage import storages
from PIL import Image

from config.environment import BASE_DIR
from moments.clips.services.cutting import cut_clips
from moments.clips.storage import clip_file, clip_url, delete_clip, illustration_url, part_url, share_clip, store_clip
from moments.illustrations.services import add_illustration, remove_illustration
from moments.models import Campaign, Clip, ClipPart, ClipState
from tests.factories import NOW, make_campaign
from tests.rig.ports import wait_until

pytestmark = pytest.mark.servers
PART = 8 * 1024 * 1024


def kept_clip(tmp_path: Path, content: bytes = b"GIF89a and so on") -> Clip:
    """A clip, never saved to the database, whose bytes are in the storage."""
    clip = Clip()
    path = tmp_path / "clip.gif"
    path.write_bytes(content)
    store_clip(clip, path)
    return clip


def get(url: str) -> tuple[int, bytes, str]:
    """Status, body and media type, as a browser gets them."""
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.read(), answer.headers["Content-Type"]
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), error.headers["Content-Type"]


def test_a_stored_clip_is_in_the_bucket_byte_for_byte(bucket, tmp_path):
    clip = kept_clip(tmp_path, b"\x00\xff" * 500)

    assert bucket.read(clip.name) == b"\x00\xff" * 500
    with clip_file(clip.name) as file:
        assert file.read() == b"\x00\xff" * 500


@pytest.mark.django_db
def test_a_picture_of_a_text_is_stored_signed_and_removed_like_a_clip(bucket, django_capture_on_commit_callbacks):
    out = io.BytesIO()
    Image.new("RGB", (6, 4), 90).save(out, "PNG")
    out.seek(0)
    made = add_illustration(campaign=make_campaign(), file=out, description="A field", actor="lead", now=NOW)
    url = illustration_url(made)
    assert get(url) == (200, bucket.read(made.name), "image/png")
    assert get(url.partition("?")[0])[0] in (400, 403)
    with django_capture_on_commit_callbacks(execute=True):
        remove_illustration(illustration=made, actor="lead", now=NOW)
    assert get(url)[0] == 404


def test_a_clip_of_several_parts_is_in_the_bucket_byte_for_byte(bucket, tmp_path):
    content = bytes(range(256)) * ((PART + PART // 2) // 256)
    clip = kept_clip(tmp_path, content)

    assert bucket.read(clip.name) == content


def test_a_plain_get_of_the_signed_url_gives_the_bytes(bucket, tmp_path):
    clip = kept_clip(tmp_path)

    assert get(clip_url(clip)) == (200, b"GIF89a and so on", "image/gif")


def test_the_url_is_the_same_in_every_process_so_that_browsers_may_cache(bucket, tmp_path, settings):
    clip = kept_clip(tmp_path)
    code = (
        "import django, sys; django.setup()\n"
        "from moments.models import Clip; from moments.clips.storage import clip_url\n"
        "print(clip_url(Clip(key=sys.argv[1], rendition='gif')))"
    )
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "REELEVANCE_DATA_DIR": str(tmp_path / "data")}
    before = clip_url(clip)
    other = subprocess.run(
        [sys.executable, "-c", code, clip.key], cwd=BASE_DIR, env=env, check=True, capture_output=True, text=True
    )

    assert other.stdout.strip() in (before, clip_url(clip))  # between the two a window may end


def test_the_url_tells_the_clips_random_name_alone(bucket, tmp_path):
    clip = kept_clip(tmp_path)

    assert urlsplit(clip_url(clip)).path == f"/{bucket.bucket}/{clip.key}.gif"


def test_of_what_lies_beside_a_proxy_pictures_come_from_the_bucket_and_frame_times_from_the_platform(bucket, tmp_path):
    """A program may show pictures of another origin, but may not read them."""
    frames, sheet = (ClipPart(kind=kind, size=2) for kind in ("frames", "sheet"))
    for part in (frames, sheet):
        path = tmp_path / part.name
        path.write_bytes(b"{}")
        store_clip(part, path)

    assert get(part_url(sheet)) == (200, b"{}", "image/webp")
    assert part_url(frames) == f"/clip-parts/{frames.name}"
    with clip_file(frames.name) as file:
        assert file.read() == b"{}"


def test_a_shared_clip_lies_under_both_names_and_is_deleted_from_one(bucket, tmp_path):
    clip = kept_clip(tmp_path)
    fresh = Clip()

    share_clip(clip.name, fresh.name)
    delete_clip(clip.name)

    assert get(clip_url(fresh)) == (200, b"GIF89a and so on", "image/gif")
    with pytest.raises(FileNotFoundError):
        share_clip(clip.name, Clip().name)


def test_a_tampered_signature_is_refused(bucket, tmp_path):
    url = clip_url(kept_clip(tmp_path))
    last = "0" if url[-1] != "0" else "1"
    assert "X-Amz-Signature=" in url.rsplit("&", 1)[1]

    assert get(url[:-1] + last)[0] == 403


def test_the_signature_of_one_clip_opens_no_other(bucket, tmp_path):
    mine, other = kept_clip(tmp_path), kept_clip(tmp_path, b"GIF89a of somebody else")

    assert get(clip_url(mine).replace(mine.key, other.key))[0] == 403


def test_without_a_signature_nothing_is_given(bucket, tmp_path):
    url = clip_url(kept_clip(tmp_path))
    # Without any S3 parameter this server sees no S3 request at all and answers 400; Amazon says 403.
    status, body, _ = get(url.split("?")[0])

    assert status in (400, 403)
    assert b"GIF89a" not in body
    assert get(url.rsplit("&X-Amz-Signature=", 1)[0])[0] == 403


def test_a_url_whose_time_is_over_is_refused(bucket, tmp_path):
    name = kept_clip(tmp_path).name
    assert get(storages["clips"].url(name, expire=600))[0] == 200
    short = storages["clips"].url(name, expire=1)

    wait_until("the end of its time", lambda: get(short)[0] == 403, within_s=60, every_s=0.3)


def test_a_deleted_clip_is_gone(bucket, tmp_path):
    clip = kept_clip(tmp_path)
    delete_clip(clip.name)

    assert get(clip_url(clip))[0] == 404
    with pytest.raises(FileNotFoundError):
        clip_file(clip.name)


def test_a_wrong_secret_raises(wrong_secret, tmp_path):
    with pytest.raises(ClientError) as raised:
        kept_clip(tmp_path)

    assert raised.value.response["Error"]["Code"] in ("SignatureDoesNotMatch", "403")


def cut(campaign: Campaign, films: Path):
    return cut_clips(campaign=campaign, folder=films, everything=True, advance=lambda count: None)


def test_cut_clips_are_ready_and_their_bytes_in_the_bucket(bucket, campaign, films):
    done = cut(campaign, films)

    clips = Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY)
    assert (done.ready, done.failed, clips.count()) == (2, [], 2)
    for clip in clips:
        content = bucket.read(clip.name)
        assert content[:6] == b"GIF89a"
        assert len(content) == clip.size
        assert get(clip_url(clip)) == (200, content, "image/gif")


def test_with_a_wrong_secret_every_clip_fails_with_a_reason(s3, wrong_secret, campaign, films):
    before = s3.names()
    done = cut(campaign, films)

    reason = "the clip storage refuses the access key: the key is unknown there or its secret is wrong"
    assert done.ready == 0
    assert {failure.reason for failure in done.failed} == {reason}
    assert list(Clip.objects.values_list("state", "reason")) == [(ClipState.FAILED, reason)] * 2
    assert s3.names() == before


def test_what_failed_is_cut_once_the_secret_is_right(s3, use_bucket, campaign, films):
    use_bucket(replace(s3, secret_key="0" * 32))
    assert len(cut(campaign, films).failed) == 2
    use_bucket(s3)

    assert cut(campaign, films).ready == 2
    assert Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY, reason="").count() == 2
