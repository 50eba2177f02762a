"""Synthetic people who mark segments."""

from __future__ import annotations

import random

import pytest

from annotator.marking.segments import Segment
from consensus.marking.ruling import Piece
from consensus.simulation.marking.people import MarkingPerson, calibrated, mean_iou
from consensus.simulation.marking.world import TrueQuestion

LENGTHS = [2000, 5000, 10_000, 20_000, 40_000] * 60
QUESTION = TrueQuestion(0, 100_000, (Segment(10_000, 20_000), Segment(40_000, 60_000)))
EXACT = MarkingPerson(0, miss=0, split=0, extra=0, wrong=0)


@pytest.mark.parametrize(
    "person", [MarkingPerson(0), MarkingPerson(0, by_length=True), MarkingPerson(0, wide_share=0.2)]
)
def test_two_calibrated_people_have_the_iou_that_was_asked_for(person: MarkingPerson) -> None:
    found = calibrated(person, iou_wanted=0.725, lengths=LENGTHS)
    assert mean_iou(found, LENGTHS) == pytest.approx(0.725, abs=0.002)
    assert calibrated(person, iou_wanted=0.725, lengths=LENGTHS) == found


def test_a_person_without_errors_marks_the_truth() -> None:
    assert EXACT.mark(QUESTION, random.Random(1)).segments == QUESTION.truth


def test_people_miss_split_and_add_as_often_as_they_should() -> None:
    draw = random.Random(2)
    misses = MarkingPerson(0, miss=0.1, split=0, extra=0)
    splits = MarkingPerson(0, miss=0, split=0.2, extra=0)
    adds = MarkingPerson(0, miss=0, split=0, extra=0.3)
    counts = [sum(len(one.mark(QUESTION, draw).segments) for _ in range(5000)) for one in (misses, splits, adds)]
    assert counts[0] == pytest.approx(9000, rel=0.02)
    assert counts[1] == pytest.approx(12_000, rel=0.02)
    assert 10_500 < counts[2] < 11_500  # some extra segments overlap a true one


@pytest.mark.parametrize("edge_ms", [0, 1000, 100_000])
def test_edges_stay_within_the_video_and_keep_a_length(edge_ms: int) -> None:
    draw, person = random.Random(3), MarkingPerson(edge_ms)
    edges = [person.edges(QUESTION.truth[0], QUESTION.duration_ms, draw) for _ in range(500)]
    assert all(one.start_ms >= 0 and one.end_ms <= 100_000 and one.length_ms >= 200 for one in edges)


@pytest.mark.parametrize(
    ("piece", "answer"),
    [
        (Piece((Segment(11_000, 19_000),), ()), True),
        (Piece((), (Segment(25_000, 30_000),)), False),
        (Piece((Segment(38_000, 50_000),), (Segment(45_000, 62_000),)), (Segment(40_000, 60_000),)),
        (Piece((Segment(70_000, 80_000),), (Segment(75_000, 90_000),)), ()),
    ],
)
def test_a_third_person_without_errors_answers_by_the_truth(piece: Piece, answer: object) -> None:
    assert EXACT.answer(piece, QUESTION, random.Random(1)) == answer


def test_an_author_marks_something_and_nothing_that_the_image_shows() -> None:
    draw, careless = random.Random(5), MarkingPerson(3000, miss=0.6)
    question = TrueQuestion(0, 100_000, QUESTION.truth, shown_ms=20_500)
    markings = [careless.ask(question, draw).segments for _ in range(300)]
    assert all(markings)
    assert not any(one.start_ms <= 20_500 <= one.end_ms for marking in markings for one in marking)
