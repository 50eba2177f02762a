"""Asks an endpoint with patience: waits its turn, repeats what may pass, gives up what will not."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from moments.rewriting.faults import EndpointAnswer
from moments.rewriting.pacing import Pace, wait_before

PASSING = ("unreachable", "timeout", "rate-limited", "server-error")
MOST_REPEATS = 3


class Endpoint(Protocol):
    """Whatever answers a description."""

    def ask(self, description: str, temperature: float) -> EndpointAnswer:
        """What it makes of the description; a fault in the answer, never an exception."""


def ask_patiently(endpoint: Endpoint, pace: Pace, description: str, temperature: float) -> EndpointAnswer | None:
    """The answer after at most three repeats of what may pass; None if the pace was stopped before.

    A 429 makes every thread wait, not only this one. Tokens of all tries are counted together.
    """
    tokens_in = tokens_out = 0
    for repeat in range(MOST_REPEATS + 1):
        if not pace.wait_turn():
            return None
        answer = endpoint.ask(description, temperature)
        tokens_in += answer.tokens_in
        tokens_out += answer.tokens_out
        if answer.fault is None or answer.fault.kind not in PASSING or repeat == MOST_REPEATS:
            break
        seconds = wait_before(repeat + 1, answer.fault.retry_after_s)
        if answer.fault.kind == "rate-limited":
            pace.hold(seconds)
        elif not pace.pause(seconds):
            return None
    return replace(answer, tokens_in=tokens_in, tokens_out=tokens_out)
