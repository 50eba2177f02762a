"""Whole videos through the workers: proxy, parts, real lengths, and what becomes of videos that cannot be cut."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
from celery import current_app
from django.core.files import File
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from django.db import IntegrityError, transaction
from PIL import Image

from moments.clips.cutting.frame_table import unpacked
from moments.clips.cutting.whole_video import cut_whole_video
from moments.clips.selectors.cutting import clip_counts
from moments.clips.services.orders import order_clips
from moments.clips.services.plans import plan_clips
from moments.models import Clip, ClipPart, ClipState, CutOrder, Moment, Pair, Poster, Video, VideoCut
from tests.factories import NOW, make_query
from tests.moments.clips.scenes import add, add_whole, cut, stored
from tests.rig.numbered import numbers_in, write_numbered

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)


def ffmpeg(*arguments: object) -> None:
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *map(str, arguments)], check=True)


def names_on(shelf: Path) -> set[str]:
    return {path.name for path in shelf.iterdir()}


def all_names() -> set[str]:
    return {Clip.objects.get().name, *(part.name for part in ClipPart.objects.all())}


def frames_of(clip: Clip) -> dict[str, Any]:
    return json.loads(stored(clip.parts.get(kind="frames")))


def test_a_whole_video_gets_a_proxy_with_its_frame_times_and_its_filmstrip(marking, folder, shelf) -> None:
    add_whole(marking, "good")
    report = cut(marking, folder)
    assert (report.ready, report.failed, report.corrected) == (1, [], [])
    clip = Clip.objects.get()
    assert (clip.rendition, clip.state, clip.media_type) == ("proxy", ClipState.READY, "video/mp4")
    assert (clip.frames, clip.width, clip.height, clip.seconds) == (72, 320, 180, 6)
    assert clip.name == f"{clip.key}.mp4"
    assert (len(stored(clip)), hashlib.sha256(stored(clip)).hexdigest()) == (clip.size, clip.sha256)
    parts = list(clip.parts.order_by("kind", "position"))
    assert [(part.kind, part.position, part.media_type) for part in parts] == [
        ("frames", 1, "application/json"),
        ("sheet", 1, "image/webp"),
    ]
    for part in parts:
        assert (len(stored(part)), hashlib.sha256(stored(part)).hexdigest()) == (part.size, part.sha256)
    assert names_on(shelf) == all_names()
    assert not Poster.objects.exists()
    assert not any("good" in name for name in all_names())


@pytest.mark.once
def test_the_file_of_frame_times_says_when_each_frame_is_shown_and_what_the_filmstrip_has(marking, folder) -> None:
    add_whole(marking, "good")
    cut(marking, folder)
    content = frames_of(Clip.objects.get())
    table = unpacked(content["table"])
    assert (len(table), table.start_ms(12), content["duration_ms"], content["sheets"]) == (72, 1000, 6000, 1)
    tile = content["tile"]
    assert tile["frames"] == [0, 12, 24, 36, 48, 60]
    with Image.open(io.BytesIO(stored(ClipPart.objects.get(kind="sheet")))) as sheet:
        assert sheet.size == (10 * tile["width"], 10 * tile["height"])


def test_a_length_that_was_imported_wrong_is_corrected_and_said(marking, folder) -> None:
    add_whole(marking, "good", duration_s=100)
    (correction,) = cut(marking, folder).corrected
    assert (correction.video, correction.imported_s, correction.real_s) == ("good", 100, 6)
    assert (Video.objects.get().duration_s, Moment.objects.get().end_s, Moment.objects.get().end_ms) == (6, 6, 6000)
    assert cut(marking, folder, again=[1]).corrected == []


def test_a_file_of_another_length_does_not_take_the_place_of_a_video_that_was_asked_about(
    marking, folder, shelf, tmp_path
):
    """The markings on it would be about other frames; before the first question it may."""
    films = tmp_path / "films"
    films.mkdir()
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    moment = add_whole(marking, "film")["film"]
    cut(marking, films)
    write_numbered(films / "film.mp4", 60)
    assert cut(marking, films, again=[1]).ready == 1
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert cut(marking, films, again=[1]).ready == 1
    query = make_query(marking, pairs=0)
    Pair.objects.create(campaign=marking, query=query, moment=moment, number=1, rank=1, similarity=0)
    old = all_names()
    write_numbered(films / "film.mp4", 60)
    (failure,) = cut(marking, films, again=[1]).failed
    real_s = cut_whole_video(films / "film.mp4", tmp_path / "apart").proxy.seconds
    problem = f"the file lasts {real_s:g} s, but questions were asked about a video of 6 s; use the same file"
    assert (failure.reason, Moment.objects.get().end_s, Video.objects.get().duration_s) == (problem, 6, 6)
    assert (Clip.objects.get().state, all_names(), names_on(shelf)) == (ClipState.READY, old, old)
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert cut(marking, films, again=[1]).ready == 1


def test_a_file_with_other_frames_of_the_same_length_does_not_take_its_place_either(marking, folder, tmp_path):
    films = tmp_path / "films"
    films.mkdir()
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    moment = add_whole(marking, "film")["film"]
    cut(marking, films)
    query = make_query(marking, pairs=0)
    Pair.objects.create(campaign=marking, query=query, moment=moment, number=1, rank=1, similarity=0)
    old = all_names()
    ffmpeg("-i", folder / "good.mp4", "-r", 6, "-t", 6, films / "film.mp4")
    assert cut_whole_video(films / "film.mp4", tmp_path / "apart").proxy.seconds == Moment.objects.get().end_s
    (failure,) = cut(marking, films, again=[1]).failed
    problem = "the file has other frames than the video that questions were asked about; use the same file"
    assert (failure.reason, Clip.objects.get().state, all_names()) == (problem, ClipState.READY, old)
    ffmpeg("-i", folder / "good.mp4", "-vf", "negate", films / "film.mp4")
    (failure,) = cut(marking, films, again=[1]).failed
    problem = "the file shows another film than the video that questions were asked about; use the same file"
    assert (failure.reason, Clip.objects.get().state, all_names()) == (problem, ClipState.READY, old)
    ffmpeg("-i", folder / "good.mp4", "-crf", 35, films / "film.mp4")
    assert cut(marking, films, again=[1]).ready == 1
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert cut(marking, films, again=[1]).ready == 1


def test_cut_again_clip_and_parts_are_new_and_the_old_bytes_go(marking, folder, shelf) -> None:
    add_whole(marking, "good")
    cut(marking, folder)
    before, old = Clip.objects.get(), all_names()
    assert cut(marking, folder).ready == 0
    report = cut(marking, folder, again=[1], clock=lambda: LATER)
    clip = Clip.objects.get()
    assert (report.ready, clip.pk, clip.cut_at, clip.sha256) == (1, before.pk, LATER, before.sha256)
    assert not old & all_names()
    assert names_on(shelf) == all_names()
    assert ClipPart.objects.count() == 2


def test_a_proxy_that_cannot_be_cut_again_keeps_what_it_had(marking, folder, shelf, tmp_path) -> None:
    add_whole(marking, "good")
    cut(marking, folder)
    old = all_names()
    (tmp_path / "empty").mkdir()
    (failure,) = cut(marking, tmp_path / "empty", again=[1]).failed
    assert (failure.rendition, failure.reason) == ("proxy", "the folder has no video with this name")
    assert (Clip.objects.get().state, all_names(), names_on(shelf)) == (ClipState.READY, old, old)


def test_of_two_that_cut_the_same_video_the_first_one_wins_with_all_its_parts(marking, folder, shelf) -> None:
    add_whole(marking, "good")
    cut(marking, folder)
    by_other: list[set[str]] = []

    def clock() -> datetime:  # asked for when the bytes are cut and not kept yet
        if not by_other:
            by_other.append(set())
            cut(marking, folder, again=[1], clock=lambda: LATER)
            by_other[0] = all_names()
        return LATER

    cut(marking, folder, again=[1], clock=clock)
    assert (all_names(), names_on(shelf)) == (by_other[0], by_other[0])


def test_a_part_that_cannot_be_stored_fails_the_proxy_and_leaves_no_bytes(marking, folder, shelf, monkeypatch) -> None:
    """The disk is full when the filmstrip's turn comes, which is the last."""
    add_whole(marking, "good")
    save = FileSystemStorage._save

    def until_full(storage: FileSystemStorage, name: str, content: File) -> str:
        if name.endswith(".webp"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return save(storage, name, content)

    with monkeypatch.context() as full:
        full.setattr(FileSystemStorage, "_save", until_full)
        (failure,) = cut(marking, folder).failed
    assert (failure.reason, names_on(shelf)) == ("the disk is full", set())
    assert (Clip.objects.get().state, ClipPart.objects.count()) == (ClipState.FAILED, 0)
    assert cut(marking, folder, failed=True).ready == 1


def test_a_task_makes_one_proxy_and_a_broken_video_comes_back_when_it_is_cut_again(marking, folder, tmp_path) -> None:
    films = tmp_path / "films"
    films.mkdir()
    (films / "a.mp4").write_bytes((folder / "good.mp4").read_bytes())
    (films / "b.mp4").write_text("no video")
    moments = add_whole(marking, "a", "b")
    order = order_clips(campaign=marking, source=str(films), now=NOW)
    assert order is not None
    for _ in range(3):
        current_app.tasks["moments.tasks.cut_video"]()
    assert CutOrder.objects.get(pk=order.pk).finished_at is not None
    assert set(VideoCut.objects.values_list("state", flat=True)) == {"done"}
    failed = Clip.objects.get(moment=moments["b"])
    assert (failed.state, failed.reason) == (ClipState.FAILED, "the file is text, not a video")
    (films / "b.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert cut(marking, films, failed=True).ready == 1
    failed.refresh_from_db()
    assert (failed.state, failed.reason, failed.parts.count()) == (ClipState.READY, "", 2)


def _uneven(path: Path) -> None:
    write_numbered(path, 60)


def _rotated(path: Path) -> None:
    write_numbered(path.with_name("upright.mp4"), 60)
    ffmpeg("-display_rotation", "90", "-i", path.with_name("upright.mp4"), "-c", "copy", path)


def _edited(path: Path) -> None:
    write_numbered(path.with_name("uncut.mp4"), 60)
    ffmpeg("-ss", "1", "-i", path.with_name("uncut.mp4"), "-c", "copy", path)


def _one_key_frame(path: Path) -> None:
    write_numbered(path, 120, options="-g 9999 -keyint_min 9999 -sc_threshold 0")


@pytest.mark.once
@pytest.mark.parametrize("write", [_uneven, _rotated, _edited, _one_key_frame])
def test_unusual_videos_have_a_proxy_with_every_frame_that_ffmpeg_shows(marking, tmp_path, write) -> None:
    (tmp_path / "films").mkdir()
    path = tmp_path / "films" / "film.mp4"
    write(path)
    add_whole(marking, "film")
    report = cut(marking, path.parent)
    clip = Clip.objects.get()
    table = unpacked(frames_of(clip)["table"])
    assert (report.ready, len(table), clip.frames) == (1, clip.frames, len(numbers_in(path)))
    assert Moment.objects.get().end_ms == table.start_ms(len(table))
    if write is _rotated:
        assert clip.height > clip.width


def _too_long(path: Path) -> None:
    write_numbered(path.with_suffix(".mkv"), 3, spacing="setpts='N*20000000'")


def _no_frames(path: Path) -> None:
    write_numbered(path.with_name("whole.mp4"), 30)
    ffmpeg("-i", path.with_name("whole.mp4"), "-c", "copy", "-frames:v", "0", path)


def _no_time(path: Path) -> None:
    """A frame of a hundred-thousandth of a second."""
    ffmpeg("-f", "lavfi", "-i", "color=s=64x64:r=100000", "-frames:v", "1", "-video_track_timescale", "100000", path)


def _key_frames_taken_out(path: Path) -> None:
    write_numbered(path.with_name("whole.mp4"), 60)
    drop = "h264_mp4toannexb,filter_units=remove_types=5"
    ffmpeg("-i", path.with_name("whole.mp4"), "-c", "copy", "-bsf:v", drop, path.with_suffix(".ts"))


def _cut_off(path: Path) -> None:
    write_numbered(path, 60)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.once
@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (_too_long, "the video is 11.1 hours long; the limit is 10 hours"),
        (_no_frames, "the file has no video stream"),
        (_no_time, "the video is shorter than a thousandth of a second"),
        (_key_frames_taken_out, "the video is damaged: no picture can be decoded"),
        (_cut_off, "the video is truncated: its index (moov) is missing"),
        (lambda path: path.write_bytes(b""), "the video file is empty"),
    ],
)
def test_what_cannot_be_shown_says_why_and_waits(marking, folder, shelf, tmp_path, write, reason: str) -> None:
    films = tmp_path / "films"
    films.mkdir()
    write(films / "film.mp4")
    add_whole(marking, "film")
    (failure,) = cut(marking, films).failed
    clip = Clip.objects.get()
    assert (failure.reason, clip.state, clip.reason) == (reason, ClipState.FAILED, reason)
    assert not shelf.exists() or not names_on(shelf)
    assert (Video.objects.get().duration_s, ClipPart.objects.count()) == (6, 0)
    for path in films.iterdir():
        path.unlink()
    (films / "film.mp4").write_bytes((folder / "good.mp4").read_bytes())
    assert cut(marking, films, failed=True).ready == 1
    assert Clip.objects.get().state == ClipState.READY


