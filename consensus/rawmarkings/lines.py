"""Reads the lines of a file of markings, and refuses what it cannot trust, by file, line and field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from annotator.marking.reading import SegmentsError, json_name, read_segments
from annotator.marking.segments import Segment
from consensus.marking.ruling import PieceAnswer
from evaluation.reading.decoding import strict_decoder
from moments.base.errors import BadInput, BadLine
from moments.marking_protocol import MarkingProtocol

LONGEST_LINE = 1_000_000
LONGEST_TEXT = 500
LONGEST_VIDEO_MS = 24 * 3600 * 1000


class Role(StrEnum):
    """Whose line it is."""

    AUTHOR = "author"
    MARKER = "marker"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class MarkingLine:
    """One person's part in a question: segments of the author and the marker, answers by piece of a third annotator."""

    number: int
    question: str
    video: str
    duration_ms: int
    role: Role
    worker: str
    segments: tuple[Segment, ...]
    answers: dict[Segment, PieceAnswer]


def read_lines(path: Path, *, protocol: MarkingProtocol) -> Iterator[MarkingLine]:
    """Each line that is not blank; raises BadInput for a file that cannot be read, BadLine for a bad line."""
    decode = strict_decoder().decode
    try:
        with path.open("rb") as stream:
            for number, content in enumerate(iter(lambda: stream.readline(LONGEST_LINE + 1), b""), 1):
                if content.strip():
                    yield _Line(path, number, _decoded(path, number, content, decode), protocol).read()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error


def _decoded(path: Path, number: int, content: bytes, decode: Any) -> dict[str, Any]:
    if len(content) > LONGEST_LINE:
        raise BadLine(str(path), number, f"is longer than {LONGEST_LINE:,} bytes")
    try:
        values = decode(content.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise BadLine(str(path), number, f"not UTF-8: {error.reason}") from error
    except json.JSONDecodeError as error:
        raise BadLine(str(path), number, f"not JSON: {error.msg}") from error
    except RecursionError as error:
        raise BadLine(str(path), number, "the JSON is nested too deeply") from error
    except ValueError as error:  # a key twice, NaN, an integer of thousands of digits
        raise BadLine(str(path), number, str(error)) from error
    if not isinstance(values, dict):
        raise BadLine(str(path), number, f"expected an object, got {json_name(values)}")
    return values


class _Line:
    """One decoded line; every error names the file, the line and the field."""

    def __init__(self, path: Path, number: int, values: dict[str, Any], protocol: MarkingProtocol) -> None:
        self.path, self.number, self.values, self.protocol = path, number, values, protocol

    def read(self) -> MarkingLine:
        role = self._role()
        own = "answers" if role is Role.THIRD else "segments"
        known = ("question", "video", "duration_ms", "role", "worker", own)
        for field in (*known, *self.values):
            if field not in self.values:
                raise self._wrong(field, "is missing")
            if field not in known:
                raise self._wrong(repr(field[:LONGEST_TEXT]), f"is not a field of the role {role}")
        duration_ms = self._duration_ms()
        segments = () if role is Role.THIRD else self._segments("segments", self.values["segments"], duration_ms)
        if role is Role.AUTHOR and not segments:
            raise self._wrong("segments", "the author of a question marks at least one segment")
        answers = self._answers(duration_ms) if role is Role.THIRD else {}
        question, video, worker = (self._text(field) for field in ("question", "video", "worker"))
        return MarkingLine(self.number, question, video, duration_ms, role, worker, segments, answers)

    def _role(self) -> Role:
        role = self.values.get("role")
        if role not in [*Role]:
            raise self._wrong("role", f"expected {', '.join(Role)}" + (" (it is missing)" if role is None else ""))
        return Role(str(role))

    def _text(self, field: str) -> str:
        text = self.values[field]
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise self._wrong(field, "expected a text in one line that is not empty")
        if len(text) > LONGEST_TEXT:
            raise self._wrong(field, f"expected at most {LONGEST_TEXT} characters, got {len(text):,}")
        return text

    def _duration_ms(self) -> int:
        duration = self.values["duration_ms"]
        if isinstance(duration, bool) or not isinstance(duration, int):
            raise self._wrong("duration_ms", f"expected an integer of milliseconds, got {json_name(duration)}")
        if not 0 < duration <= LONGEST_VIDEO_MS:
            raise self._wrong("duration_ms", f"expected 1 to {LONGEST_VIDEO_MS}, which is a day")
        return duration

    def _segments(self, field: str, raw: object, duration_ms: int) -> tuple[Segment, ...]:
        try:
            return read_segments(raw, duration_ms=duration_ms, protocol=self.protocol)
        except SegmentsError as error:
            raise self._wrong(field, str(error)) from error

    def _answers(self, duration_ms: int) -> dict[Segment, PieceAnswer]:
        raw = self.values["answers"]
        if not isinstance(raw, list):
            raise self._wrong("answers", f"expected a list, got {json_name(raw)}")
        answers: dict[Segment, PieceAnswer] = {}
        for place, answer in enumerate(raw, 1):
            if not isinstance(answer, dict) or set(answer) != {"piece", "answer"}:
                raise self._wrong("answers", f"answer {place}: expected an object with piece and answer")
            (piece,) = self._segments(f"answers: answer {place}: piece", [answer["piece"]], duration_ms)
            if piece in answers:
                raise self._wrong("answers", f"answer {place}: the piece {piece} is answered twice")
            given = answer["answer"]
            edges = None if given is None or isinstance(given, bool) else given
            where = f"answers: answer {place}"
            answers[piece] = given if edges is None else self._segments(where, edges, duration_ms)
        return answers

    def _wrong(self, field: str, problem: str) -> BadLine:
        return BadLine(str(self.path), self.number, f"{field}: {problem}")
