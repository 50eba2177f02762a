"""Settles every question of a file of markings and writes truths and what is still open (M1 to M3)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.marking.segments import Segment
from consensus.marking.ruling import MarkingOutcome, MarkingRuling
from consensus.rawmarkings.lines import read_lines
from consensus.rawmarkings.questions import RawQuestion, gather_questions
from consensus.rawscores.writing import whole_file
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol

UNMARKED = "unmarked"


@dataclass(slots=True)
class MarkingsSummary:
    """How the questions of a file ended; `unmarked` have no marker yet, `truths` counts all segments that stand."""

    lines: int = 0
    questions: int = 0
    settled: int = 0
    open: int = 0
    lead: int = 0
    returned: int = 0
    unmarked: int = 0
    truths: int = 0
    open_pieces: int = 0


def settle_markings_file(markings: Path, out: Path, *, protocol: MarkingProtocol) -> MarkingsSummary:
    """Write a JSON line for each question to `out`, whole or not at all, and count how they ended.

    Raises BadInput for input or output that cannot be used.
    """
    questions = gather_questions(read_lines(markings, protocol=protocol), markings)
    if not questions:
        raise BadInput(f"{markings}: contains no marking")
    if out.is_dir():
        raise BadInput(f"{out}: is a directory")
    if out.exists() and out.samefile(markings):
        raise BadInput(f"{out}: would overwrite the markings")
    rulings = [(question, question.rule(markings, protocol=protocol)) for question in questions.values()]
    try:
        with whole_file(out) as stream:
            stream.writelines(
                f"{json.dumps(question_line(question, ruling), ensure_ascii=False)}\n" for question, ruling in rulings
            )
    except OSError as error:
        raise BadInput(f"{out}: {error.strerror}") from error
    return _summary(rulings)


def question_line(question: RawQuestion, ruling: MarkingRuling | None) -> dict[str, Any]:
    """A question's line of the file: the truth so far, what a third annotator is asked, and what the lead decides."""
    first = question.first
    line: dict[str, Any] = {"question": first.question, "video": first.video, "duration_ms": first.duration_ms}
    if ruling is None:
        return {**line, "outcome": UNMARKED, "truth": [], "open": [], "for_lead": []}
    return {
        **line,
        "outcome": ruling.outcome.value,
        "truth": _pairs(ruling.truth),
        "open": [{"piece": _pair(piece.span), "kind": piece.kind.value} for piece in ruling.pieces],
        "for_lead": [
            {"piece": _pair(piece.span), "author": _pairs(piece.author), "marker": _pairs(piece.marker)}
            for piece in ruling.for_lead
        ],
    }


def _summary(rulings: Iterable[tuple[RawQuestion, MarkingRuling | None]]) -> MarkingsSummary:
    summary = MarkingsSummary()
    for question, ruling in rulings:
        summary.questions += 1
        summary.lines += len(question.workers)
        summary.unmarked += ruling is None
        if ruling is not None:
            summary.settled += ruling.outcome is MarkingOutcome.SETTLED
            summary.open += ruling.outcome is MarkingOutcome.OPEN
            summary.lead += ruling.outcome is MarkingOutcome.LEAD
            summary.returned += ruling.outcome is MarkingOutcome.RETURNED
            summary.truths += len(ruling.truth)
            summary.open_pieces += len(ruling.pieces)
    return summary


def _pair(segment: Segment) -> list[int]:
    return [segment.start_ms, segment.end_ms]


def _pairs(segments: Iterable[Segment]) -> list[list[int]]:
    return [_pair(segment) for segment in segments]
