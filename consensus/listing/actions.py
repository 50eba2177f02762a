"""What leads do with many pairs of the table at once, and what each order needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Action:
    """An order: its name, the button, what it did, what it does to a pair, and which fields it has."""

    name: str
    button: str
    done: str
    consequence: str
    needs_reason: bool = False
    has_level: bool = False
    has_note: bool = False
    has_priority: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """What a lead typed into the fields of an action; a level of None stands for each pair's own verdict."""

    reason: str = ""
    level: int | None = None
    note: str = ""
    priority: int = 0


MOST_AT_ONCE = 2000
_LISTED = (
    Action(
        "withdraw",
        "Withdraw",
        "withdrawn",
        "They end unjudged. Nobody scores them any longer, and exports list them in unjudged.jsonl.",
        needs_reason=True,
    ),
    Action(
        "reopen",
        "Reopen",
        "open again",
        "Their scores no longer count. People who have not seen these pairs score them again, and their batches are "
        "reviewed again.",
        needs_reason=True,
    ),
    Action(
        "example",
        "Use as examples",
        "used as examples",
        "All annotators see the queries and the clips in the guideline, so nobody scores these pairs again.",
        has_level=True,
        has_note=True,
    ),
    Action(
        "gold",
        "Make gold",
        "gold",
        "They are mixed into people’s queues as hidden checks with this answer.",
        has_level=True,
    ),
    Action(
        "priority",
        "Set the priority",
        "given this priority with their queries",
        "The priority belongs to the query, so all pairs of the queries are given out earlier or later. Pairs that are "
        "already in people’s queues keep their place.",
        has_priority=True,
    ),
)
ACTIONS = {action.name: action for action in _LISTED}


def mark_of(pairs: Iterable[int]) -> str:
    """A mark of the pairs that an order was shown to act on, so that it acts on no others."""
    return sha256(",".join(map(str, sorted(pairs))).encode()).hexdigest()[:32]
