"""Moments cut anew: fresh keys, old bytes gone, and nothing lost where the new cut fails."""

from datetime import UTC, datetime

import pytest
from django.core.files.storage import storages

from moments.base.errors import BadInput
from moments.clips.services.plans import plan_clips
from moments.models import Clip, ClipState, Poster
from tests.moments.clips.scenes import add, cut, stored

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)


def later() -> datetime:
    return LATER


def test_a_ready_clip_is_cut_under_a_fresh_key_and_its_old_bytes_go(campaign, folder, shelf) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    before = Clip.objects.get()
    assert before.cut_at is not None
    report = cut(campaign, folder, again=[1], clock=later)
    after = Clip.objects.get()
    assert (report.ready, report.failed, after.cut_at) == (1, [], LATER)
    assert (after.pk, after.key != before.key, after.sha256) == (before.pk, True, before.sha256)
    assert {path.name for path in shelf.iterdir()} == {after.name, Poster.objects.get().name}
    assert len(stored(after)) == after.size


def test_only_the_moments_named_are_cut_again(campaign, folder) -> None:
    add(campaign, "good", "late")
    cut(campaign, folder)
    assert plan_clips(campaign=campaign, again=[1]).clips == 1
    report = cut(campaign, folder, again=[1])
    assert (report.ready, report.failed) == (1, [])


def test_whatever_state_it_was_in(campaign, folder) -> None:
    moments = add(campaign, "good")
    for state in (ClipState.PENDING, ClipState.FAILED):
        Clip.objects.all().delete()
        Clip.objects.create(moment=moments["good"], state=state, reason="")
        assert cut(campaign, folder, again=[1]).ready == 1
    Clip.objects.all().delete()
    assert cut(campaign, folder, again=[1]).ready == 1


def test_a_clip_that_cannot_be_cut_again_keeps_what_it_had(campaign, folder, tmp_path) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    before = Clip.objects.get()
    (tmp_path / "empty").mkdir()
    report = cut(campaign, tmp_path / "empty", again=[1], clock=later)
    assert [(failure.moment, failure.rendition) for failure in report.failed] == [(1, "gif")]
    after = Clip.objects.get()
    assert (after.state, after.key, after.cut_at) == (ClipState.READY, before.key, before.cut_at)
    assert storages["clips"].exists(after.name)


def test_a_rendition_that_the_campaign_dropped_is_cut_again_too(campaign, folder) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    campaign.renditions = "mp4"
    campaign.save()
    assert cut(campaign, folder, again=[1], clock=later).ready == 2
    assert dict(Clip.objects.values_list("rendition", "cut_at")) == {"gif": LATER, "mp4": LATER}


@pytest.mark.parametrize("unknown", [2, -1, 2**70])
def test_a_moment_that_is_not_there_is_named_and_nothing_is_cut(campaign, folder, unknown: int) -> None:
    add(campaign, "good")
    with pytest.raises(BadInput, match=rf"has no moment {unknown}; nothing was cut"):
        cut(campaign, folder, again=[1, unknown])
    assert not Clip.objects.exists()


def test_of_two_that_cut_the_same_again_the_first_one_wins(campaign, folder, shelf, monkeypatch) -> None:
    add(campaign, "good")
    cut(campaign, folder)
    cut_by_other: list[str] = []

    def clock() -> datetime:  # asked for when the bytes are cut and not kept yet
        if not cut_by_other:
            cut_by_other.append("busy")
            cut(campaign, folder, again=[1], clock=later)
            cut_by_other[0] = Clip.objects.get().key
        return LATER

    cut(campaign, folder, again=[1], clock=clock)
    clip = Clip.objects.get()
    assert clip.key == cut_by_other[0]
    assert {path.name for path in shelf.iterdir()} == {clip.name, Poster.objects.get().name}
