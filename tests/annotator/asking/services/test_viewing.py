"""Watching: what was seen is kept, the lease renewed, and the time is work."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from annotator.asking.services.finishing import finish_silent, finish_video
from annotator.asking.services.viewing import UnknownVideo, note_viewing
from annotator.models import Membership, Seat, Viewing, WorkEvent
from annotator.worktime.selectors import active_seconds_today
from moments.base.errors import BadInput
from moments.models import Video
from tests.annotator.asking.scenes import begun, key_of, submitted
from tests.factories import NOW, claim
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Membership]:
    _, people = marking_campaign()
    begun(people[0])
    return people


def watch(member: Membership, *, after_s: int = 0, video: Video | None = None, **fields: Any) -> Viewing | None:
    sent = {"watched": None, "bookmarks": None, **fields}
    video = video or member.campaign.videos.get(name="video-1")
    return note_viewing(member=member, key=key_of(video), now=NOW + timedelta(seconds=after_s), **sent)


def test_what_was_watched_adds_up_and_bookmarks_are_replaced(people):
    watch(people[0], watched=[[0, 10_000]], bookmarks=[500, 900])
    watch(people[0], watched=[[30_000, 40_000]], bookmarks=[900])
    watch(people[0], watched=[[10_200, 20_000]])
    viewing = Viewing.objects.get()
    assert (viewing.watched, viewing.bookmarks) == ([[0, 20_000], [30_000, 40_000]], [900])


def test_an_hour_of_watching_is_an_hour_of_work_and_keeps_the_video(people):
    author = people[0]
    for after_s in range(0, 3 * 3600 + 1, 45):
        watch(author, after_s=after_s, watched=[[0, 1000]])
    now = NOW + timedelta(hours=3)
    assert active_seconds_today(author, now) == 3 * 3600
    assert finish_silent(campaign=author.campaign, now=now).given_back == 0


def test_work_is_counted_once_in_half_a_minute(people):
    for after_s in range(30):
        watch(people[0], after_s=after_s)
    events = WorkEvent.objects.filter(kind="viewing", annotator=people[0])
    assert (events.count(), set(events.values_list("shown_ms", flat=True))) == (1, {0})


def test_a_pause_longer_than_the_idle_limit_is_not_paid(people):
    for after_s in (0, 60, 60 + 600, 60 + 660):
        watch(people[0], after_s=after_s)
    assert active_seconds_today(people[0], NOW + timedelta(hours=1)) == 120


def test_a_markers_viewing_is_their_own(people):
    author, marker, third = people
    watch(author, watched=[[0, 30_000]], bookmarks=[1])
    submitted(author)
    finish_video(member=author, now=NOW)
    claim(marker)
    mine = watch(marker, watched=[[40_000, 50_000]])
    assert (mine.share.number, mine.watched, mine.bookmarks) == (2, [[40_000, 50_000]], [])
    assert Viewing.objects.get(share__number=1).watched == [[0, 30_000]]
    with pytest.raises(UnknownVideo):
        watch(third)


def test_a_marker_who_takes_over_sees_nothing_of_the_one_before(people):
    author, silent, marker = people
    submitted(author, now=NOW)
    finish_video(member=author, now=NOW)
    (seat,) = claim(silent)
    watch(silent, watched=[[40_000, 50_000]], bookmarks=[7])
    later = NOW + timedelta(hours=2)
    assert [mine.pk for mine in claim(marker, now=later)] == [seat.pk]
    mine = watch(marker, after_s=7200, watched=[[0, 1000]])
    assert (mine.share.annotator, mine.began_at, mine.watched, mine.bookmarks) == (marker, later, [[0, 1000]], [])
    assert watch(marker, after_s=7260, watched=[[1000, 2000]]).watched == [[0, 2000]]


def test_of_a_third_person_only_the_work_is_kept(people):
    author, _, third = people
    ask = submitted(author)
    finish_video(member=author, now=NOW)
    Seat.objects.create(
        campaign=ask.campaign,
        pair=ask.pair,
        round=2,
        number=1,
        annotator=third,
        state="held",
        reserved_at=NOW,
        held_at=NOW,
    )
    assert watch(third, watched=[[0, 1000]]) is None
    assert (Viewing.objects.count(), WorkEvent.objects.filter(annotator=third).count()) == (1, 1)


def test_a_finished_viewing_no_longer_changes(people):
    finish_video(member=people[0], now=NOW)
    assert watch(people[0], watched=[[0, 1000]], bookmarks=[3]).watched == []
    assert Viewing.objects.get().bookmarks == []


def test_a_video_of_others_is_unknown(people):
    other = make_whole_video(people[0].campaign, "other").video
    with pytest.raises(UnknownVideo, match="key: you have no such video"):
        watch(people[0], video=other)
    with pytest.raises(UnknownVideo):
        note_viewing(member=people[0], key="nothing", watched=None, bookmarks=None, now=NOW)


@pytest.mark.parametrize("fields", [{"watched": [[5]]}, {"watched": "x"}, {"bookmarks": [-1]}, {"bookmarks": {}}])
def test_what_cannot_be_kept_is_refused_and_nothing_changes(people, fields):
    watch(people[0], watched=[[0, 1000]], bookmarks=[3])
    with pytest.raises(BadInput, match=next(iter(fields))):
        watch(people[0], after_s=600, **fields)
    viewing = Viewing.objects.get()
    assert (viewing.watched, viewing.bookmarks) == ([[0, 1000]], [3])
