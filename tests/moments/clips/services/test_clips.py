"""Cutting a campaign's clips: each ready with its bytes, or failed with its reason, and the rest go on."""

import hashlib

import pytest

from moments.base.errors import BadInput
from moments.clips.expected import BYTES_A_FRAME
from moments.clips.services.plans import plan_clips, require_space
from moments.models import Campaign, Clip, ClipState, Moment, Poster
from tests.moments.clips.scenes import add, cut, stored

pytestmark = pytest.mark.django_db


def test_a_clip_is_ready_with_the_frames_that_its_stretch_asks_for(campaign, folder) -> None:
    moment = add(campaign, "good")["good"]
    assert cut(campaign, folder).ready == 1
    clip = Clip.objects.get(moment=moment)
    assert (clip.state, clip.frames, clip.width, clip.height, clip.seconds) == ("ready", 6, 320, 180, 2.0)
    content = stored(clip)
    assert (clip.size, clip.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert content.startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing", "the folder has no video with this name"),
        ("text", "the file is text, not a video"),
        ("list", "playlist"),
        ("empty", "empty"),
        ("cut-off", "truncated"),
        ("../outside", "the folder has no video with this name"),
    ],
)
def test_a_clip_that_cannot_be_cut_is_failed_with_the_reason_and_the_rest_go_on(
    campaign, folder, name: str, reason: str
) -> None:
    moments = add(campaign, name, "good")
    report = cut(campaign, folder)
    assert (report.ready, [failure.video for failure in report.failed]) == (1, [name])
    failed = Clip.objects.get(moment=moments[name])
    assert (failed.state, reason in failed.reason) == ("failed", True)
    assert Clip.objects.get(moment=moments["good"]).state == ClipState.READY


def test_a_second_run_cuts_only_what_is_missing(campaign, folder, tmp_path) -> None:
    add(campaign, "good", "late")
    cut(campaign, folder)
    first = Clip.objects.get(state=ClipState.READY)
    (folder / "late.mp4").write_bytes((folder / "good.mp4").read_bytes())
    try:
        report = cut(campaign, folder)
    finally:
        (folder / "late.mp4").unlink()
    assert (report.ready, report.failed) == (1, [])
    assert Clip.objects.get(pk=first.pk).key == first.key
    assert sorted(path.suffix for path in (tmp_path / "clips").iterdir()) == [".gif", ".gif", ".jpg", ".jpg"]


def test_only_what_a_pair_needs_is_cut_unless_everything_is_asked_for(campaign, folder) -> None:
    moment = add(campaign, "good")["good"]
    Moment.objects.create(
        campaign=campaign,
        video=moment.video,
        desc_id=99,
        start_s=0,
        end_s=1,
        description="x",
        caption="x",
        kind="v",
    )
    assert (plan_clips(campaign=campaign, everything=False).clips, cut(campaign, folder).ready) == (1, 1)
    assert cut(campaign, folder, everything=True).ready == 1


def test_a_storage_that_cannot_be_written_fails_the_clip_and_marks_nothing_ready(campaign, folder, tmp_path) -> None:
    add(campaign, "good")
    (tmp_path / "clips").write_text("in the way")
    report = cut(campaign, folder)
    assert (report.ready, len(report.failed)) == (0, 1)
    assert Clip.objects.get().reason.startswith("the clip storage refused the request: ")


def test_a_folder_that_is_not_there_is_refused(campaign, tmp_path) -> None:
    with pytest.raises(BadInput, match="is not a folder"):
        cut(campaign, tmp_path / "nowhere")


def test_without_the_space_nothing_starts(campaign, folder, monkeypatch) -> None:
    add(campaign, "good")
    monkeypatch.setitem(BYTES_A_FRAME, "gif", 10**15)
    monkeypatch.setattr("moments.clips.expected.LARGEST_GIF_BYTES", 10**18)
    with pytest.raises(BadInput, match="nothing was cut"):
        require_space(plan_clips(campaign=campaign, everything=False))


def test_a_gif_over_the_limit_is_refused_with_the_size_expected_and_the_rest_is_cut(campaign, folder) -> None:
    Campaign.objects.update(renditions="gif,mp4", clip_fps=60, clip_height=2160)
    moment = add(campaign, "good")["good"]
    plan = plan_clips(campaign=Campaign.objects.get())
    assert (plan.clips, plan.refused) == (1, 1)
    assert plan.refused_in_words == (
        "1 GIF would exceed 50 MB and will not be cut; with these settings, a GIF of up to 0 s is allowed"
    )
    report = cut(Campaign.objects.get(), folder)
    reason = "a GIF of 2 s with 120 frames would take about 292 MB; the limit is 50 MB"
    assert [(failure.rendition, failure.reason) for failure in report.failed] == [("gif", reason)]
    assert list(Clip.objects.order_by("rendition").values_list("rendition", "state", "reason")) == [
        ("gif", "failed", reason),
        ("mp4", "ready", ""),
    ]
    assert Poster.objects.get().moment == moment
