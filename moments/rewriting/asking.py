"""Asks an endpoint with patience: waits its turn, repeats what may pass, gives up what will not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from moments.rewriting.faults import EndpointAnswer
from moments.rewriting.pacing import Pace, wait_before

PASSING = ("unreachable", "timeout", "rate-limited", "server-error")
MOST_REPEATS = 3


def ask_patiently(ask: Callable[[], EndpointAnswer], pace: Pace) -> EndpointAnswer | None:
    """The answer after at most three repeats of what may pass; None if the pace was stopped before.

    `ask` sends the request and never raises: a fault stands in the answer. A 429 makes every thread wait, not only
    this one. Tokens of all tries are counted together.
    """
    tokens_in = tokens_out = 0
    for repeat in range(MOST_REPEATS + 1):
        if not pace.wait_turn():
            return None
        answer = ask()
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
