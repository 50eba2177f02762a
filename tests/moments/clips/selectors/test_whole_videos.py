"""Whole videos as they can be shown, in a fixed number of SQL queries; the grading desk gets none."""

from __future__ import annotations

import pytest

from moments.clips.selectors.clips import moments_without_clip, ready_clips, ready_renditions
from moments.clips.selectors.whole_videos import shown_videos, video_key, whole_video_of
from moments.models import Clip, ClipPart, ClipState
from tests.marking import make_whole_video
from tests.moments.clips.scenes import add

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("videos", [1, 3])
def test_each_comes_with_its_parts_in_order(marking, videos: int, django_assert_num_queries) -> None:
    moments = [make_whole_video(marking, f"video-{number}").pk for number in range(videos)]
    for clip in Clip.objects.all():
        for position in (3, 2):
            ClipPart.objects.create(clip=clip, kind="sheet", position=position, size=position, sha256="0")
    with django_assert_num_queries(1):
        found = whole_video_of(moments)
    assert list(found) == moments
    pks = list(marking.videos.values_list("pk", flat=True))
    with django_assert_num_queries(1):
        by_video = shown_videos(pks)
    assert {video: shown.key for video, shown in by_video.items()} == {
        shown.proxy.moment.video_id: video_key(moment) for moment, shown in found.items()
    }
    for moment, shown in found.items():
        assert (shown.proxy.moment_id, shown.frames.kind) == (moment, "frames")
        assert [part.position for part in shown.sheets] == [1, 2, 3]


def test_one_whose_proxy_is_not_ready_is_left_out(marking) -> None:
    ready, failed = (make_whole_video(marking, name).pk for name in ("ready", "failed"))
    Clip.objects.filter(moment=failed).update(state=ClipState.FAILED)
    assert list(whole_video_of([ready, failed])) == [ready]
    assert [moment.pk for moment in moments_without_clip(marking)] == [failed]
    assert whole_video_of([]) == {}
    ClipPart.objects.filter(kind="frames").delete()
    assert whole_video_of([ready]) == {}


def test_a_proxy_is_no_clip_for_grading(campaign, marking) -> None:
    whole, graded = make_whole_video(marking, "long"), add(campaign, "good")["good"]
    Clip.objects.create(moment=graded, rendition="mp4", state=ClipState.READY, frames=1, size=1)
    assert list(ready_clips([whole.pk, graded.pk], ["video/mp4"])) == [graded.pk]
    assert ready_clips([whole.pk]) == {}
    assert ready_renditions([whole.pk]) == {}
