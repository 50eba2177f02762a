"""The clips of a backward moment play its stretch backwards, whatever they are cut beside."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from moments.clips.cutting.failures import CutError, Kind
from moments.models import Campaign, Clip, Moment, Poster, Twin
from tests.moments.clips.scenes import add, cut, stored

pytestmark = pytest.mark.django_db


def pictures(moment: Moment, rendition: str) -> np.ndarray:
    frames = []
    with Image.open(BytesIO(stored(Clip.objects.get(moment=moment, rendition=rendition)))) as image:
        for frame in range(getattr(image, "n_frames", 1)):
            image.seek(frame)
            frames.append(np.asarray(image.convert("RGB")))
    return np.stack(frames)


def add_twins(campaign: Campaign, **settings: Any) -> tuple[Moment, Moment]:
    """The scene's moment of two seconds with a backward twin, in a campaign that has those settings."""
    Campaign.objects.filter(pk=campaign.pk).update(kind="twin", **settings)
    campaign.refresh_from_db()
    forward = add(campaign, "good")["good"]
    fields = {"video": forward.video, "start_s": forward.start_s, "end_s": forward.end_s, "kind": "v"}
    backward = Moment.objects.create(campaign=campaign, desc_id=99, direction="backward", **fields)
    Twin.objects.create(forward=forward, backward=backward)
    return forward, backward


def test_twins_get_clips_of_equal_shape_that_play_both_ways(campaign: Campaign, folder: Path) -> None:
    forward, backward = add_twins(campaign, renditions="gif,webp")
    report = cut(campaign, folder)
    assert (report.ready, report.failed, Poster.objects.count()) == (4, [], 2)
    for rendition in ("gif", "webp"):
        assert len(pictures(forward, rendition)) == 6
        assert np.array_equal(pictures(forward, rendition), pictures(backward, rendition)[::-1])
    shapes = set(Clip.objects.values_list("rendition", "frames", "width", "height", "seconds", "has_sound"))
    assert len(shapes) == 2


@pytest.mark.parametrize(("most", "frames"), [(30, 24), (12, 24), (5, 10)])
def test_clips_of_twins_have_the_rate_of_their_video_at_most(
    most: float, frames: int, campaign: Campaign, folder: Path
) -> None:
    add_twins(campaign, renditions="mp4", clip_fps=most)
    assert cut(campaign, folder).ready == 2
    assert set(Clip.objects.values_list("frames", flat=True)) == {frames}
    assert Clip.objects.first().seconds == pytest.approx(2, abs=0.01)


@pytest.mark.parametrize(("kind", "ready"), [("damaged", 2), ("timed_out", 0)])
def test_twins_of_a_video_whose_rate_is_not_read_have_one_rate_or_fail_together(
    kind: Kind, ready: int, campaign: Campaign, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path) -> float:
        raise CutError(kind, "its rate cannot be read")

    monkeypatch.setattr("moments.clips.look.frame_rate", fail)
    add_twins(campaign, renditions="mp4", clip_fps=5)
    assert cut(campaign, folder).ready == ready
    assert {clip.frames if ready else clip.reason for clip in Clip.objects.all()} == (
        {10} if ready else {"its rate cannot be read"}
    )


def test_clips_of_other_campaigns_have_the_rate_that_was_chosen(campaign: Campaign, folder: Path) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(clip_fps=30, renditions="mp4")
    campaign.refresh_from_db()
    add(campaign, "good")
    cut(campaign, folder)
    assert Clip.objects.get().frames == 60
