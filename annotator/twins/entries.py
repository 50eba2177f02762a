"""Reads what a program submits for a seat of twins, in the order in which its person saw the clips (T1, T4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from annotator.twins.answers import (
    Criterion,
    JudgementAnswer,
    KnownCase,
    ShownUnreal,
    Unreal,
    shown_unreal,
    unreal_of,
)
from annotator.twins.caption_checks import CaptionLimits, check_caption, check_couple
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask
from annotator.twins.wording import stored_text

FIELDS = {TwinTask.JUDGE: "judgement", TwinTask.CAPTION: "captions", TwinTask.ASSIGN: "assignment"}
Word = TypeVar("Word", Criterion, ShownUnreal)


class TwinAnswerError(ValueError):
    """A submitted answer that cannot be taken; the message names the field."""


@dataclass(frozen=True, slots=True)
class CaptionTexts:
    """The captions of the forward and of the backward clip; of a single clip there is only the first."""

    forward: str
    backward: str = ""


@dataclass(frozen=True, slots=True)
class AssignedClip:
    """The clip that a person chose, counted from 1 in the order shown; None is "cannot tell"."""

    chosen: int | None


TwinAnswer = JudgementAnswer | CaptionTexts | AssignedClip


@dataclass(frozen=True, slots=True)
class CaptionsAsked:
    """What a writer is asked for: captions of `both` clips or of the forward one, with what they wrote before.

    A kept caption stays as it was; a returned one has to change, and of samples that did not pass at least one.
    """

    both: bool = True
    keeps: tuple[bool, bool] = (False, False)
    before: tuple[str, str] = ("", "")
    may_keep_one: bool = False


def field_of(raw: Mapping[object, object], task: TwinTask) -> object:
    """The part of a submission that answers the task; raises TwinAnswerError if it is missing or not the only one."""
    wanted = FIELDS[task]
    for other in ("relevance", "segments", "pieces", *FIELDS.values()):
        if other != wanted and other in raw:
            raise TwinAnswerError(f"{other}: this seat takes a field {wanted} instead")
    if wanted not in raw:
        raise TwinAnswerError(f"{wanted}: is missing")
    return raw[wanted]


def read_judgement(raw: object, *, forward_first: bool) -> JudgementAnswer:
    """T1: the judgement, with what looks unreal by direction."""
    if not isinstance(raw, Mapping):
        raise TwinAnswerError("judgement: expected an object")
    temporal = raw.get("temporal")
    if not isinstance(temporal, bool):
        raise TwinAnswerError("judgement: temporal: expected true or false")
    criterion = _word(raw, "criterion", Criterion, needed=temporal)
    shown = _word(raw, "unreal", ShownUnreal, needed=temporal)
    unreal = None if shown is None else unreal_of(shown, forward_first=forward_first)
    return JudgementAnswer(temporal, criterion, unreal)


def _word(raw: Mapping[object, object], field: str, words: type[Word], *, needed: bool) -> Word | None:
    value = raw.get(field)
    if not needed:
        if value is not None:
            raise TwinAnswerError(f"judgement: {field}: expected nothing where the order of time does not matter")
        return None
    if not isinstance(value, str) or value not in set(words):
        raise TwinAnswerError(f"judgement: {field}: expected {', '.join(words)}")
    return words(value)


def read_captions(raw: object, asked: CaptionsAsked, limits: CaptionLimits, *, forward_first: bool) -> CaptionTexts:
    """The captions that are asked for, each checked by itself and beside the other; kept ones stay as they are."""
    if not isinstance(raw, list) or len(raw) != 2:
        raise TwinAnswerError("captions: expected a list of two texts, null where none is asked for")
    wanted = as_shown(True, asked.both, forward_first=forward_first)
    keeps = as_shown(*asked.keeps, forward_first=forward_first)
    before = as_shown(*asked.before, forward_first=forward_first)
    texts = [
        _caption(
            raw[place],
            f"captions: {name}",
            limits,
            wanted[place],
            keeps[place],
            before[place],
            may_stay=asked.may_keep_one,
        )
        for place, name in enumerate(("first", "second"))
    ]
    if asked.may_keep_one and tuple(texts) == before:
        raise TwinAnswerError("captions: both came back; write at least one differently")
    if asked.both:
        _check(f"captions: {fault.sentence}" for fault in check_couple(texts[0], texts[1], limits) if fault.refused)
    return CaptionTexts(*as_shown(texts[0], texts[1], forward_first=forward_first))


def _caption(
    raw: object, field: str, limits: CaptionLimits, wanted: bool, kept: bool, before: str, *, may_stay: bool
) -> str:
    if not wanted:
        if raw not in (None, ""):
            raise TwinAnswerError(f"{field}: no caption of this clip is asked for")
        return ""
    if kept:
        if raw is not None and (not isinstance(raw, str) or stored_text(raw) != before):
            raise TwinAnswerError(f"{field}: this caption is kept as it was; leave it unchanged")
        return before
    if not isinstance(raw, str):
        raise TwinAnswerError(f"{field}: expected a text")
    _check(f"{field}: {fault.sentence}" for fault in check_caption(raw, limits) if fault.refused)
    text = stored_text(raw)
    if text == before and not may_stay:
        raise TwinAnswerError(f"{field}: this caption came back; write it differently")
    return text


def _check(faults: Iterable[str]) -> None:
    """Raise TwinAnswerError with the first of the sentences."""
    first = next(iter(faults), None)
    if first is not None:
        raise TwinAnswerError(first)


def read_assignment(raw: object, *, clips: int, cannot_tell: bool) -> AssignedClip:
    """T4: which of the clips a person chose; "cannot tell" only where the protocol has it."""
    if not isinstance(raw, Mapping) or "chosen" not in raw:
        raise TwinAnswerError("assignment: expected an object with the field chosen")
    chosen = raw["chosen"]
    if chosen is None:
        if not cannot_tell:
            raise TwinAnswerError(f"assignment: chosen: expected an integer from 1 to {clips}")
        return AssignedClip(None)
    if isinstance(chosen, bool) or not isinstance(chosen, int) or not 1 <= chosen <= clips:
        raise TwinAnswerError(f"assignment: chosen: expected an integer from 1 to {clips}, or null")
    return AssignedClip(chosen)


def answer_body(answer: TwinAnswer, *, forward_first: bool) -> dict[str, object]:
    """The answer as its person gave it, with the keys that are read."""
    if isinstance(answer, JudgementAnswer):
        unreal = None if answer.unreal is None else shown_unreal(answer.unreal, forward_first=forward_first)
        return {"judgement": {"temporal": answer.temporal, "criterion": answer.criterion, "unreal": unreal}}
    if isinstance(answer, CaptionTexts):
        texts = as_shown(answer.forward, answer.backward, forward_first=forward_first)
        return {"captions": [text or None for text in texts]}
    return {"assignment": {"chosen": answer.chosen}}


def case_body(case: KnownCase, *, forward_first: bool) -> dict[str, object]:
    """The right judgement of a clip with that case, as somebody sees the two clips."""
    if case is KnownCase.DROPPED:
        return {"temporal": False, "unreal": None}
    unreal = Unreal.NEITHER if case is KnownCase.TWINS else Unreal.BACKWARD
    return {"temporal": True, "unreal": shown_unreal(unreal, forward_first=forward_first)}


def answer_words(answer: TwinAnswer, *, forward_first: bool) -> str:
    """The same in words."""
    if isinstance(answer, JudgementAnswer):
        if answer.unreal is None:
            return "no"
        return f"yes, {answer.criterion}, unreal: {shown_unreal(answer.unreal, forward_first=forward_first)}"
    if isinstance(answer, CaptionTexts):
        texts = as_shown(answer.forward, answer.backward, forward_first=forward_first)
        return " and ".join(f"“{text}”" for text in texts if text)
    return "cannot tell" if answer.chosen is None else f"clip {answer.chosen}"
