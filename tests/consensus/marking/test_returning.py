"""M4: when a question goes back to its author."""

from __future__ import annotations

import pytest

from annotator.marking.segments import Marking, Segment
from consensus.marking.returning import MarkerReview, NextStep, next_step, reasons_to_return
from tests.rule_tables import worked_table

MARKED = Marking((Segment(0, 1000),))


@pytest.mark.parametrize(("marking", "specific", "needed", "complete", "before", "reasons", "step"), worked_table("M4"))
def test_the_worked_table_holds(
    marking: str, specific: str, needed: str, complete: str, before: str, reasons: str, step: str
) -> None:
    review = None if specific == "–" else MarkerReview(specific == "yes", complete == "yes", answer(needed))
    found = reasons_to_return(MARKED if marking == "segments" else Marking(), review)
    assert [reason.value for reason in found] == ([] if reasons == "–" else reasons.split(", "))
    assert next_step(found, times_returned=int(before)) == NextStep(step)


def answer(cell: str) -> bool | None:
    return None if cell == "–" else cell == "yes"


def test_segments_need_the_markers_answers() -> None:
    with pytest.raises(ValueError, match="needs the marker's answers"):
        reasons_to_return(MARKED, None)
