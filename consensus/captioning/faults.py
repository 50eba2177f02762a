"""What keeps a model's answer from being a caption, beside what `moments.rewriting.faults` names."""

from __future__ import annotations

from dataclasses import dataclass

from moments.rewriting.faults import FATAL, PASSED, UNANSWERED, Fault

# There was an answer, and it cannot be the caption: asked once more.
UNFIT = {
    "empty": "the answer is empty",
    "truncated": "the answer was cut off",
    "refusal": "the model refused",
    "shape": "the answer is not one line of plain text",
    "length": "the answer is longer than a caption may be",
    "sentences": "the answer is more than one sentence",
    "language": "the answer is in another language",
    "file-name": "the answer contains the name of a file or of the video",
    "rejected": "a person has rejected the same caption before",
}
# Nothing can be asked, or nothing can be kept: not asked again in this run.
UNASKED = {
    "no-pictures": "no pictures could be taken from the video",
    "overtaken": "the question got a caption or another truth in the meantime",
}
# Nothing can be asked before somebody mends something: the run ends, and no question is marked.
NOT_READ = {"storage": "the clip storage could not be read"}
OUTCOMES = {PASSED: "passed", **UNANSWERED, **FATAL, **UNFIT, **UNASKED, **NOT_READ}


@dataclass(frozen=True, slots=True)
class CaptionFault(Fault):
    """Why there is no caption."""

    @property
    def sentence(self) -> str:
        """The fault in a line."""
        return f"{OUTCOMES[self.kind]}: {self.detail}" if self.detail else OUTCOMES[self.kind]


def of_captions(fault: Fault | None) -> CaptionFault | None:
    """The endpoint's fault in the words of captions."""
    return CaptionFault(fault.kind, fault.detail, fault.retry_after_s) if fault else None
