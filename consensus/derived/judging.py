"""What annotators' programs send about captions and windows, checked."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.asking.entries import LONGEST_KEY
from moments.base.errors import BadInput

DECISIONS = ("accept", "reject")
LONGEST_REASON = 1000


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, with the words of an accepted caption or the reason of a rejection; when it was made, as for scores.

    `key` is the program's own: with the same key, nothing is stored twice. Raises BadInput, naming the field.
    """

    decision: str
    key: str
    text: str | None = None
    reason: str = ""
    shown_ms: int | None = None
    ago_ms: int = 0

    def __post_init__(self) -> None:
        if self.decision not in DECISIONS:
            raise BadInput("expected accept or reject", field="decision")
        if not self.key or len(self.key) > LONGEST_KEY or not self.key.isprintable():
            raise BadInput(f"expected 1 to {LONGEST_KEY} characters", field="key")
        if len(self.reason) > LONGEST_REASON or "\0" in self.reason:
            raise BadInput(f"expected at most {LONGEST_REASON:,} characters", field="reason")
        if self.decision == "reject" and not self.reason.strip():
            raise BadInput("say why, so that the next caption is better", field="reason")
