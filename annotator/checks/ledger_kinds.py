"""Kinds of decisions on hidden checks and on how the campaign is staffed."""

from moments.ledger.kinds import LedgerKind, Payload


def _set(payload: Payload) -> str:
    answer = "" if payload.get("relevance") is None else f" with the answer {payload['relevance']}"
    is_other = payload.get("before") not in (None, payload.get("relevance"))
    before = f" instead of {payload['before']}" if is_other else ""
    why = f". Explanation: {payload['explanation']}" if payload.get("explanation") else ""
    return f"Made gold{answer}{before}{why}"


GOLD_SET = LedgerKind("gold_set", "pair", _set, shown=("relevance",))
GOLD_STOPPED = LedgerKind("gold_stopped", "pair", "No longer inserted as gold".format_map)
STAFFING_SET = LedgerKind("staffing_set", "campaign")
TARGETS_SET = LedgerKind("targets_set", "campaign")
