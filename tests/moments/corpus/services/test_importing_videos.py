"""Importing whole videos: all or nothing, nothing twice, and only where segments are marked."""

from __future__ import annotations

import pytest

from moments.base.errors import BadInput, BadLine
from moments.corpus.files.moment_file import GivenMoment
from moments.corpus.files.values import Place
from moments.corpus.files.video_file import GivenVideo
from moments.corpus.services import import_moments, import_videos
from moments.models import Clip, ClipState, Moment, Video
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def given(*videos: tuple[str, float, str]) -> list[GivenVideo]:
    return [GivenVideo(Place("videos.csv", line), *video) for line, video in enumerate(videos, start=2)]


MATCH, WALK = ("match", 3600.0, "sports"), ("walk", 12.5, "")


def test_each_video_comes_with_the_moment_that_is_all_of_it(marking) -> None:
    imported = import_videos(campaign=marking, rows=given(MATCH, WALK))
    assert (imported.added, imported.known) == (2, 0)
    assert list(Video.objects.order_by("pk").values_list("name", "duration_s", "domain")) == [MATCH, WALK]
    moments = Moment.objects.order_by("desc_id").values_list(
        "desc_id", "video__name", "start_s", "end_s", "kind", "whole", "description", "caption"
    )
    assert list(moments) == [(1, "match", 0, 3600, "v", True, "", ""), (2, "walk", 0, 12.5, "v", True, "", "")]


def test_a_second_import_adds_what_is_new_under_the_next_number(marking) -> None:
    import_videos(campaign=marking, rows=given(MATCH))
    imported = import_videos(campaign=marking, rows=given(WALK, MATCH))
    assert (imported.added, imported.known) == (1, 1)
    assert dict(Moment.objects.values_list("video__name", "desc_id")) == {"match": 1, "walk": 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("match", 3601.0, "sports"), "videos.csv line 3: duration: 3601, but the campaign has 3600"),
        (("match", 3600.0, "films"), "videos.csv line 3: domain: 'films', but the campaign has 'sports'"),
    ],
)
def test_a_known_video_with_other_content_is_refused_and_nothing_added(marking, change, message: str) -> None:
    import_videos(campaign=marking, rows=given(MATCH))
    with pytest.raises(BadLine) as error:
        import_videos(campaign=marking, rows=given(WALK, change))
    assert str(error.value) == message
    assert Video.objects.get().name == "match"


def test_a_duration_that_was_measured_does_not_contradict_the_file_any_more(marking) -> None:
    import_videos(campaign=marking, rows=given(MATCH))
    Clip.objects.create(moment=Moment.objects.get(), rendition="proxy", state=ClipState.READY, frames=1, size=1)
    Video.objects.update(duration_s=3600.04)
    assert import_videos(campaign=marking, rows=given(MATCH)).known == 1


def test_each_kind_of_campaign_refuses_what_the_other_takes(marking) -> None:
    with pytest.raises(BadInput, match="campaign 'films' grades moments and takes no whole videos; import moments"):
        import_videos(campaign=make_campaign(), rows=given(MATCH))
    row = GivenMoment(Place("moments.csv", 2), "match", 3600, 1, 2, "A goal.", "v", 1)
    with pytest.raises(BadInput) as error:
        import_moments(campaign=marking, rows=[row])
    assert str(error.value).endswith("marks segments of whole videos and takes no moments; import whole videos")
    assert not Video.objects.exists()
