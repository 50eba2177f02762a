"""An exam's answer against the truth."""

from __future__ import annotations

import pytest
from hypothesis import given

from annotator.marking.grading import grade_marking
from annotator.marking.segments import Marking
from moments.marking_protocol import MarkingProtocol
from tests.annotator.marking.drawn import MARKINGS
from tests.rule_tables import segments

PROTOCOL = MarkingProtocol()


@pytest.mark.parametrize(
    ("answer", "truth", "missing", "extra", "off"),
    [
        ("[10, 20]", "[11, 21]", "–", "–", "–"),
        ("–", "–", "–", "–", "–"),
        ("–", "[10, 20]", "[10, 20]", "–", "–"),
        ("[10, 20]", "–", "–", "[10, 20]", "–"),
        ("[10, 20]", "[10, 30]", "–", "–", "[10, 20]"),
        ("[10, 20] + [40, 50]", "[10, 20] + [70, 80]", "[70, 80]", "[40, 50]", "–"),
    ],
)
def test_what_is_wrong_with_an_answer(answer: str, truth: str, missing: str, extra: str, off: str) -> None:
    grade = grade_marking(Marking(segments(answer)), Marking(segments(truth)), protocol=PROTOCOL)
    found = grade.missing, grade.extra, tuple(match.one for match in grade.off)
    assert found == (segments(missing), segments(extra), segments(off))
    assert grade.passed == (missing == extra == off)


@given(MARKINGS)
def test_the_truth_itself_passes(truth: Marking) -> None:
    assert grade_marking(truth, truth, protocol=PROTOCOL).passed
