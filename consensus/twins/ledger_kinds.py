"""Kinds of decisions on twins and on their captions."""

from __future__ import annotations

from moments.ledger.kinds import LedgerKind, Payload

OUTCOMES = {
    "twins": "Both directions count, and each gets a caption",
    "single": "The backward clip looks unreal, so only the forward clip gets a caption",
    "dropped": "The clip is dropped",
}


def _judgements(payload: Payload) -> str:
    given = "; ".join(f"{worker}: {words}" for worker, words in payload["judgements"])
    return f"Judgements of attempt {payload['attempt']}: {given}. Protocol {payload['protocol']}"


def _judged(payload: Payload) -> str:
    reason = f": {payload['reason']}" if payload["reason"] else ""
    return f"{OUTCOMES[payload['outcome']]}{reason} (T2). {_judgements(payload)}"


def _decided(payload: Payload) -> str:
    return f"A lead decided: {payload['judgement']}. {OUTCOMES[payload['outcome']]}. Reason: {payload['reason']}"


def _for_lead(payload: Payload) -> str:
    return f"The rules leave the clip to the lead: {payload['reason']}. {_judgements(payload)}"


def _written(payload: Payload) -> str:
    texts = " and ".join(f"“{text}”" for text in payload["texts"])
    return f"{payload['worker']} wrote {texts}, at attempt {payload['attempt']}"


def _checks(payload: Payload) -> str:
    given = "; ".join(f"{worker}: {result}" for worker, result in payload["assignments"])
    return f"Assignments of attempt {payload['attempt']}: {given}. Protocol {payload['protocol']}"


TWINS_JUDGED = LedgerKind("twins_judged", "pair", _judged, shown=("outcome",), makes_verdict=True)
TWINS_ASKED = LedgerKind(
    "twins_asked_third", "pair", lambda payload: f"A third annotator is asked (T2). {_judgements(payload)}"
)
TWINS_FOR_LEAD = LedgerKind("twins_for_lead", "pair", _for_lead)
TWINS_DECIDED = LedgerKind("twins_decided", "pair", _decided, shown=("outcome",), makes_verdict=True)
TWIN_CAPTIONS_WRITTEN = LedgerKind("twin_captions_written", "pair", _written)
TWIN_CAPTIONS_ACCEPTED = LedgerKind(
    "twin_captions_accepted", "pair", "All captions of the clip count (T4)".format_map, makes_verdict=True
)
TWIN_CAPTION_CHECKED = LedgerKind(
    "twin_caption_checked", "pair", lambda payload: f"Somebody else is asked (T4). {_checks(payload)}"
)
TWIN_CAPTION_ACCEPTED = LedgerKind(
    "twin_caption_accepted", "pair", lambda payload: f"The caption counts (T4). {_checks(payload)}", makes_verdict=True
)
TWIN_CAPTION_RETURNED = LedgerKind(
    "twin_caption_returned",
    "pair",
    lambda payload: f"Returned to its writer: {payload['reason']} (T4). {_checks(payload)}",
    shown=("reason",),
    makes_verdict=True,
)
TWIN_CAPTIONS_RETURNED = LedgerKind(
    "twin_captions_returned",
    "pair",
    "The writer gets the captions back, for attempt {attempt}. Reason: {reason}".format_map,
    shown=("reason",),
    makes_verdict=True,
)
TWIN_CAPTION_FOR_LEAD = LedgerKind(
    "twin_caption_for_lead",
    "pair",
    lambda payload: f"The rules leave the caption to the lead: {payload['reason']}. {_checks(payload)}",
)
TWIN_CAPTION_DECIDED = LedgerKind(
    "twin_caption_decided", "pair", "The lead accepted the caption. Reason: {reason}".format_map, makes_verdict=True
)
TWIN_CAPTION_SENT_BACK = LedgerKind(
    "twin_caption_sent_back",
    "pair",
    "The lead returned the caption to its writer. Reason: {reason}".format_map,
    makes_verdict=True,
)
TWIN_CAPTIONS_DROPPED = LedgerKind(
    "twin_captions_dropped", "pair", "The lead dropped the captions. Reason: {reason}".format_map, makes_verdict=True
)
TWIN_CAPTIONS_CANCELLED = LedgerKind(
    "twin_captions_cancelled",
    "pair",
    "The captions of attempt {attempt} no longer count, because {reason}".format_map,
)


def _undone(payload: Payload) -> str:
    why = f". Reason: {payload['reason']}" if payload["reason"] else ""
    return f"The decision of {payload['by']} ({payload['before']}) was undone, so a lead decides again{why}"


def _voided(payload: Payload) -> str:
    before = f" ({payload['before']})" if payload["before"] else ""
    return (
        f"The answer of {payload['person']} at attempt {payload['attempt']}{before} no longer counts, so somebody else "
        f"does this task. Reason: {payload['reason']}"
    )


TWINS_VOIDED = LedgerKind("twins_voided", "pair", _voided)
TWINS_UNDECIDED = LedgerKind("twins_decision_undone", "pair", _undone, shown=("before",))
