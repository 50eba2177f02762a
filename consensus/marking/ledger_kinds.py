"""Kinds of decisions on questions, and on what is made from them, in marking campaigns."""

from __future__ import annotations

from annotator.marking.segments import Segment
from moments.ledger.kinds import LedgerKind, Payload


def _stretches(segments: list[list[int]]) -> str:
    return " + ".join(str(Segment(*one)) for one in segments) or "no answer here"


def _answers(payload: Payload) -> str:
    given = "; ".join(f"the {role} {worker}: {_given(answer)}" for role, worker, answer in payload["answers"])
    return f"Answers of attempt {payload['attempt']}: {given}. Protocol {payload['protocol']}"


def _given(answer: Payload) -> str:
    if "pieces" in answer:
        return ", ".join(
            f"{_stretches([piece['span']])} {piece['word']}"
            + (f" {_stretches(piece['segments'])}" if piece["word"] == "edges" else "")
            for piece in answer["pieces"]
        )
    return _stretches(answer["segments"])


def _settled(payload: Payload) -> str:
    return f"The answer is {_stretches(payload['truth'])} ({payload['rule']}). {_answers(payload)}"


def _asked(payload: Payload) -> str:
    return f"A third annotator is asked about {_stretches(payload['pieces'])} (M3). {_answers(payload)}"


def _returned(payload: Payload) -> str:
    return f"Returned to its author: {', '.join(payload['reasons'])} (M4). {_answers(payload)}"


def _for_lead(payload: Payload) -> str:
    reasons = f": {', '.join(payload['reasons'])}" if payload["reasons"] else ""
    return f"The rules leave the question to the lead{reasons}. {_answers(payload)}"


QUESTION_SETTLED = LedgerKind("question_settled", "pair", _settled, shown=("truth",), makes_verdict=True)
QUESTION_ASKED = LedgerKind("question_asked_third", "pair", _asked)
QUESTION_RETURNED = LedgerKind("question_returned", "pair", _returned, shown=("reasons",), makes_verdict=True)
QUESTION_FOR_LEAD = LedgerKind("question_for_lead", "pair", _for_lead)


def _decided(payload: Payload) -> str:
    return f"The lead set the answer to {_stretches(payload['truth'])}. Reason: {payload['reason']}"


def _rejected(payload: Payload) -> str:
    return f"The lead rejected the question. Reason: {payload['reason']}"


QUESTION_DECIDED = LedgerKind("question_decided", "pair", _decided, shown=("truth",), makes_verdict=True)
QUESTION_REJECTED = LedgerKind("question_rejected", "pair", _rejected, makes_verdict=True)


def _marked_again(payload: Payload) -> str:
    was = f"; it was {payload['before']}" if payload["before"] else ""
    return (
        f"The answers of {payload['person']}, its {payload['role']}, no longer count, so other people answer it "
        f"again as attempt {payload['attempt']}{was}. Reason: {payload['reason']}"
    )


def _edited(payload: Payload) -> str:
    after = (
        "Its answers still count, because the meaning is the same"
        if payload["same_meaning"]
        else f"Its meaning changed, so it is marked again as attempt {payload['attempt']}"
    )
    return f"A lead edited the text to version {payload['version']}. {after}. Reason: {payload['reason']}"


QUESTION_MARKED_AGAIN = LedgerKind("question_marked_again", "pair", _marked_again)
QUESTION_EDITED = LedgerKind(
    "question_edited", "pair", _edited, "question {pair} edited", shown=("version", "same_meaning")
)


def _undone(payload: Payload) -> str:
    why = f". Reason: {payload['reason']}" if payload["reason"] else ""
    return f"The lead's decision by {payload['by']} ({payload['before']}) was taken back{why}"


QUESTION_SENT_BACK = LedgerKind(
    "question_sent_back",
    "pair",
    "The lead returned the question to its author. Reason: {reason}".format_map,
    makes_verdict=True,
)
QUESTION_UNDECIDED = LedgerKind("question_decision_undone", "pair", _undone, shown=("before",))


def _made_words(payload: Payload) -> str:
    return f"“{payload['text']}”" if payload["task"] == "ca" else str(Segment(*payload["window"]))


def _derived_accepted(payload: Payload) -> str:
    made = "caption" if payload["task"] == "ca" else "window"
    before = f" It was “{payload['before']}” before" if payload.get("before") else ""
    return f"The {made} {_made_words(payload)} counts.{before}".rstrip(".")


def _derived_rejected(payload: Payload) -> str:
    made = "caption" if payload["task"] == "ca" else "window"
    reason = f". Reason: {payload['reason']}" if payload["reason"] else ""
    return f"The {made} {_made_words(payload)} does not count{reason}"


WINDOWS_DRAWN = LedgerKind("windows_drawn", "campaign")
CAPTIONS_WRITTEN = LedgerKind("captions_written", "campaign")
CAPTIONS_IMPORTED = LedgerKind("captions_imported", "campaign")
DERIVED_ACCEPTED = LedgerKind("derived_accepted", "pair", _derived_accepted, shown=("text", "window"))
DERIVED_REJECTED = LedgerKind("derived_rejected", "pair", _derived_rejected, shown=("reason",))
