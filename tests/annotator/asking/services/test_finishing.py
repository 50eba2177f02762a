"""Finished videos go to a marker with all their questions; silent authors' videos do not wait for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.asking.services.drafts import save_draft
from annotator.asking.services.finishing import Silent, finish_silent, finish_video
from annotator.asking.services.states import reject_asks
from annotator.asking.services.viewing import note_viewing
from annotator.models import Ask, Membership, Seat, SeatState, Share, Standing, Viewing
from annotator.seats.services.queue import fill_queues
from moments.base.errors import BadInput
from moments.models import Batch
from tests.annotator.asking.scenes import LATER, begun, drafted, key_of, submitted
from tests.factories import NOW, claim
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
SILENT = LATER + timedelta(seconds=3601)


@pytest.fixture
def people() -> list[Membership]:
    _, people = marking_campaign()
    begun(people[0])
    return people


def test_a_marker_gets_the_video_once_with_all_its_questions(people):
    author, marker, third = people
    asks = [submitted(author), submitted(author)]
    assert finish_video(member=author, now=LATER) == 2
    viewing, second = Viewing.objects.get(), Share.objects.get(number=2)
    assert (viewing.ended_at, second.annotator, second.beside) == (LATER, None, author)
    rows = Seat.objects.filter(number=2).order_by("pk").values_list("pair", "share", "round", "state")
    assert list(rows) == [(ask.pair_id, second.pk, 1, SeatState.OPEN) for ask in asks]
    assert {seat.pair_id for seat in claim(marker)} == {ask.pair_id for ask in asks}
    assert claim(third) == []


def test_questions_wait_for_those_who_mark_and_not_for_those_who_write(people):
    author, writer, marker = people
    make_whole_video(author.campaign, "another")
    ask = submitted(author)
    begun(writer, now=LATER)
    finish_video(member=author, now=LATER)
    Membership.objects.update(last_request_at=LATER)
    assert fill_queues(campaign=author.campaign, now=LATER) == 1
    assert Seat.objects.get(number=2).annotator == marker
    finish_video(member=writer, now=LATER)
    assert [seat.pair_id for seat in claim(marker, now=LATER)] == [ask.pair_id]


def test_who_writes_gets_questions_of_others_by_asking_for_them(people):
    author, writer, _ = people
    make_whole_video(author.campaign, "another")
    ask = submitted(author)
    begun(writer, now=LATER)
    finish_video(member=author, now=LATER)
    Membership.objects.filter(pk=writer.pk).update(last_request_at=LATER)
    assert fill_queues(campaign=author.campaign, now=LATER) == 0
    assert [seat.pair_id for seat in claim(writer, now=LATER)] == [ask.pair_id]


def test_a_question_that_was_rejected_meanwhile_is_not_marked(people):
    author = people[0]
    gone, kept = submitted(author), submitted(author)
    assert reject_asks(pairs=[gone.pair_id], reason="two videos", now=LATER)
    assert finish_video(member=author, now=LATER) == 1
    assert Seat.objects.get(number=2).pair == kept.pair


def test_drafts_are_not_lost_by_finishing(people):
    submitted(people[0])
    draft = drafted(people[0])
    with pytest.raises(BadInput, match=f"asks: submit or delete your drafts first: {draft.number}"):
        finish_video(member=people[0], now=LATER)
    assert Viewing.objects.get().ended_at is None


def test_without_questions_the_batch_stays_empty(people):
    author = people[0]
    key = key_of(begun(author).share.batch.video)
    note_viewing(member=author, key=key, watched=[[0, 60_000]], bookmarks=[7], now=LATER)
    assert finish_video(member=author, now=LATER) == 0
    viewing = Viewing.objects.get()
    assert (viewing.ended_at, viewing.watched, viewing.bookmarks) == (LATER, [[0, 60_000]], [])
    assert (Share.objects.count(), Seat.objects.count(), Batch.objects.get().pairs.count()) == (1, 0, 0)


def test_what_is_finished_cannot_be_finished_again(people):
    finish_video(member=people[0], now=LATER)
    with pytest.raises(BadInput, match="video: you have no video to finish"):
        finish_video(member=people[0], now=LATER)


def test_a_silent_authors_questions_go_on(people):
    author, marker, _ = people
    ask = submitted(author)
    campaign = author.campaign
    assert finish_silent(campaign=campaign, now=SILENT - timedelta(seconds=2)) == Silent(0, 0)
    assert finish_silent(campaign=campaign, now=SILENT) == Silent(1, 0)
    assert finish_silent(campaign=campaign, now=SILENT) == Silent(0, 0)
    assert Viewing.objects.get().ended_at == SILENT
    assert [seat.pair for seat in claim(marker, now=SILENT)] == [ask.pair]


def test_a_silent_author_without_questions_gives_the_video_back(people):
    drafted(people[0])
    assert finish_silent(campaign=people[0].campaign, now=SILENT) == Silent(0, 1)
    assert (Viewing.objects.get().ended_at, Share.objects.count(), Ask.objects.count()) == (SILENT, 1, 1)
    assert begun(people[1], now=SILENT).share.batch.number == 2


def test_an_author_who_may_no_longer_write_is_not_waited_for(people):
    submitted(people[0])
    Membership.objects.filter(pk=people[0].pk).update(standing=Standing.SUSPENDED)
    assert finish_silent(campaign=people[0].campaign, now=LATER) == Silent(1, 0)


def test_ready_questions_that_were_not_touched_go_back_to_nobody():
    campaign, (author, *_) = marking_campaign()
    before = NOW - timedelta(days=1)
    for number in (1, 2):
        Ask.objects.create(
            campaign=campaign,
            number=number,
            video=campaign.videos.get(),
            task="ms",
            text="?",
            created_at=before,
            changed_at=before,
        )
    begun(author)
    save_draft(member=author, number=2, fields={"segments": [[0, 900]]}, now=NOW)
    finish_silent(campaign=campaign, now=SILENT)
    rows = Ask.objects.order_by("number").values_list("author", "batch__number")
    assert list(rows) == [(None, None), (author.pk, 1)]


def test_other_campaigns_are_left_to_their_own_sweep(people):
    other, _ = marking_campaign("other")
    assert finish_silent(campaign=other, now=SILENT) == Silent(0, 0)
    assert Viewing.objects.get().ended_at is None
