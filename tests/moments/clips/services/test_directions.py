"""The clips of a backward moment play its stretch backwards, whatever they are cut beside."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

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


def test_twins_get_clips_of_equal_shape_that_play_both_ways(campaign: Campaign, folder: Path) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(renditions="gif,webp", kind="twin")
    campaign.refresh_from_db()
    forward = add(campaign, "good")["good"]
    fields = {"video": forward.video, "start_s": forward.start_s, "end_s": forward.end_s, "kind": "v"}
    backward = Moment.objects.create(campaign=campaign, desc_id=99, direction="backward", **fields)
    Twin.objects.create(forward=forward, backward=backward)
    report = cut(campaign, folder)
    assert (report.ready, report.failed, Poster.objects.count()) == (4, [], 2)
    for rendition in ("gif", "webp"):
        assert len(pictures(forward, rendition)) == 6
        assert np.array_equal(pictures(forward, rendition), pictures(backward, rendition)[::-1])
    shapes = set(Clip.objects.values_list("rendition", "frames", "width", "height", "seconds", "has_sound"))
    assert len(shapes) == 2
