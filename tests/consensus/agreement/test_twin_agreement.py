"""How people agree in a twins campaign, from answers worked out by hand."""

from __future__ import annotations

import pytest

from annotator.twins.answers import CheckResult, Criterion, JudgementAnswer, Unreal
from consensus.agreement.twins import outcome_columns, twin_agreement, twin_table, with_shares
from consensus.twins.agreement import GivenJudgement, JudgedClip
from consensus.twins.ceiling import AssignedCaption

NO = JudgementAnswer(temporal=False)
TWINS = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.NEITHER)
MOVED = JudgementAnswer(temporal=True, criterion=Criterion.POSITION, unreal=Unreal.NEITHER)
SINGLE = JudgementAnswer(temporal=True, criterion=Criterion.STATE, unreal=Unreal.BACKWARD)
RIGHT, WRONG, CANNOT = CheckResult.RIGHT, CheckResult.WRONG, CheckResult.CANNOT_TELL


def judged(number: int, *given: tuple[str, JudgementAnswer]) -> JudgedClip:
    return JudgedClip(number, tuple(GivenJudgement(worker, answer, number * 1000) for worker, answer in given))


CLIPS = [
    judged(1, ("A", TWINS), ("B", MOVED)),
    judged(2, ("B", NO), ("A", NO)),
    judged(3, ("A", TWINS), ("C", NO), ("B", NO)),
    judged(4, ("A", SINGLE), ("B", SINGLE)),
    judged(5, ("C", SINGLE), ("A", TWINS), ("B", NO)),
]
# Of the captions of A, both of twins 1 are checked; the backward one is wrong at first, and right in its next version.
ASSIGNED = [
    AssignedCaption(1, "forward", 1, 1, RIGHT, "B", "A"),
    AssignedCaption(1, "forward", 1, 2, RIGHT, "C", "A"),
    AssignedCaption(1, "backward", 1, 1, WRONG, "C", "A"),
    AssignedCaption(1, "backward", 2, 1, RIGHT, "B", "A"),
    AssignedCaption(2, "forward", 1, 1, CANNOT, "A", "B"),
    AssignedCaption(4, "forward", 1, 1, WRONG, "B", "C", among_similar=True),
]


def test_people_are_held_against_the_other_first_judge_of_the_same_clips() -> None:
    people = {person.name: person for person in twin_agreement(CLIPS, ASSIGNED).people}
    assert {name: (one.same.value, one.same.n) for name, one in people.items()} == {
        "A": (3 / 5, 5),
        "B": (1.0, 3),
        "C": (0.0, 2),
    }
    # A says twins, dropped, twins, single, twins against twins, dropped, dropped, single, single: 3 of 5 are equal,
    # and by chance (3·1 + 1·2 + 1·2) / 25 would be.
    assert people["A"].kappa.value == pytest.approx((3 / 5 - 7 / 25) / (1 - 7 / 25))


def test_a_caption_counts_once_a_version_and_fails_if_an_assignment_of_it_is_not_right() -> None:
    found = twin_agreement(CLIPS, ASSIGNED)
    returned = {person.name: (person.returned.value, person.returned.n) for person in found.people}
    assert returned == {"A": (1 / 3, 3), "B": (1.0, 1), "C": (1.0, 1)}
    assert (found.captions.value, found.captions.n) == (3 / 5, 5)


def test_checkers_are_shown_by_what_they_made_between_twins() -> None:
    people = {person.name: person for person in twin_agreement(CLIPS, ASSIGNED).people}
    assert {name: (one.cannot_tell.value, one.cannot_tell.n) for name, one in people.items()} == {
        "A": (1.0, 1),
        "B": (0.0, 2),
        "C": (0.0, 2),
    }
    first = {name: (one.first.value, one.first.n) for name, one in people.items()}
    assert first == {"A": (0.5, 1), "B": (1.0, 1), "C": (0.0, 1)}


def test_the_ceiling_and_the_tables_are_of_all_people() -> None:
    found = twin_agreement(CLIPS, ASSIGNED)
    assert (found.ceiling.accuracy.value, found.ceiling.right, found.ceiling.wrong) == (1.5 / 3, 1, 1)
    assert [row[0] for row in with_shares(found.outcomes)] == [(1, 0.2), None, None, None]
    assert [[count for count in row if count] for row in found.outcomes] == [[1, 1, 1], [1], [1], []]
    assert (found.criteria[2], sum(count or 0 for row in found.criteria for count in row)) == ([None, None, 2, 1], 3)


def test_alpha_over_time_counts_the_first_two_judges_only() -> None:
    columns = outcome_columns(CLIPS)
    assert columns.raters == ("A", "B", "C")
    assert list(zip(columns.pair, columns.rater, columns.score, strict=True)) == [
        *((0, 0, 0), (0, 1, 0)),
        *((1, 0, 2), (1, 1, 2)),
        *((2, 0, 0), (2, 2, 2)),
        *((3, 0, 1), (3, 1, 1)),
        *((4, 0, 0), (4, 2, 1)),
    ]


def test_the_file_has_a_row_for_each_figure_of_all_and_of_each_person() -> None:
    header, rows = twin_table(twin_agreement(CLIPS, ASSIGNED))
    assert header == ["person", "figure", "measure", "value", "low", "high", "n", "note"]
    assert len(rows) == 4 * 3 + 5 + 3 * 5
    assert [str(cell) for cell in rows[0][:4]] == ["all", "time matters", "equal", "0.8000"]
    assert ["A", "assignments", "cannot_tell"] in [row[:3] for row in rows]


def test_nothing_has_no_figures() -> None:
    found = twin_agreement([], [])
    assert (found.is_empty, found.people, found.captions.value) == (True, (), None)
    assert [row[3] for row in twin_table(found)[1]] == [None] * 17
    assert outcome_columns([]).ratings().raters == ()
