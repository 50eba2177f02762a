"""Brings the lines of a file of markings together by question, and refuses lines that contradict each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from annotator.marking.segments import Marking, Segment
from consensus.marking.ruling import MarkingRuling, PieceAnswer, rule_on_markings
from consensus.rawmarkings.lines import MarkingLine, Role
from moments.base.errors import BadLine
from moments.marking_protocol import MarkingProtocol


@dataclass(slots=True)
class RawQuestion:
    """A question's lines: at most one of its author and one of its marker, any number of third annotators."""

    first: MarkingLine
    author: MarkingLine | None = None
    marker: MarkingLine | None = None
    thirds: list[MarkingLine] = field(default_factory=list)
    workers: dict[str, MarkingLine] = field(default_factory=dict)

    def rule(self, path: Path, *, protocol: MarkingProtocol) -> MarkingRuling | None:
        """M2 and M3 on the lines, None while there is no marker; raises BadLine for an answer to something else."""
        if self.author is None:
            raise BadLine(str(path), self.first.number, f"question: {self.first.question} has no line of its author")
        if self.marker is None:
            if self.thirds:
                raise BadLine(str(path), self.thirds[0].number, "role: the question has no line of a marker yet")
            return None
        author, marker = Marking(self.author.segments), Marking(self.marker.segments)
        answers: dict[Segment, PieceAnswer] = {}
        ruling = rule_on_markings(author, marker, protocol=protocol)
        for line in self.thirds:
            for piece in line.answers:
                if piece in answers:
                    raise BadLine(str(path), line.number, f"answers: the piece {piece} already has an answer")
            answers |= line.answers
            try:
                ruling = rule_on_markings(author, marker, answers, protocol=protocol)
            except ValueError as error:
                raise BadLine(str(path), line.number, f"answers: {error}") from error
        return ruling


def gather_questions(lines: Iterable[MarkingLine], path: Path) -> dict[str, RawQuestion]:
    """The questions by id in the order of first appearance; raises BadLine for a line that contradicts another."""
    questions: dict[str, RawQuestion] = {}
    for line in lines:
        question = questions.setdefault(line.question, RawQuestion(line))
        _check(line, question, path)
        question.workers[line.worker] = line
        if line.role is Role.AUTHOR:
            question.author = line
        elif line.role is Role.MARKER:
            question.marker = line
        else:
            question.thirds.append(line)
    return questions


def _check(line: MarkingLine, question: RawQuestion, path: Path) -> None:
    first = question.first
    for name, value, before in (
        ("video", line.video, first.video),
        ("duration_ms", line.duration_ms, first.duration_ms),
    ):
        if value != before:
            raise BadLine(str(path), line.number, f"{name}: line {first.number} of the question has {before}")
    same = {Role.AUTHOR: question.author, Role.MARKER: question.marker, Role.THIRD: None}[line.role]
    if same is not None:
        raise BadLine(str(path), line.number, f"role: line {same.number} is already the question's {line.role}")
    if line.worker in question.workers:
        number = question.workers[line.worker].number
        raise BadLine(str(path), line.number, f"worker: line {number} is already this person's part in the question")
