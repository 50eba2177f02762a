"""Orders to cut: every video has one worker at a time, none is lost, none is done twice."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import imageio_ffmpeg
import pytest
from celery import current_app
from django.core.files.storage import storages
from django.db import DataError

from config.environment import BASE_DIR
from moments.base.errors import BadInput
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.selectors.cutting import progress_of
from moments.clips.services.cutting import Shift, work_off
from moments.clips.services.orders import (
    BROKEN_OFF,
    LEASE,
    end_video,
    finish_orders,
    give_back,
    order_clips,
    renew_lease,
    stop_order,
    take_video,
)
from moments.clips.services.thread import cut_beside
from moments.models import Clip, CutOrder, Moment, Poster, VideoCut
from tests.factories import NOW, make_campaign
from tests.moments.clips.scenes import add, cut
from tests.step_faults import fault

pytestmark = pytest.mark.django_db
AFTER = NOW + LEASE + timedelta(seconds=1)


def ordered(campaign, source="/films", **options):
    order = order_clips(campaign=campaign, source=str(source), now=NOW, **options)
    assert order is not None
    return order


def test_an_order_holds_the_videos_that_lack_something(campaign, folder) -> None:
    add(campaign, "good", "late")
    cut(campaign, folder)
    order = ordered(campaign)
    assert list(order.videos.values_list("video__name", "state")) == [("late", "waiting")]


def test_there_is_no_order_where_nothing_lacks(campaign, folder) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    assert order_clips(campaign=campaign, source="/films", now=NOW) is None
    assert list(CutOrder.objects.exclude(finished_at=None).values_list("source", flat=True)) == [str(folder)]


def test_asked_for_again_it_is_the_same_order_and_another_source_is_refused(campaign) -> None:
    add(campaign, "good")
    order = ordered(campaign)
    assert (ordered(campaign).pk, order.videos.count()) == (order.pk, 1)
    with pytest.raises(BadInput, match="clips from /films are already being cut"):
        ordered(campaign, "/elsewhere")
    with pytest.raises(BadInput, match="clips from /films are already being cut"):
        ordered(campaign, everything=True)


def test_a_video_is_taken_by_one_alone_until_its_lease_is_over(campaign) -> None:
    add(campaign, "good")
    ordered(campaign)
    first = take_video(now=NOW)
    assert take_video(now=NOW) is None
    second = take_video(now=AFTER)
    assert (second.pk, second.attempts) == (first.pk, 2)
    assert (renew_lease(cut=first, now=AFTER), end_video(cut=first), give_back(cut=first)) == (False, False, False)
    assert renew_lease(cut=second, now=AFTER)
    assert take_video(now=AFTER + LEASE - timedelta(seconds=1)) is None
    assert end_video(cut=second)
    assert finish_orders(now=AFTER) == 1
    assert CutOrder.objects.get().finished_at == AFTER


def test_what_is_given_back_counts_no_attempt(campaign) -> None:
    add(campaign, "good")
    ordered(campaign)
    give_back(cut=take_video(now=NOW))
    assert VideoCut.objects.values_list("state", "attempts").get() == ("waiting", 0)


def test_a_video_that_kills_its_workers_is_given_up_with_a_reason_and_can_be_tried_again(campaign) -> None:
    add(campaign, "good", "late")
    order = ordered(campaign)
    now, killer = NOW, VideoCut.objects.get(video__name="good")
    VideoCut.objects.filter(video__name="late").update(state="done")
    for _ in range(3):
        assert take_video(now=now).pk == killer.pk
        now += LEASE
    assert take_video(now=now) is None
    killer.refresh_from_db()
    assert (killer.state, killer.reason) == ("failed", BROKEN_OFF)
    assert list(Clip.objects.values_list("moment__video__name", "state", "reason")) == [("good", "failed", BROKEN_OFF)]
    assert finish_orders(now=now) == 1
    again = ordered(campaign, failed=True)
    assert again.pk != order.pk
    assert list(again.videos.values_list("video__name", flat=True)) == ["good"]


def test_of_a_stopped_order_nothing_more_is_taken(campaign) -> None:
    add(campaign, "good", "late")
    order = ordered(campaign)
    held = take_video(now=NOW)
    assert stop_order(order=order, now=NOW)
    assert not stop_order(order=order, now=NOW)
    assert (take_video(now=NOW), renew_lease(cut=held, now=NOW)) == (None, False)
    ordered(campaign, "/elsewhere")


def test_a_task_cuts_one_video_and_is_safe_to_run_twice(campaign, folder) -> None:
    add(campaign, "good", "text")
    order = ordered(campaign, folder)
    for _ in range(4):
        current_app.tasks["moments.tasks.cut_video"]()
    progress = progress_of(CutOrder.objects.get())
    assert (progress.videos, progress.failed, progress.percent) == (2, 0, 100)
    assert (progress.clips, progress.seconds, progress.clips_left, progress.seconds_left) == (1, 2.0, 0, 0.0)
    assert CutOrder.objects.get(pk=order.pk).finished_at is not None
    assert list(Clip.objects.order_by("moment__desc_id").values_list("state", flat=True)) == ["ready", "failed"]
    assert Poster.objects.count() == 1


def test_work_that_may_last_no_longer_goes_back_with_what_is_kept(campaign, folder, monkeypatch) -> None:
    first = add(campaign, "good")["good"]
    for place in range(3):
        fields = {"description": "x", "caption": "x", "kind": "v", "start_s": 0, "end_s": 1 + place}
        Moment.objects.create(campaign=campaign, video=first.video, desc_id=50 + place, **fields)
    monkeypatch.setattr("moments.clips.cutting.passes.MOST_OUTPUTS", 2)
    order = ordered(campaign, folder, everything=True)
    work_off(order=order, shift=Shift(workers=1, ends_s=time.monotonic() + 0.05))
    row = VideoCut.objects.get()
    assert (row.state, row.attempts) == ("waiting", 0)
    kept = {clip.pk: clip.key for clip in Clip.objects.filter(state="ready")}
    assert 1 <= len(kept) < 4
    assert work_off(order=order, shift=Shift(workers=1)).ready == 4 - len(kept)
    assert {clip.pk: clip.key for clip in Clip.objects.filter(pk__in=kept)} == kept


def test_a_moment_without_a_poster_gets_one_and_keeps_its_clips(campaign, folder) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    clip, old = Clip.objects.get(), Poster.objects.get()
    storages["clips"].delete(old.name)
    old.delete()
    assert cut(campaign, folder).ready == 0
    assert Clip.objects.get().key == clip.key
    with storages["clips"].open(Poster.objects.get().name) as file:
        assert file.read(3) == b"\xff\xd8\xff"


def test_a_folder_of_frames_in_tvrs_form_is_a_video(campaign, folder, tmp_path) -> None:
    release = tmp_path / "release"
    frames = release / "castle_frames" / "s01e01"
    frames.mkdir(parents=True)
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", str(folder / "good.mp4"), "-vf", "fps=3"]
    subprocess.run([*command, str(frames / "%05d.jpg")], check=True)
    add(campaign, "s01e01")
    assert cut(campaign, release).ready == 1
    assert Clip.objects.get().frames == 6


@pytest.mark.parametrize("source", ["s3://", "s3://bucket/x?endpoint=http://169.254.169.254", "s3://key@bucket/", ""])
def test_a_source_names_no_endpoint(campaign, source: str) -> None:
    with pytest.raises(BadInput):
        cut(campaign, source)


def test_a_run_that_is_killed_leaves_no_folder_behind_for_long(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = "from moments.clips.cutting.scratch import scratch_folder as s\n"
    code += "with s('cut') as f: print(f, flush=True); input()"
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=BASE_DIR, env=os.environ | {"TMPDIR": str(tmp_path)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    left = Path(child.stdout.readline().strip())
    with scratch_folder("cut"):
        assert left.is_dir()
    child.kill()
    child.communicate()
    with scratch_folder("cut") as own:
        assert not left.exists()
    assert not own.exists()


def test_nothing_of_another_campaign_is_touched(campaign, folder) -> None:
    other = make_campaign("other")
    add(campaign, "good")
    add(other, "good")
    cut(campaign, folder)
    assert list(Clip.objects.values_list("moment__campaign__slug", flat=True)) == ["films"]


def test_beside_embedded_modes_worker_nothing_starts_where_nothing_waits(campaign) -> None:
    assert not cut_beside(now=NOW)
    add(campaign, "good")
    take = ordered(campaign)
    stop_order(order=take, now=NOW)
    assert not cut_beside(now=NOW)


def test_an_order_with_a_fault_stops_no_later_order(campaign, folder) -> None:
    """A source that names no place, as an older platform may have kept it; its videos say why they failed."""
    bad = make_campaign("bad", renditions=campaign.renditions)
    add(bad, "good")
    CutOrder.objects.filter(pk=ordered(bad).pk).update(source="s3:nowhere")
    add(campaign, "good")
    ordered(campaign, folder)
    current_app.tasks["moments.tasks.cut_video"]()
    reason = "s3:nowhere: expected s3://bucket/prefix; VIDEO_SOURCES sets the endpoint"
    states = VideoCut.objects.order_by("pk").values_list("order__campaign__slug", "state", "reason")
    assert list(states) == [("bad", "failed", reason), (campaign.slug, "done", "")]
    assert set(Clip.objects.filter(moment__campaign=bad).values_list("state", "reason")) == {("failed", reason)}


@pytest.mark.django_db(transaction=True)
def test_a_video_whose_clips_cannot_be_kept_is_given_up_after_three_goes(campaign, folder) -> None:
    """It would come back for ever, before all others, if its attempts were not counted."""
    add(campaign, "good")
    order = ordered(campaign, folder)
    for go in range(3):
        shift = Shift(workers=1, clock=lambda go=go: NOW + go * 2 * LEASE)
        refused = fault(DataError("out of range"), when=lambda sql: sql.startswith('UPDATE "moments_clip"'))
        with refused, pytest.raises(DataError):
            work_off(order=order, shift=shift)
    assert take_video(order=order, now=NOW + 7 * LEASE) is None
    assert order.videos.get().reason == BROKEN_OFF