def test_the_plan_counts_seconds_of_video_and_no_posters(marking) -> None:
    add_whole(marking, "one", "two", duration_s=3600)
    plan = plan_clips(campaign=marking)
    assert (plan.clips, plan.posters, round(plan.gigabytes, 2)) == (2, 0, 1.44)
    assert plan_clips(campaign=marking, again=[2]).posters == 0


def test_the_bytes_of_the_files_beside_a_proxy_count_as_its_own(marking, folder, shelf) -> None:
    add_whole(marking, "good")
    cut(marking, folder)
    (row,) = clip_counts(marking)
    assert (row["rendition"], row["ready"]) == ("proxy", 1)
    assert row["bytes"] == sum(path.stat().st_size for path in shelf.iterdir())


def test_frames_that_no_time_shows_are_counted_and_said(marking, shelf, tmp_path, capsys) -> None:
    write_numbered(tmp_path / "twice.mkv", 40, spacing="setpts='floor(N/2)*80'", options="-bf 0")
    add_whole(marking, "twice")
    call_command("cut_clips", "long", "--videos", str(tmp_path), "--json")
    told = capsys.readouterr()
    assert "twice: 20 frames with the time of another frame cannot be shown and will be left out" in told.err
    assert json.loads(told.out)["frames_left_out"] == 20
    assert Clip.objects.get().left_out == 20


