"""A test cut of five moments, and the settings that it is for."""

import subprocess

import imageio_ffmpeg
import pytest
from django.db import IntegrityError, transaction

from annotator.player.forms.clips import clip_body
from config.clip_storage import ClipStorage, VideoRoot
from moments.base.errors import BadInput
from moments.clips.look import ClipLook
from moments.clips.selectors.clips import ready_clips
from moments.clips.selectors.cutting import clip_counts
from moments.clips.services import samples
from moments.clips.services.looks import look_of, set_look
from moments.clips.services.orders import order_clips
from moments.clips.services.samples import cut_tests, order_test, sampled_moments
from moments.clips.services.verifying import compare_clips
from moments.clips.storage import stored_bytes
from moments.models import Campaign, Clip, Job, LedgerEntry, Moment, SampleClip, Video
from tests.factories import NOW
from tests.moments.clips.scenes import add, cut

pytestmark = pytest.mark.django_db
LOOK = ClipLook(5, 90, ("gif", "mp4"))


@pytest.fixture
def order(campaign, folder, settings):
    settings.VIDEO_ROOTS = (VideoRoot(ClipStorage(folder)),)
    return lambda look=LOOK, source=folder: order_test(
        campaign=campaign, look=look, source=str(source), by_admin=True, actor="admin", now=NOW
    )


def test_five_moments_from_the_shortest_to_the_longest_are_cut_as_asked(
    campaign, folder, order, django_capture_on_commit_callbacks
) -> None:
    add(campaign, "good", "text", "none", *(f"more{number}" for number in range(6)))
    for number, moment in enumerate(campaign.moments.order_by("desc_id")):
        Moment.objects.filter(pk=moment.pk).update(start_s=1, end_s=1.5 + number / 2)
    assert [moment.desc_id for moment in sampled_moments(campaign)] == [1, 3, 5, 7, 9]
    Moment.objects.filter(video__name__startswith="more").update(end_s=200)
    job = order()
    assert cut_tests(now=NOW) == 1
    job.refresh_from_db()
    assert job.outcome == "5 moments cut as gif, mp4; 8 clips failed"
    gif, mp4 = job.samples.filter(size__gt=0).order_by("rendition")
    assert (gif.moment.desc_id, gif.height, gif.frames, mp4.height, mp4.frames) == (1, 90, 3, 90, 3)
    assert (stored_bytes(gif.name), stored_bytes(mp4.name)) == (gif.size, mp4.size)
    assert min(gif.took_s, mp4.took_s) > 0
    assert not Clip.objects.filter(moment__campaign=campaign).exists()
    assert compare_clips(campaign=campaign, now=NOW).orphans == []
    assert "the folder has no video with this name" in job.samples.get(moment__desc_id=3, rendition="mp4").reason

    Moment.objects.filter(video__name="good").update(end_s=200.5)
    with django_capture_on_commit_callbacks(execute=True):
        order(ClipLook(60, 2160, ("gif",)))
    assert (stored_bytes(gif.name), SampleClip.objects.count(), Job.objects.count()) == (None, 0, 1)
    cut_tests(now=NOW)
    refused = SampleClip.objects.get(moment__video__name="good")
    assert refused.reason == "a GIF of 200 s with 11,970 frames would take about 29.1 GB; the limit is 50 MB"


def test_sound_is_heard_in_the_test_and_kept_in_clips_once_it_is_chosen(campaign, folder, order) -> None:
    add(campaign, "good")
    tone = ["-i", str(folder / "good.mp4"), "-f", "lavfi", "-i", "sine=d=6", "-c:v", "copy", str(folder / "loud.mp4")]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *tone], check=True)
    Video.objects.update(name="loud")
    before, look = look_of(campaign), ClipLook(3, 90, ("mp4", "webp"), sound=True)
    order(look)
    cut_tests(now=NOW)
    assert dict(SampleClip.objects.values_list("rendition", "has_sound")) == {"mp4": True, "webp": False}
    assert set_look(campaign=campaign, look=look, seen=before, actor="admin", now=NOW)
    assert not look_of(Campaign.objects.get()).is_like(ClipLook(3, 90, ("mp4", "webp")))
    assert cut(Campaign.objects.get(), folder).ready == 2
    assert [(row["rendition"], row["heard"]) for row in clip_counts(campaign) if "heard" in row] == [
        ("mp4", 1),
        ("webp", 0),
    ]
    Clip.objects.filter(rendition="webp").update(size=1)  # smaller, but silent
    (shown,) = ready_clips(campaign.moments.values_list("pk", flat=True), ["video/mp4", "image/webp"]).values()
    assert (shown.rendition, clip_body(shown)["sound"]) == ("mp4", True)
    for model, rendition in ((Clip, "webp"), (SampleClip, "webp")):
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.filter(rendition=rendition).update(has_sound=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Campaign.objects.update(renditions="gif")


def test_a_newer_test_takes_the_place_of_one_that_is_being_cut(campaign, folder, order, monkeypatch, shelf) -> None:
    add(campaign, "good")
    first = order()
    newer = []

    def cut_and_meanwhile(*given):
        newer.extend([] if newer else [order(ClipLook(2, 90, ("gif",)))])
        return cut_one(*given)

    cut_one = samples._sample
    monkeypatch.setattr(samples, "_sample", cut_and_meanwhile)
    assert cut_tests(now=NOW) == 1
    assert not Job.objects.filter(pk=first.pk).exists()
    assert (SampleClip.objects.count(), [*shelf.iterdir()]) == (0, [])  # what it had cut is gone
    cut_tests(now=NOW)
    assert [(one.job_id, one.rendition, one.frames) for one in SampleClip.objects.all()] == [(newer[0].pk, "gif", 4)]


@pytest.mark.parametrize(
    ("look", "reason"),
    [
        (ClipLook(0.01, 90, ("gif",)), "fps: expected 0.1 to 60"),
        (ClipLook(3, 15, ("gif",)), "height: expected 16 to 2160 pixels"),
        (ClipLook(3, 90, ()), "renditions: choose at least one"),
        (ClipLook(3, 90, ("gif", "webp"), sound=True), "sound: only MP4 carries sound"),
    ],
)
def test_what_cannot_be_cut_is_refused_by_field(campaign, order, look, reason) -> None:
    add(campaign, "good")
    with pytest.raises(BadInput, match=reason):
        order(look)
    with pytest.raises(BadInput, match=reason):
        set_look(campaign=campaign, look=look, seen=look_of(campaign), actor="admin", now=NOW)
    with pytest.raises(BadInput, match="is not in a place that VIDEO_SOURCES allows"):
        order(source="/etc")


def test_settings_are_changed_once_and_over_nobody(campaign, order) -> None:
    before = look_of(campaign)

    def change(look: ClipLook, seen: ClipLook) -> bool:
        return set_look(campaign=campaign, look=look, seen=seen, actor="admin", now=NOW)

    assert (change(LOOK, before), change(ClipLook(5, 90, ("mp4", "gif")), before)) == (True, False)
    assert look_of(Campaign.objects.get()) == LOOK
    assert LedgerEntry.objects.filter(kind="campaign_changed").count() == 1
    with pytest.raises(BadInput, match="somebody else changed these settings"):
        change(ClipLook(1, 90, ("gif",)), before)
    add(campaign, "good")
    order_clips(campaign=campaign, source="/films", now=NOW)
    with pytest.raises(BadInput, match="clips are being cut with the present settings"):
        change(before, LOOK)
    assert look_of(Campaign.objects.get()) == LOOK
