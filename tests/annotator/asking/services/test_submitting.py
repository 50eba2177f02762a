"""Submitting: a query, a pair and the author's scored seat with its marking, all or nothing; returned ones again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.asking.api.shapes import ask_body
from annotator.asking.services.drafts import UnknownAsk, create_draft, save_draft
from annotator.asking.services.finishing import finish_video
from annotator.asking.services.states import accept_asks, mark_checked, return_ask
from annotator.asking.services.submitting import Sent, submit_ask
from annotator.exam.services.references import KnownQuestion, add_references
from annotator.marking.answers import Answer
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, Membership, Problem, Score, Seat, SeatState, Share, WorkEvent
from annotator.scoring.selectors.answers import stored_answers
from annotator.scoring.services.finalising import finalise_scores
from annotator.scoring.services.scoring import submit_scores
from moments.base.errors import BadInput
from moments.models import Clip, ClipState, LedgerEntry, Pair, Query, QueryVersion
from tests.annotator.asking.scenes import LATER, begun, drafted, key_of, submitted
from tests.factories import NOW, claim
from tests.marking import make_whole_video, mark, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Membership]:
    _, people = marking_campaign()
    begun(people[0])
    return people


def refusal(author: Membership, ask: Ask, key: str = "k") -> str:
    with pytest.raises(BadInput) as caught:
        submit_ask(member=author, number=ask.number, sent=Sent(key), now=LATER)
    assert (Query.objects.count(), Pair.objects.count(), Seat.objects.count(), Score.objects.count()) == (0, 0, 0, 0)
    return str(caught.value)


def test_a_question_becomes_a_pair_with_its_authors_scored_seat(people):
    author = people[0]
    ask = drafted(author, text="  When does   he fall? ", segments=[[1000, 2000], [5000, 9000]])
    sent = Sent("the-key", ago_ms=1000, shown_ms=30_000)
    submit_ask(member=author, number=ask.number, sent=sent, now=LATER)
    ask.refresh_from_db()
    query, pair, seat, score = Query.objects.get(), Pair.objects.get(), Seat.objects.get(), Score.objects.get()
    assert (ask.state, ask.text, ask.pair, ask.version) == ("submitted", "When does he fall?", pair, 1)
    assert (query.query_id, query.split, query.text, query.version) == (1, "test", ask.text, 1)
    assert (pair.number, pair.rank, pair.similarity, pair.batch) == (1, 1, 0, ask.batch)
    assert (pair.moment.whole, pair.moment.video) == (True, ask.video)
    assert (seat.pair, seat.round, seat.number, seat.purpose) == (pair, 1, 1, "campaign")
    assert (seat.share, seat.state, seat.annotator) == (Share.objects.get(), SeatState.SCORED, author)
    assert (score.seat, score.key, score.relevance, score.saved_at) == (seat, "the-key", None, LATER)
    assert (score.worked_at, score.shown_ms) == (LATER - timedelta(seconds=1), 30_000)
    assert score.changeable_until == LATER + timedelta(seconds=60)
    assert stored_answers([score.pk])[score.pk] == Answer((Segment(1000, 2000), Segment(5000, 9000)))


def test_a_question_has_one_number_beside_questions_with_known_answers(people):
    author = people[0]
    first, draft = submitted(author), drafted(author)
    whole = first.pair.moment
    known = KnownQuestion(whole, "What is known?", (Segment(1000, 2000),))
    (pair,) = add_references(campaign=author.campaign, questions=[known], now=NOW, actor="L1")
    asks = [first, submitted(author, draft), submitted(author)]
    numbers = [(ask.number, ask.pair.number, ask.pair.query.query_id) for ask in asks]
    assert numbers == [(1, 1, 1), (2, 2, 2), (4, 4, 4)]
    assert (pair.number, pair.query.query_id) == (3, 3)


def test_the_database_refuses_a_question_with_another_number_than_its_pair(people):
    ask = submitted(people[0])
    with pytest.raises(IntegrityError, match="same number"), transaction.atomic():
        Ask.objects.filter(pk=ask.pk).update(number=7)


def change(author, ask, segments):
    score = Score.objects.get(annotator=author, current=True)
    entry = {"seat": str(score.seat.public_id), "key": "again", "replaces": score.key, "segments": segments}
    (result,) = submit_scores(member=author, entries=[entry], now=LATER + timedelta(seconds=30))
    ask.refresh_from_db()
    return result


def test_the_question_follows_its_authors_change_within_the_grace(people):
    author = people[0]
    ask = submitted(author)
    assert change(author, ask, [[2000, 3000]]).status == "changed"
    assert ask.segments == [[2000, 3000]]
    assert stored_answers([Score.objects.get(current=True).pk])[Score.objects.get(current=True).pk] == Answer(
        (Segment(2000, 3000),)
    )


@pytest.mark.parametrize(
    ("segments", "detail"),
    [
        ([], "segments: mark at least one segment that answers the question"),
        ([[29_000, 31_000]], "segments: segment 1 holds the picture at 30000 ms, the question's own"),
    ],
)
def test_an_author_cannot_change_the_marking_to_what_no_question_may_have(people, segments, detail):
    author = people[0]
    begun(author)
    ask = drafted(author)
    key = key_of(ask.video)
    fields = {"task": "ims", "condition": {"key": key, "at_ms": 30_000}}
    save_draft(member=author, number=ask.number, fields=fields, now=NOW)
    ask = submitted(author, ask)
    result = change(author, ask, segments)
    assert (result.status, result.detail) == ("refused", detail)
    assert ask.segments == [[10_000, 20_000]]


def test_the_marking_becomes_final_after_the_grace_period(people):
    ask = submitted(people[0])
    finalise_scores(campaign=ask.campaign, now=LATER + timedelta(seconds=59))
    assert not Score.objects.get().final
    finalise_scores(campaign=ask.campaign, now=LATER + timedelta(seconds=61))
    assert Score.objects.get().final


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"text": " \n "}, "text: is empty"),
        ({"segments": []}, "segments: mark at least one segment that answers the question"),
        ({"task": "ims"}, "condition: a question of task ims needs a picture"),
    ],
)
def test_an_unfinished_question_is_not_submitted(people, fields, problem):
    assert refusal(people[0], drafted(people[0], **fields)) == problem


def test_a_picture_inside_an_answer_is_refused_when_it_is_submitted(people):
    ask = drafted(people[0], task="ims", condition={"key": key_of(begun(people[0]).share.batch.video), "at_ms": 100})
    Ask.objects.update(condition_ms=15_000)
    assert "is inside segment 1" in refusal(people[0], ask)


def test_a_picture_of_a_video_that_is_gone_is_refused(people):
    author = people[0]
    ask = drafted(author, task="ims", condition={"key": key_of(begun(author).share.batch.video), "at_ms": 100})
    Ask.objects.update(condition_video=make_whole_video(author.campaign, "gone").video)
    Clip.objects.filter(moment__video__name="gone").update(state=ClipState.FAILED)
    assert refusal(author, ask) == "condition: the video of the picture is no longer available"


def test_a_question_with_a_picture_can_be_submitted(people):
    condition = {"key": key_of(begun(people[0]).share.batch.video), "at_ms": 100}
    assert submitted(people[0], task="ims", condition=condition).state == AskState.SUBMITTED


def test_the_same_key_stores_nothing_twice(people):
    author, ask = people[0], drafted(people[0])
    for _ in range(2):
        submit_ask(member=author, number=ask.number, sent=Sent("k"), now=LATER)
    assert (Pair.objects.count(), Score.objects.count()) == (1, 1)
    second = drafted(author)
    with pytest.raises(BadInput, match="key: is already the key of something else"):
        submit_ask(member=author, number=second.number, sent=Sent("k"), now=LATER)
    with pytest.raises(BadInput, match="state: question 1 has been submitted"):
        submit_ask(member=author, number=ask.number, sent=Sent("another"), now=LATER)


def test_a_key_that_is_sent_again_answers_what_it_answered_first(people):
    author, marker, third = people
    later = LATER + timedelta(hours=1)
    ask = drafted(author)

    def send(key: str, now: datetime) -> dict[str, object]:
        return ask_body(submit_ask(member=author, number=ask.number, sent=Sent(key), now=now), {})

    first = send("k", LATER)
    finish_video(member=author, now=LATER)
    assert mark(marker, claim(marker, now=LATER)[0], [], now=LATER).status == "saved"
    pair = Pair.objects.get().pk
    assert mark_checked(pairs=[pair], now=later) == 1
    assert send("k", later) == first
    assert return_ask(pair=pair, reason="which?", now=later)
    save_draft(member=author, number=1, fields={"text": "The other?", "segments": [[3000, 4000]]}, now=later)
    assert send("k", later) == first
    second = send("again", later)
    assert (second["text"], second["version"], second["returns"]) == ("The other?", 2, 1)
    assert mark(third, claim(third, now=later)[0], [[3000, 4000]], now=later).status == "saved"
    accept_asks(pairs=[pair], now=later + timedelta(hours=1))
    assert (Ask.objects.get().state, send("k", later), send("again", later)) == ("accepted", first, second)


def test_nobody_submits_the_question_of_another(people):
    ask = drafted(people[0])
    with pytest.raises(UnknownAsk):
        submit_ask(member=people[1], number=ask.number, sent=Sent("k"), now=LATER)


def test_a_draft_of_a_video_that_was_finished_waits(people):
    author = people[0]
    ask = create_draft(member=author, task="ms", now=NOW)
    save_draft(member=author, number=ask.number, fields={"text": "?", "segments": [[0, 900]]}, now=NOW)
    ask.batch.shares.get().viewing.__class__.objects.update(ended_at=NOW)
    assert refusal(author, ask) == "video: you have finished this video; begin again to go on with its drafts"


def test_others_get_nothing_before_the_video_is_finished(people):
    author, marker, _ = people
    ask = submitted(author)
    assert claim(marker) == []
    finish_video(member=author, now=LATER)
    (seat,) = claim(marker)
    assert (seat.pair, seat.number) == (ask.pair, 2)
    assert claim(author) == []


def returned(people: list[Membership], reason: str = "which of the two?") -> Ask:
    """A question that a marker could not answer."""
    author, marker, _ = people
    ask = submitted(author)
    finish_video(member=author, now=LATER)
    (seat,) = claim(marker, now=LATER)
    assert mark(marker, seat, [], now=LATER).status == "saved"
    assert return_ask(pair=ask.pair_id, reason=reason, now=LATER)
    return ask


def test_a_returned_question_is_the_next_version_at_the_next_attempt(people):
    author, marker, third = people
    ask = returned(people)
    later = LATER + timedelta(hours=1)
    fields = {"text": "When does the left one fall?", "segments": [[3000, 4000]]}
    save_draft(member=author, number=ask.number, fields=fields, now=later)
    submit_ask(member=author, number=ask.number, sent=Sent("second", shown_ms=5000), now=later)
    ask.refresh_from_db()
    pair = Pair.objects.get()
    assert (ask.state, ask.version, ask.returns, ask.reason, ask.pair) == ("submitted", 2, 1, "", pair)
    assert (pair.attempt, pair.query.text, pair.query.version) == (2, fields["text"], 2)
    before = QueryVersion.objects.get()
    assert (before.version, before.text, before.actor) == (1, "When is 1?", author.pseudonym)
    assert before.reason == "which of the two?"
    seats = Seat.objects.order_by("pk").values_list("attempt", "number", "state", "superseded", "share__number")
    assert list(seats) == [
        (1, 1, "scored", True, 1),
        (1, 2, "scored", True, 2),
        (2, 1, "scored", False, None),
        (2, 2, "open", False, None),
    ]
    assert stored_answers([Score.objects.get(key="second").pk]).popitem()[1] == Answer((Segment(3000, 4000),))
    assert claim(marker, now=later) == []
    assert [seat.pair for seat in claim(third, now=later)] == [pair]
    assert json.loads(LedgerEntry.objects.get(kind="question_rewritten").payload)["version"] == 2


def test_reports_about_the_version_before_are_closed(people):
    ask = returned(people)
    Problem.objects.create(
        pair=ask.pair, annotator=people[1], kind="other", note="blurred", reported_at=LATER, seat=Seat.objects.first()
    )
    submitted(people[0], ask, now=LATER + timedelta(hours=1))
    assert Problem.objects.get().resolved_at is not None


def test_submitting_counts_as_work(people):
    submitted(people[0], now=LATER)
    assert list(WorkEvent.objects.filter(worked_at=LATER).values_list("kind", flat=True)) == ["viewing"]
