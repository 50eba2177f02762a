"""What keeps a model's answer from being read as rewrites, beside what `moments.rewriting.faults` names."""

from __future__ import annotations

from dataclasses import dataclass

from moments.rewriting.faults import FATAL, PASSED, UNANSWERED, Fault

# There was an answer without a single rewrite: asked again while the run may.
UNFIT = {
    "empty": "the answer is empty",
    "truncated": "the answer was cut off",
    "refusal": "the model refused",
    "unreadable": "the answer is not a list of captions",
}
# Nothing can be kept: not asked again in this run.
UNASKED = {"overtaken": "the caption is no longer accepted, or no longer in training"}
OUTCOMES = {PASSED: "passed", **UNANSWERED, **FATAL, **UNFIT, **UNASKED}


@dataclass(frozen=True, slots=True)
class AnswerFault(Fault):
    """Why an answer holds no rewrites."""

    @property
    def sentence(self) -> str:
        """The fault in a line."""
        return f"{OUTCOMES[self.kind]}: {self.detail}" if self.detail else OUTCOMES[self.kind]


def of_rewrites(fault: Fault | None) -> AnswerFault | None:
    """The endpoint's fault in the words of rewrites."""
    return AnswerFault(fault.kind, fault.detail, fault.retry_after_s) if fault else None
