"""Drafts: unfinished ones are kept, wrong ones refused with the field's name, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from annotator.asking.services.drafts import MOST_DRAFTS, UnknownAsk, create_draft, delete_draft, save_draft
from annotator.models import Ask, AskState, Membership
from moments.base.errors import BadInput
from moments.models import Clip, ClipState
from tests.annotator.asking.scenes import LATER, begun, drafted, key_of, submitted
from tests.factories import NOW
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def author() -> Membership:
    _, (author, *_) = marking_campaign()
    begun(author)
    return author


def save(author: Membership, ask: Ask, **fields: Any) -> Ask:
    return save_draft(member=author, number=ask.number, fields=fields, now=LATER)


def refusal(author: Membership, ask: Ask, **fields: Any) -> str:
    with pytest.raises(BadInput) as caught:
        save(author, ask, **fields)
    return str(caught.value)


def test_a_draft_begins_empty(author):
    ask = create_draft(member=author, task="ims", now=NOW)
    stored = Ask.objects.get()
    assert (stored.number, stored.task, stored.text, stored.segments) == (1, "ims", "", [])
    assert (stored.author, stored.batch.video, stored.state, stored.origin) == (author, ask.video, "draft", "person")
    assert create_draft(member=author, task="ms", now=NOW).number == 2


def test_without_a_video_there_is_no_draft():
    _, (author, *_) = marking_campaign()
    with pytest.raises(BadInput, match="video: you have no video to write about"):
        create_draft(member=author, task="ms", now=NOW)


def test_what_is_not_named_stays(author):
    ask = create_draft(member=author, task="ms", now=NOW)
    save(author, ask, text=" When ", segments=[[1000, 2000]])
    save(author, ask, segments=[])
    save(author, ask, task="ims")
    ask.refresh_from_db()
    assert (ask.text, ask.segments, ask.task, ask.changed_at) == (" When ", [], "ims", LATER)


def test_wrong_segments_are_refused_and_nothing_is_saved(author):
    ask = drafted(author)
    assert refusal(author, ask, text="other", segments=[[0, 60_001]]) == (
        "segments: segment 1: lies outside the video, which lasts 60000 ms"
    )
    before = ask.text
    ask.refresh_from_db()
    assert ask.text == before


def test_a_picture_is_kept_as_an_instant_of_a_video(author):
    ask = drafted(author, task="ims")
    save(author, ask, condition={"key": key_of(ask.video), "at_ms": 59_999})
    ask.refresh_from_db()
    assert (ask.condition_video, ask.condition_ms) == (ask.video, 59_999)
    save(author, ask, condition=None)
    ask.refresh_from_db()
    assert (ask.condition_video, ask.condition_ms) == (None, None)


def test_a_picture_inside_an_answer_is_refused_whichever_comes_second(author):
    ask = drafted(author, task="ims")
    key = key_of(ask.video)
    assert "is inside segment 1" in refusal(author, ask, condition={"key": key, "at_ms": 15_000})
    save(author, ask, condition={"key": key, "at_ms": 30_000})
    assert "is inside segment 2" in refusal(author, ask, segments=[[10_000, 20_000], [29_000, 31_000]])


def test_a_picture_of_another_video_of_ones_own_may_lie_anywhere(author):
    other = make_whole_video(author.campaign, "other").video
    ask = drafted(author, task="ims")
    condition = {"key": key_of(other), "at_ms": 15_000}
    assert "there is no such video" in refusal(author, ask, condition=condition)
    batch = author.campaign.batches.get()
    author.campaign.batches.create(video=other, number=1, protocol=batch.protocol, opened_at=NOW).shares.create(
        campaign=author.campaign, number=1, annotator=author
    )
    assert save(author, ask, condition=condition).condition_video == other


def test_only_questions_with_a_picture_have_one(author):
    ask = drafted(author)
    condition = {"key": key_of(ask.video), "at_ms": 30_000}
    assert refusal(author, ask, condition=condition) == "condition: only a question of task ims has a picture"
    save(author, ask, task="ims", condition=condition)
    assert refusal(author, ask, task="ms") == "condition: only a question of task ims has a picture"
    save(author, ask, task="ms", condition=None)


def test_a_picture_behind_the_end_or_of_a_video_that_is_gone_is_refused(author):
    ask = drafted(author, task="ims")
    key = key_of(ask.video)
    assert refusal(author, ask, condition={"key": key, "at_ms": 60_000}) == (
        "condition: at_ms: the video ends at 60000 ms"
    )
    Clip.objects.update(state=ClipState.FAILED)
    assert "no longer available" in refusal(author, ask, condition={"key": key, "at_ms": 1})


def test_somebody_elses_question_is_unknown(author):
    ask = drafted(author)
    _, (stranger, *_) = marking_campaign("strange")
    other = author.campaign.members.exclude(pk=author.pk).first()
    for person in (stranger, other):
        with pytest.raises(UnknownAsk):
            save(person, ask, text="mine now")
        with pytest.raises(UnknownAsk):
            delete_draft(member=person, number=ask.number, now=NOW)


def test_what_was_submitted_no_longer_changes(author):
    ask = submitted(author)
    assert refusal(author, ask, text="other") == "state: question 1 has been submitted and can no longer change"
    with pytest.raises(BadInput, match="has been submitted"):
        delete_draft(member=author, number=ask.number, now=NOW)


def test_a_returned_question_changes_but_is_not_deleted(author):
    ask = submitted(author)
    Ask.objects.update(state=AskState.RETURNED, returns=1, reason="which of the two?")
    assert save(author, ask, text="When does the left one fall?").text == "When does the left one fall?"
    assert refusal(author, ask, text="  ") == "text: is empty"
    with pytest.raises(BadInput, match="state: a question that has been submitted cannot be deleted"):
        delete_draft(member=author, number=ask.number, now=NOW)


def test_a_draft_can_be_deleted(author):
    ask = drafted(author)
    delete_draft(member=author, number=ask.number, now=NOW)
    assert Ask.objects.count() == 0


def test_drafts_are_not_made_without_end(author):
    drafted(author)
    batch = author.campaign.batches.get()
    Ask.objects.bulk_create(
        Ask(
            campaign=author.campaign,
            number=number,
            video=batch.video,
            task="ms",
            author=author,
            batch=batch,
            created_at=NOW,
            changed_at=NOW,
        )
        for number in range(2, MOST_DRAFTS + 1)
    )
    with pytest.raises(BadInput, match="there are already 200 drafts"):
        create_draft(member=author, task="ms", now=NOW)
