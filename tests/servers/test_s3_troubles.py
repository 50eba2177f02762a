"""Buckets that refuse, fail, lie or are public: every state has a name, and nothing half-written is ready."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import imageio_ffmpeg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from config.environment import BASE_DIR
from moments.base.errors import BadInput
from moments.clips.services.cutting import cut_clips
from moments.clips.services.storage_state import PUBLIC, check_clip_storage
from moments.clips.services.verifying import compare_clips, remove_orphans
from moments.models import Clip, ClipState, CutOrder, Moment, Poster, Video, VideoCut
from tests.factories import make_campaign
from tests.servers.s3_faults import faulty

pytestmark = [pytest.mark.servers, pytest.mark.long]
FOR_GOOD = 1000
DOWN = "the clip storage cannot be reached or does not work; try again later"


@pytest.fixture
def proxied(s3, use_bucket):
    """The bucket behind a proxy that fails on order."""
    with faulty(s3) as (server, faults):
        use_bucket(server)
        yield faults


def cut(campaign, films, **options):
    return cut_clips(campaign=campaign, folder=films, everything=True, advance=lambda count: None, **options)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"answers": (500, "InternalError")}, DOWN),
        ({"answers": (503, "SlowDown")}, DOWN),
        ({"answers": (403, "AccessDenied")}, "the clip storage does not permit this with this access key"),
        ({"answers": (404, "NoSuchBucket")}, "the bucket of the clip storage does not exist"),
        (
            {"answers": (400, "AuthorizationHeaderMalformed")},
            "the bucket of the clip storage is not in the region that the settings name",
        ),
        ({"halves": True}, "not all bytes reached the clip storage"),
        ({}, DOWN),
    ],
    ids=["500", "503", "403", "404", "region", "half", "dropped"],
)
def test_a_bucket_that_fails_for_good_is_named_and_can_be_tried_again(
    proxied, s3, campaign, films, fault, reason
) -> None:
    before = s3.names()
    Moment.objects.filter(desc_id=2).delete()
    for name, value in fault.items():
        setattr(proxied, name, value)
    proxied.times = FOR_GOOD
    done = cut(campaign, films)
    assert (done.ready, [failure.reason for failure in done.failed]) == (0, [reason])
    assert Clip.objects.values_list("state", "reason", "size").get() == (ClipState.FAILED, reason, 0)
    assert (Poster.objects.count(), s3.names()) == (0, before)
    proxied.times = 0
    assert cut(campaign, films, failed=True).ready == 1
    assert compare_clips(campaign=campaign, deep=True, now=timezone.now()).is_good


def test_a_bucket_that_fails_once_is_asked_again(proxied, campaign, films) -> None:
    proxied.answers, proxied.times = (500, "InternalError"), 1
    assert cut(campaign, films).ready == 2
    assert proxied.seen.count("PUT") == 5


def test_an_unreachable_server_is_reported_before_anything_starts(s3, use_bucket) -> None:
    use_bucket(replace(s3, endpoint="http://127.0.0.1:9"))
    with pytest.raises(BadInput, match=f"{DOWN}; nothing was cut"):
        check_clip_storage()


def test_wrong_keys_are_reported_before_anything_starts(s3, use_bucket, campaign, films) -> None:
    use_bucket(replace(s3, secret_key="0" * 32))
    with pytest.raises(CommandError, match="the clip storage refuses the access key: .*; nothing was cut"):
        call_command("cut_clips", "films", "--all", "--videos", str(films))
    assert not CutOrder.objects.exists()


def test_a_wrong_region_and_a_missing_bucket_are_reported(s3, use_bucket) -> None:
    use_bucket(replace(s3, region="us-west-1"))
    with pytest.raises(BadInput, match="is not in the region that the settings name"):
        check_clip_storage()
    use_bucket(replace(s3, bucket="no-such-bucket"))
    with pytest.raises(BadInput, match="the bucket of the clip storage does not exist"):
        check_clip_storage()


def test_a_public_bucket_is_warned_of_and_a_private_one_is_not(proxied, s3) -> None:
    before = s3.names()
    assert check_clip_storage() == []
    for way in ("public", "granted"):
        setattr(proxied, way, True)
        assert check_clip_storage() == [PUBLIC]
        setattr(proxied, way, False)
    assert s3.names() == before


def test_videos_and_frames_are_fetched_from_a_prefix(s3, use_bucket, campaign, films, tmp_path) -> None:
    use_bucket(s3)
    s3.client().upload_file(str(films / "film.mp4"), s3.bucket, "raw/film.mp4")
    other = Video.objects.create(campaign=campaign, name="shots", duration_s=4)
    missing = Video.objects.create(campaign=campaign, name="nowhere", duration_s=4)
    Moment.objects.filter(desc_id=2).update(video=other)
    fields = {"description": "x", "caption": "x", "kind": "v", "start_s": 0, "end_s": 1}
    Moment.objects.create(campaign=campaign, video=missing, desc_id=3, **fields)
    frames = [*frames_of(films / "film.mp4", tmp_path)]
    for frame in frames:
        s3.client().upload_file(str(frame), s3.bucket, f"raw/shots/{frame.name}")
    done = cut(campaign, f"s3://{s3.bucket}/raw")
    assert (done.ready, [failure.reason for failure in done.failed]) == (2, ["the bucket has no video with this name"])
    assert set(Clip.objects.filter(state="ready").values_list("frames", flat=True)) == {5}
    with pytest.raises(BadInput, match="nothing is stored there"):
        cut(campaign, f"s3://{s3.bucket}/empty")


def frames_of(film: Path, folder: Path) -> list[Path]:
    (folder / "frames").mkdir()
    pattern = str(folder / "frames/%05d.jpg")
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(film), "-vf", "fps=3", pattern]
    subprocess.run(command, check=True)
    return sorted((folder / "frames").iterdir())


def test_half_uploads_of_a_day_ago_are_ended(s3, use_bucket, campaign) -> None:
    use_bucket(s3)
    name = {"Bucket": s3.bucket, "Key": "A" * 24 + ".gif"}
    upload = s3.client().create_multipart_upload(**name)["UploadId"]
    s3.client().upload_part(**name, UploadId=upload, PartNumber=1, Body=b"x" * 100)
    assert remove_orphans(campaign=campaign, now=timezone.now())[1] == 0
    assert remove_orphans(campaign=campaign, now=timezone.now() + timedelta(hours=25))[1] == 1
    assert s3.client().list_multipart_uploads(Bucket=s3.bucket).get("Uploads", []) == []


@pytest.fixture
def killable(transactional_db, s3, use_bucket, tmp_path):
    """A campaign of four videos of the real film (or of a drawn one) and the environment of a process that cuts it."""
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres: a process needs a server"
    use_bucket(s3)
    folder = tmp_path / "films"
    folder.mkdir()
    film = film_in(tmp_path)
    campaign = make_campaign()
    campaign.clip_height, campaign.renditions = 160, "mp4,gif"
    campaign.save()
    for number in range(4):
        os.link(film, folder / f"film-{number}.mp4")
        video = Video.objects.create(campaign=campaign, name=f"film-{number}", duration_s=5.3)
        fields = {"campaign": campaign, "video": video, "description": "x", "caption": "x", "kind": "v"}
        for place, (start_s, end_s) in enumerate([(0, 2), (1, 3.5), (2, 5)]):
            Moment.objects.create(desc_id=10 * number + place, start_s=start_s, end_s=end_s, **fields)
    name = connection.settings_dict["NAME"]
    env = os.environ | {"DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()}
    words = ["cut_clips", "films", "--all", "--videos", str(folder), "--json"]
    return campaign, [sys.executable, "manage.py", *words], env


def film_in(folder: Path) -> Path:
    """The real film where there is real data, else a drawn one of its length."""
    target = folder / "film.mp4"
    if os.environ.get("REELEVANCE_REAL_DATA"):
        target.write_bytes((Path(os.environ["REELEVANCE_REAL_DATA"]) / "video/bigbuckbunny.mp4").read_bytes())
        return target
    picture = ["-f", "lavfi", "-i", "testsrc=size=640x360:rate=25:duration=5.3", "-preset", "ultrafast"]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *picture, str(target)], check=True)
    return target


def test_cutting_that_is_killed_goes_on_without_loss_or_doubles(killable, s3, tmp_path) -> None:
    campaign, command, env = killable
    child = subprocess.Popen(command, cwd=BASE_DIR, env=env, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline = time.monotonic() + 60
        while not Clip.objects.filter(state="ready").exists():
            assert child.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    kept = dict(Clip.objects.filter(state="ready").values_list("pk", "key"))
    assert 0 < len(kept) < 24
    VideoCut.objects.filter(state="cutting").update(leased_until=timezone.now())  # time passes
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"ready": 24 - len(kept), "failed": 0}
    assert CutOrder.objects.exclude(finished_at=None).count() == 1
    assert dict(Clip.objects.filter(pk__in=kept).values_list("pk", "key")) == kept
    assert (Clip.objects.filter(state="ready").count(), Poster.objects.count()) == (24, 12)
    found = compare_clips(campaign=campaign, deep=True, now=timezone.now())
    assert (found.good, found.missing, found.wrong) == (36, [], [])
    remove_orphans(campaign=campaign, now=timezone.now() + timedelta(hours=2))
    named = {clip.name for clip in Clip.objects.all()} | {poster.name for poster in Poster.objects.all()}
    assert {name for name in s3.names() if "/" not in name} >= named
    out = io.StringIO()
    call_command("clips", "verify", "films", "--deep", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"good": 36, "missing": 0, "wrong": 0, "orphans": 0}
