"""What can go wrong between a description and its caption: a name for each, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

PASSED = "passed"
EDITED = "edited"

# The endpoint gave no answer: the moment waits for another go (state "failed").
UNANSWERED = {
    "unreachable": "the endpoint cannot be reached",
    "timeout": "the endpoint did not answer in time",
    "rate-limited": "the endpoint refused because of too many requests (429)",
    "server-error": "the endpoint failed (5xx)",
    "malformed": "the answer is not a chat completion",
    "too-large": "the answer is too large",
}
# Nothing can be answered before somebody mends a setting: the run ends, and no moment is marked.
FATAL = {
    "refused-key": "the endpoint refused the key; check LLM_API_KEY",
    "not-found": "the endpoint does not know this address or model; check LLM_BASE_URL and LLM_MODEL",
    "bad-request": "the endpoint refused the request",
}
# There was an answer, and it cannot be the caption: tried once more, then a person is asked (state "review").
UNFIT = {
    "empty": "the answer is empty",
    "truncated": "the answer was cut off",
    "refusal": "the model refused",
    "shape": "the answer is not one line of plain text",
    "length": "the answer is much longer than the description",
    "language": "the answer is in another language",
    "fragment": "the answer leaves out most of the description",
    "similarity": "the answer differs too much from the description",
    "name": "the answer still contains a name",
    "unsendable": "the description is too long or contains characters that are not sent",
}
OUTCOMES = {PASSED: "passed", EDITED: "edited by a person", **UNANSWERED, **FATAL, **UNFIT}


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no usable answer; `detail` in one line, `retry_after_s` as the endpoint asked."""

    kind: str
    detail: str = ""
    retry_after_s: float | None = None

    @property
    def sentence(self) -> str:
        """The fault in a line."""
        return f"{OUTCOMES[self.kind]}: {self.detail}" if self.detail else OUTCOMES[self.kind]


@dataclass(frozen=True, slots=True)
class EndpointAnswer:
    """What the endpoint answered, and its tokens; `fault` says why it cannot be a caption."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    fault: Fault | None = None


def one_line(text: str, most: int) -> str:
    """The text without line breaks and control characters, cut to `most` characters."""
    plain = "".join(character if character.isprintable() else " " for character in text[: 4 * most])
    line = " ".join(plain.split())
    return line if len(line) <= most else line[: most - 1] + "…"
