"""How far people agree in a pilot, by hand."""

import pytest

from annotator.pilots.figures import PilotScore, pilot_figures

GIVEN = {1: {"A": 0, "B": 4, "C": 1}, 2: {"A": 2, "B": 2}, 3: {"A": 1, "B": 3}, 4: {"C": 3}}
SCORES = [PilotScore(pair, person, score) for pair, given in GIVEN.items() for person, score in given.items()]


def test_agreement_counts_every_two_people_on_a_pair():
    figures = pilot_figures(SCORES, tolerance=1)
    # Distances: 4, 1, 3 on pair 1; 0 on pair 2; 2 on pair 3.
    assert (figures.scores, figures.met, figures.within, figures.equal) == (8, 3, 2 / 5, 1 / 5)


def test_a_person_is_held_against_the_others_mean():
    by_name = {one.person: one for one in pilot_figures(SCORES, tolerance=1).people}
    assert by_name["A"].severity == pytest.approx((0 - 2.5 + 0 - 2) / 3)
    assert by_name["B"].severity == pytest.approx((4 - 0.5 + 0 + 2) / 3)
    assert (by_name["C"].scores, by_name["C"].severity, by_name["C"].within) == (2, -1.0, 0.5)


def test_the_pairs_furthest_apart_come_first_and_those_within_the_tolerance_not_at_all():
    found = pilot_figures(SCORES, tolerance=1).disagreements
    assert [(one.pair, one.spread, one.scores) for one in found] == [
        (1, 4, [("A", 0), ("B", 4), ("C", 1)]),
        (3, 2, [("A", 1), ("B", 3)]),
    ]
    assert pilot_figures(SCORES, tolerance=4).disagreements == []


def test_without_a_pair_that_two_people_scored_there_is_no_agreement():
    figures = pilot_figures([PilotScore(1, "A", 2)], tolerance=1)
    assert (figures.met, figures.within, figures.agreement, figures.disagreements) == (0, None, {}, [])
    assert [(one.person, one.severity, one.within) for one in figures.people] == [("A", None, None)]
