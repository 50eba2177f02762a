"""What one person answers about a question (M1, M3, M4), and how it is read from JSON that nobody vouches for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from annotator.marking.reading import SegmentsError, json_name, read_segments
from annotator.marking.segments import Segment, place_showing
from moments.marking_protocol import MarkingProtocol

LONGEST_NOTE = 1000
Word = Literal["yes", "no", "edges", "undecided"]
WORDS: Mapping[str, tuple[Word, ...]] = {"segment": ("yes", "no", "undecided"), "edges": ("edges", "undecided")}


class AnswerError(ValueError):
    """An answer that cannot be taken; the message names the field."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A third annotator's word on the piece of that span; with `edges`, where the answer is."""

    span: Segment
    word: Word
    segments: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Segments (none: "no answer here"), or a third annotator's replies to pieces; and what the marker says (M4)."""

    segments: tuple[Segment, ...] = ()
    replies: tuple[Reply, ...] = ()
    is_specific: bool | None = None
    needs_condition: bool | None = None
    is_complete: bool | None = None
    note: str = ""

    def __str__(self) -> str:
        if self.replies:
            return ", ".join(f"{reply.span}: {reply.word}" for reply in self.replies)
        return " + ".join(map(str, self.segments)) or "no answer here"


@dataclass(frozen=True, slots=True)
class Question:
    """What an answer is checked against: the video, the parameters, and for a third annotator the pieces by span.

    `judged` says that M4's questions are asked: of everybody but the author. `has_condition` says that one of them is
    about the condition, and `shown_ms` which instant of the same video the condition shows.
    """

    duration_ms: int
    protocol: MarkingProtocol
    pieces: Mapping[Segment, str]
    judged: bool = True
    has_condition: bool = False
    shown_ms: int | None = None


def read_answer(raw: Mapping[object, object], question: Question) -> Answer:
    """The answer in a decoded JSON object; raises AnswerError naming the field that is wrong."""
    if question.pieces:
        return Answer(replies=_replies(raw.get("pieces"), question), note=_note(raw))
    if "segments" not in raw:
        raise AnswerError("segments: is missing")
    segments = _segments(raw["segments"], question, "segments")
    if not question.judged:
        _refuse_authors(segments, question)
    if not segments or not question.judged:
        return Answer(segments, note=_note(raw))
    return Answer(
        segments,
        is_specific=_word(raw, "specific"),
        needs_condition=_word(raw, "condition_needed") if question.has_condition else None,
        is_complete=_word(raw, "complete"),
        note=_note(raw),
    )


def _segments(raw: object, question: Question, field: str) -> tuple[Segment, ...]:
    try:
        return read_segments(raw, duration_ms=question.duration_ms, protocol=question.protocol)
    except SegmentsError as error:
        raise AnswerError(f"{field}: {error}") from error


def _refuse_authors(segments: tuple[Segment, ...], question: Question) -> None:
    """Raise AnswerError for what an author may not make of their own question."""
    if not segments:
        raise AnswerError("segments: mark at least one segment that answers the question")
    if question.shown_ms is None:
        return
    place = place_showing([(one.start_ms, one.end_ms) for one in segments], question.shown_ms)
    if place is not None:
        raise AnswerError(f"segments: segment {place} holds the picture at {question.shown_ms} ms, the question's own")


def _replies(raw: object, question: Question) -> tuple[Reply, ...]:
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        raise AnswerError(f"pieces: expected a list of answers to {len(question.pieces)} pieces, got {json_name(raw)}")
    if len(raw) != len(question.pieces):
        raise AnswerError(f"pieces: expected answers to {len(question.pieces)} pieces, got {len(raw):,}")
    replies = sorted((_reply(one, question, place) for place, one in enumerate(raw, 1)), key=lambda reply: reply.span)
    if len({reply.span for reply in replies}) != len(replies):
        raise AnswerError("pieces: a piece is answered twice")
    return tuple(replies)


def _reply(raw: object, question: Question, place: int) -> Reply:
    field = f"pieces: answer {place}"
    if not isinstance(raw, Mapping):
        raise AnswerError(f"{field}: expected an object, got {json_name(raw)}")
    spans = {(span.start_ms, span.end_ms): span for span in question.pieces}
    named = raw.get("span")
    span = spans.get(tuple(named)) if isinstance(named, list) and _are_integers(named) else None
    if span is None:
        raise AnswerError(f"{field}: span: expected [start_ms, end_ms] of a piece")
    word, words = raw.get("word"), WORDS[question.pieces[span]]
    if word not in words:
        raise AnswerError(f"{field}: word: expected {' or '.join(words)}")
    assert word in get_args(Word)
    if word != "edges":
        return Reply(span, word)
    return Reply(span, word, _segments(raw.get("segments"), question, f"{field}: segments"))


def _are_integers(values: Sequence[object]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _word(raw: Mapping[object, object], field: str) -> bool:
    value = raw.get(field)
    if not isinstance(value, bool):
        raise AnswerError(f"{field}: expected true or false")
    return value


def _note(raw: Mapping[object, object]) -> str:
    value = raw.get("note", "")
    if not isinstance(value, str) or len(value) > LONGEST_NOTE or "\0" in value:
        raise AnswerError(f"note: expected a text of at most {LONGEST_NOTE} characters")
    return value.strip()


def answer_body(answer: Answer) -> dict[str, object]:
    """The answer as JSON, with the keys that `read_answer` reads."""
    note = {"note": answer.note} if answer.note else {}
    if answer.replies:
        return {"pieces": [_reply_body(reply) for reply in answer.replies], **note}
    words = {
        "specific": answer.is_specific,
        "condition_needed": answer.needs_condition,
        "complete": answer.is_complete,
    }
    given = {name: word for name, word in words.items() if word is not None}
    return {"segments": [[one.start_ms, one.end_ms] for one in answer.segments], **given, **note}


def _reply_body(reply: Reply) -> dict[str, object]:
    edges = {"segments": [[one.start_ms, one.end_ms] for one in reply.segments]} if reply.word == "edges" else {}
    return {"span": [reply.span.start_ms, reply.span.end_ms], "word": reply.word, **edges}
