"""A campaign's renditions: all are cut, each fails by itself, only what is missing is cut later."""

import pytest

from moments.clips.cutting.clips import CutClip
from moments.clips.cutting.failures import CutError
from moments.clips.selectors.clips import (
    clip_failures,
    moments_without_clip,
    ready_clips,
    ready_renditions,
)
from moments.clips.selectors.cutting import lacking_moments
from moments.clips.services.keeping import name_clip, stored_file
from moments.clips.services.plans import plan_clips
from moments.models import Clip, ClipState
from tests.factories import NOW, make_moments
from tests.moments.clips.scenes import add, cut, stored

pytestmark = pytest.mark.django_db
HEADS = {"gif": b"GIF89a", "mp4": b"\x00\x00\x00 ftypisom", "webp": b"RIFF"}


@pytest.fixture
def all_three(campaign):
    campaign.renditions = "mp4,gif,webp"
    campaign.save()
    return campaign


def test_every_rendition_of_the_campaign_is_cut(all_three, folder) -> None:
    moment = add(all_three, "good")["good"]
    assert plan_clips(campaign=all_three).clips == 3
    assert cut(all_three, folder).ready == 3
    clips = {clip.rendition: clip for clip in Clip.objects.filter(moment=moment)}
    assert set(clips) == set(HEADS)
    assert len({clip.key for clip in clips.values()}) == 3
    for name, clip in clips.items():
        content = stored(clip)
        assert (content[: len(HEADS[name])], clip.size) == (HEADS[name], len(content))
        assert (clip.state, clip.frames, clip.width, clip.height) == ("ready", 6, 320, 180)


def test_a_rendition_added_later_is_all_that_is_cut_then(campaign, folder) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    gif = Clip.objects.get()
    campaign.renditions = "gif,mp4"
    campaign.save()
    assert plan_clips(campaign=campaign).clips == 1
    assert (lacking_moments(campaign, everything=False).count(), moments_without_clip(campaign).count()) == (1, 0)
    assert cut(campaign, folder).ready == 1
    assert Clip.objects.get(rendition="gif").key == gif.key
    assert lacking_moments(campaign, everything=False).count() == 0


def test_each_rendition_fails_with_its_own_reason_and_the_others_are_shown(all_three, folder) -> None:
    moment = add(all_three, "good")["good"]
    cut(all_three, folder)
    Clip.objects.filter(rendition="gif").update(state=ClipState.FAILED, reason="the clip is larger than 256 MB")
    assert moments_without_clip(all_three).count() == 0
    assert clip_failures([moment.pk]) == {}
    assert ready_clips([moment.pk])[moment.pk].rendition != "gif"
    assert plan_clips(campaign=all_three).clips == 1
    assert cut(all_three, folder).ready == 1
    assert Clip.objects.filter(state=ClipState.READY, reason="").count() == 3


def test_a_video_that_cannot_be_cut_fails_them_all(all_three, folder) -> None:
    moments = add(all_three, "text", "good")
    report = cut(all_three, folder)
    assert (report.ready, sorted(failure.rendition for failure in report.failed)) == (3, ["gif", "mp4", "webp"])
    assert [moment.desc_id for moment in moments_without_clip(all_three)] == [1]
    assert clip_failures([moments["text"].pk]) == {moments["text"].pk: "the file is text, not a video"}


def test_a_clip_stays_ready_whatever_a_slower_run_finds(campaign, folder, tmp_path) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    clip = Clip.objects.get()
    stale = Clip(pk=clip.pk, rendition="gif", key="as it was before")
    late = tmp_path / "late.gif"
    late.write_bytes(b"GIF")
    slower = stored_file("gif", late, CutClip(6, 320, 180, 2.0, 3, "0" * 64))
    for outcome in (CutError("timed_out", "cutting took longer than 120 s"), slower):
        name_clip(clip=stale, stored=outcome, now=NOW)
        assert Clip.objects.get().key == clip.key
    assert not late.exists()
    assert len(stored(Clip.objects.get())) == clip.size


def test_the_plan_counts_each_rendition(campaign, folder) -> None:
    add(campaign, "good")
    gif = plan_clips(campaign=campaign)
    campaign.renditions = "gif,mp4"
    campaign.save()
    both = plan_clips(campaign=campaign)
    assert (gif.clips, both.clips) == (1, 2)
    assert gif.gigabytes < both.gigabytes < 1.2 * gif.gigabytes
    assert gif.minutes < both.minutes < 2 * gif.minutes


def have(moment, **sizes: int) -> None:
    """Ready clips of the moment, of those sizes, and nothing else."""
    moment.clips.all().delete()
    rows = [Clip(moment=moment, rendition=name, state="ready", frames=1, size=size) for name, size in sizes.items()]
    Clip.objects.bulk_create(rows)


@pytest.mark.parametrize(
    ("sizes", "plays", "chosen"),
    [
        ({"gif": 900, "mp4": 50, "webp": 200}, ["video/mp4", "image/webp", "image/gif"], "mp4"),
        ({"gif": 900, "mp4": 50, "webp": 200}, ["image/gif", "image/webp"], "webp"),
        ({"gif": 10, "mp4": 50}, ["video/mp4", "image/gif"], "gif"),
        ({"gif": 900, "mp4": 50}, ["image/gif"], "gif"),
        ({"gif": 900, "mp4": 50}, None, "gif"),
        ({"gif": 900, "mp4": 50}, [], "gif"),
        ({"gif": 900, "mp4": 50}, ["image/webp", "text/html"], "gif"),
        ({"mp4": 50, "webp": 40}, None, "webp"),
        ({"mp4": 50}, ["image/gif"], "mp4"),
        ({"mp4": 50, "webp": 50}, ["video/mp4", "image/webp"], "mp4"),
    ],
)
def test_the_smallest_that_plays_is_shown(campaign, sizes, plays, chosen) -> None:
    (moment,) = make_moments(campaign, 1)
    have(moment, **sizes)
    assert ready_clips([moment.pk], plays)[moment.pk].rendition == chosen


def test_what_is_not_ready_is_not_shown(campaign) -> None:
    (moment,) = make_moments(campaign, 1)
    Clip.objects.create(moment=moment, rendition="mp4", state=ClipState.FAILED, size=1)
    assert ready_clips([moment.pk], ["video/mp4"])[moment.pk].rendition == "gif"
    Clip.objects.filter(rendition="gif").update(state=ClipState.PENDING)
    assert (ready_clips([moment.pk]), ready_renditions([moment.pk])) == ({}, {})


def test_one_query_finds_the_clips_of_many(campaign, django_assert_num_queries) -> None:
    moments = make_moments(campaign, 3)
    for moment in moments:
        have(moment, gif=900, mp4=50)
    with django_assert_num_queries(1):
        found = ready_clips([moment.pk for moment in moments], ["video/mp4"])
    assert {clip.rendition for clip in found.values()} == {"mp4"}
    with django_assert_num_queries(1):
        shown = ready_renditions([moment.pk for moment in moments])
    assert [[clip.rendition for clip in clips] for clips in shown.values()] == [["mp4", "gif"]] * 3
