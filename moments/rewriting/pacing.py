"""Keeps requests to a rate a minute over all threads, and waits longer after each failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 120.0


def wait_before(retry: int, retry_after_s: float | None) -> float:
    """Seconds before the `retry`-th repetition (from 1): 1, 2, 4 …, or what the endpoint asks, at most 120."""
    if retry_after_s is not None:
        return min(max(retry_after_s, 0.0), LONGEST_WAIT_S)
    return float(min(FIRST_WAIT_S * 2 ** (retry - 1), LONGEST_WAIT_S))


class Pace:
    """Lets one request begin every 60 / rate seconds; a hold makes all of them wait."""

    def __init__(
        self,
        rate_per_minute: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self._interval = 60 / rate_per_minute
        self._clock = clock
        self._stopped = threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._lock = threading.Lock()
        self._next = clock()

    def wait_turn(self) -> bool:
        """Wait until a request may begin; False once stopped."""
        with self._lock:
            turn = max(self._clock(), self._next)
            self._next = turn + self._interval
        return self.pause(turn - self._clock())

    def hold(self, seconds: float) -> None:
        """Begin no request for so long."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)

    def pause(self, seconds: float) -> bool:
        """Wait so long; False once stopped."""
        if seconds > 0 and not self._stopped.is_set():
            self._sleep(seconds)
        return not self._stopped.is_set()

    def stop(self) -> None:
        """Let nobody wait any more."""
        self._stopped.set()
