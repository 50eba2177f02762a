"""What rules of marking come to on synthetic people."""

from __future__ import annotations

import random

import pytest

from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.study import study_rule
from consensus.simulation.marking.world import TrueQuestion, draw_world
from moments.marking_protocol import MarkingProtocol

EXACT = MarkingPerson(0, miss=0, split=0, extra=0, wrong=0)
USUAL = MarkingPerson(1270)


def world(seed: int = 1) -> list[TrueQuestion]:
    return draw_world(random.Random(seed), videos=60, questions=400)


def test_the_world_has_the_published_sizes() -> None:
    questions = draw_world(random.Random(1))
    durations = {question.video: question.duration_ms for question in questions}
    lengths = [truth.length_ms for question in questions for truth in question.truth]
    assert (len(durations), len(questions)) == (268, 1800)
    assert 30 < sum(durations.values()) / 3.6e6 < 55
    assert 13_500 < sum(lengths) / len(lengths) < 16_000
    assert all(question.truth[-1].end_ms <= question.duration_ms for question in questions)


@pytest.mark.parametrize("protocol", [MarkingProtocol(), None])
def test_people_without_errors_find_everything_exactly(protocol: MarkingProtocol | None) -> None:
    figures = study_rule(world(), EXACT, seed=1, protocol=protocol)
    found = figures.recall, figures.precision, figures.edge_p90_s, figures.mean_iou, figures.third_share
    assert found == (1, 1, 0, 1, 0)


def test_the_rules_find_more_than_a_single_author_at_finer_edges() -> None:
    checked = study_rule(world(), USUAL, seed=1, protocol=MarkingProtocol())
    single = study_rule(world(), USUAL, seed=1, protocol=None)
    assert checked.recall > 0.98 > single.recall
    assert checked.precision > single.precision
    assert checked.edge_median_s < single.edge_median_s
    assert single.third_share == 0 < checked.third_share < 0.2


def test_a_stricter_tolerance_asks_third_persons_more_often() -> None:
    strict = MarkingProtocol(edge_tolerance_ms=1000, min_iou=0.0, sure_iou=1.0)
    pieces = [study_rule(world(), USUAL, seed=1, protocol=one).third_pieces for one in (strict, MarkingProtocol())]
    assert pieces[0] > pieces[1]


def test_the_same_seed_gives_the_same_figures() -> None:
    figures = [study_rule(world(), USUAL, seed=seed, protocol=MarkingProtocol()) for seed in (1, 1, 2)]
    assert figures[0] == figures[1] != figures[2]