def test_only_the_whole_video_of_a_campaign_that_marks_may_have_a_proxy(campaign, marking) -> None:
    graded = add(campaign, "good")["good"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Clip.objects.create(moment=graded, rendition="proxy")
    clip = Clip.objects.create(moment=graded, rendition="mp4")
    with pytest.raises(IntegrityError), transaction.atomic():
        Clip.objects.filter(pk=clip.pk).update(rendition="proxy")
    whole = add_whole(marking, "good")["good"]
    Moment.objects.filter(pk=whole.pk).update(whole=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Clip.objects.create(moment=whole, rendition="proxy")


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "frames", "position": 2},
        {"kind": "sheet", "position": 0},
        {"kind": "sheet", "position": 1},
        {"kind": "sound", "position": 1},
        {"kind": "sheet", "position": 2, "size": 0},
    ],
)
def test_a_part_has_a_known_kind_its_own_place_and_bytes(marking, fields: dict[str, Any]) -> None:
    clip = Clip.objects.create(moment=add_whole(marking, "good")["good"], rendition="proxy")
    ClipPart.objects.create(clip=clip, kind="sheet", position=1, size=1, sha256="0")
    with pytest.raises(IntegrityError), transaction.atomic():
        ClipPart.objects.create(clip=clip, **{"size": 1, "sha256": "0", **fields})
