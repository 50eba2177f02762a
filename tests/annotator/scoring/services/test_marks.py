"""Marked answers: stored beside their score with every row, or refused with the field that is wrong."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.marking.answers import Answer, Reply
from annotator.marking.segments import Segment
from annotator.models import AskedPiece, MarkedAnswer, MarkedSegment, Score, Seat, SeatState
from annotator.scoring.selectors.answers import stored_answers
from tests.factories import NOW, claim, opened_campaign, submit
from tests.marking import asked, finished, mark, marking_campaign, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def marker_and_seat():
    _, (author, marker, _) = marking_campaign()
    asked(author)
    finished(author)
    (seat,) = claim(marker)
    return marker, seat


def only_answer() -> Answer:
    score = Score.objects.get(seat__number=2, current=True)
    return stored_answers([score.pk])[score.pk]


def test_a_marking_is_stored_with_its_segments(marker_and_seat):
    marker, seat = marker_and_seat
    result = mark(marker, seat, [[1000, 2000], [2000, 59_000]], complete=False, note=" the second one? ")
    assert (result.status, result.relevance) == ("saved", None)
    expected = Answer(
        (Segment(1000, 2000), Segment(2000, 59_000)), is_specific=True, is_complete=False, note="the second one?"
    )
    assert only_answer() == expected
    assert result.answer == {
        "segments": [[1000, 2000], [2000, 59_000]],
        "specific": True,
        "complete": False,
        "note": "the second one?",
    }
    seat.refresh_from_db()
    assert seat.state == SeatState.SCORED


def test_no_segments_say_that_there_is_no_answer(marker_and_seat):
    marker, seat = marker_and_seat
    assert send(marker, seat, segments=[], note="nothing like it").status == "saved"
    assert only_answer() == Answer(note="nothing like it")
    assert MarkedAnswer.objects.get(score__seat=seat).kind == "none"


@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({}, "segments: is missing"),
        ({"segments": [[0, 60_001]]}, "segments: segment 1: lies outside the video, which lasts 60000 ms"),
        ({"segments": [[5, 700], [600, 900]]}, "segments: segment 2: overlaps the previous segment"),
        ({"segments": [[0, float("nan")]]}, "segments: segment 1: its end must be an integer of milliseconds, got a"),
        ({"segments": [[0, 1000]] * 501}, "segments: expected at most 500 segments, got 501"),
        ({"segments": [[0, 1000]], "complete": True}, "specific: expected true or false"),
        ({"segments": [[0, 1000]], "specific": 1, "complete": True}, "specific: expected true or false"),
        ({"segments": [[0, 1000]], "specific": True, "complete": True, "note": "x" * 1001}, "note: expected a text"),
        ({"segments": [[0, 1000]], "specific": True, "complete": True, "note": "\0"}, "note: expected a text"),
    ],
)
def test_what_is_no_marking_is_refused_and_nothing_is_stored(marker_and_seat, fields, detail):
    marker, seat = marker_and_seat
    result = send(marker, seat, **fields)
    assert (result.status, result.code) == ("refused", "bad_entry")
    assert result.detail.startswith(detail)
    assert Score.objects.filter(seat=seat).count() == 0
    seat.refresh_from_db()
    assert seat.state == SeatState.HELD


def test_a_key_that_comes_again_is_a_duplicate_and_says_what_is_stored(marker_and_seat):
    marker, seat = marker_and_seat
    first = mark(marker, seat)
    again = mark(marker, seat, [[0, 5000]])
    assert (again.status, again.detail, again.answer) == ("duplicate", "stored as [10, 20] s", first.answer)
    other = mark(marker, seat, key="another")
    assert (other.status, other.detail) == ("duplicate", "already scored this way")
    assert MarkedSegment.objects.filter(answer__score__seat=seat).count() == 1


def test_a_marking_is_changed_within_its_grace_and_the_first_one_stays(marker_and_seat):
    marker, seat = marker_and_seat
    mark(marker, seat)
    kept = mark(marker, seat, [[0, 5000]], key="b")
    assert (kept.code, kept.detail) == (
        "other_value",
        "[10, 20] s is stored; to change it, name its key in replaces",
    )
    changed = mark(marker, seat, [[0, 5000]], key="b", replaces=f"mark-{seat.pk}")
    assert changed.status == "changed"
    assert only_answer().segments == (Segment(0, 5000),)
    assert MarkedAnswer.objects.filter(score__seat=seat).count() == 2
    late = mark(marker, seat, [], key="c", replaces="b", now=NOW + timedelta(minutes=2))
    assert (late.code, late.detail) == ("final", "[0, 5] s is stored and final")


def test_a_third_person_answers_each_piece():
    _, (author, _, third) = marking_campaign()
    pair = asked(author).pair
    AskedPiece.objects.create(pair=pair, attempt=1, start_ms=40_000, end_ms=50_000, asks="segment")
    AskedPiece.objects.create(pair=pair, attempt=1, start_ms=10_000, end_ms=20_000, asks="edges")
    Seat.objects.create(campaign=pair.campaign, pair=pair, round=2, number=1)
    (seat,) = claim(third)
    edges = {"span": [10_000, 20_000], "word": "edges", "segments": [[10_000, 12_000], [13_000, 20_000]]}
    word = {"span": [40_000, 50_000], "word": "yes"}
    for pieces, detail in (
        (None, "pieces: expected a list of answers to 2 pieces, got null"),
        ([word], "pieces: expected answers to 2 pieces, got 1"),
        ([word, word], "pieces: a piece is answered twice"),
        ([word, {**edges, "span": [1, 2]}], "pieces: answer 2: span: expected [start_ms, end_ms] of a piece"),
        ([word, {**edges, "word": "yes"}], "pieces: answer 2: word: expected edges or undecided"),
        ([word, {**edges, "segments": [[5, 4]]}], "pieces: answer 2: segments: segment 1: ends at 4 ms"),
    ):
        result = send(third, seat, pieces=pieces)
        assert result.detail.startswith(detail)
    result = send(third, seat, pieces=[word, edges])
    assert result.answer == {"pieces": [edges, word]}
    score = Score.objects.get(seat=seat)
    assert stored_answers([score.pk])[score.pk] == Answer(
        replies=(
            Reply(Segment(10_000, 20_000), "edges", (Segment(10_000, 12_000), Segment(13_000, 20_000))),
            Reply(Segment(40_000, 50_000), "yes"),
        )
    )


def test_a_condition_is_asked_about_where_there_is_one():
    campaign, (author, marker, _) = marking_campaign(videos=2)
    asked(author, condition_video=campaign.videos.last(), condition_ms=3000)
    finished(author)
    (seat,) = claim(marker)
    assert mark(marker, seat).detail == "condition_needed: expected true or false"
    assert mark(marker, seat, condition_needed=False).status == "saved"
    assert only_answer().needs_condition is False


def test_a_relevance_is_no_answer_here_and_segments_are_none_in_a_campaign_that_grades(marker_and_seat):
    marker, seat = marker_and_seat
    assert send(marker, seat, relevance=3).detail == "segments: is missing"
    _, (grader, _) = opened_campaign("graded", pairs=1)
    (graded,) = claim(grader)
    assert send(grader, graded, segments=[[0, 1000]]).detail == "relevance: is missing"


def test_the_database_keeps_relevance_and_answer_apart(marker_and_seat):
    marker, seat = marker_and_seat
    _, (grader, _) = opened_campaign("graded", pairs=1)
    (graded,) = claim(grader)
    assert submit(grader, graded, 3).status == "saved"
    score = Score.objects.get(seat=graded)
    with pytest.raises(IntegrityError, match="a score has a relevance"), transaction.atomic():
        Score.objects.filter(pk=score.pk).update(relevance=None)
    with pytest.raises(IntegrityError, match="only a score without a relevance"), transaction.atomic():
        MarkedAnswer.objects.create(score=score, kind="none")
    mark(marker, seat)
    answer = MarkedAnswer.objects.get(score__seat=seat)
    for values, message in (
        ({"start_ms": 15_000, "end_ms": 25_000}, "do not overlap"),
        ({"start_ms": 25_000, "end_ms": 25_000}, "segment_stretch"),
    ):
        with pytest.raises(IntegrityError, match=message), transaction.atomic():
            MarkedSegment.objects.create(answer=answer, **values)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        MarkedSegment.objects.filter(answer=answer).update(end_ms=30_000)
