"""What a queue of decisions offers: choices with their keys, reasons with theirs, and how it speaks of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision: its key, its value in forms, the button, what it changes, and what is said once it is made.

    A `hint` stands small in the button. One that `asks_reason` is made with a second key, which names the reason.
    """

    key: str
    value: str
    label: str
    does: str
    done: str
    asks_reason: bool = False
    grave: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason that is given with one key."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """How a queue speaks of itself: `unit` is its noun in singular and plural, `undoing` what can be undone and how.

    `why` is what its decisions are given in words: a reason, an explanation.
    """

    title: str
    unit: tuple[str, str]
    about: str
    changes: str
    undoing: str
    none: str
    why: str = "reason"


REASON_KEYS = "asdfg"


def reasons(*texts: str) -> tuple[Reason, ...]:
    """The reasons with their keys, in order."""
    return tuple(Reason(key, text) for key, text in zip(REASON_KEYS, texts, strict=False))
