"""Asks an endpoint for one task after another, several at once, until none is left or something ends it early."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Generic, TypeVar

from moments.base.errors import BadInput
from moments.jobs.services.doing import Paused, Stopped
from moments.rewriting.faults import FATAL, UNANSWERED, Fault
from moments.rewriting.pacing import Pace

LOOK_EVERY_S = 0.5
UNANSWERED_IN_A_ROW = 5

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(slots=True)
class ParallelAsking(Generic[Task, Answer]):
    """One go at many tasks. Whatever ends it early, answers to requests in progress are paid for and kept first.

    `ask` runs in threads and touches no database; the rest runs where `run` was called. `keep` gets what was answered,
    and `look` gives a sign of life. `look` and `next_task` may raise BadInput or Stopped; then nothing more is sent.
    """

    parallel: int
    pace: Pace
    next_task: Callable[[], Task | None]
    ask: Callable[[Task], Answer]
    keep: Callable[[Sequence[tuple[Task, Answer]]], None]
    look: Callable[[], None]
    _early: BadInput | Stopped | None = None
    _finished: bool = False
    _unanswered: int = 0

    def run(self, seconds: float | None = None) -> None:
        """Ask and keep until no task is left.

        Raises Paused once `seconds` are over, Stopped, and BadInput for what ends the go early.
        """
        until = None if seconds is None else time.monotonic() + seconds
        under_way: dict[Future[Answer], Task] = {}
        with ThreadPoolExecutor(max_workers=self.parallel) as pool:
            try:
                while self._fill(pool, under_way, until) or under_way:
                    done, _ = wait(under_way, timeout=LOOK_EVERY_S, return_when=FIRST_COMPLETED)
                    self.keep([(under_way.pop(request), request.result()) for request in done])
                    self._look()
            finally:
                self.pace.stop()
        if self._early is not None:
            raise self._early
        if not self._finished:
            raise Paused

    def ends_with(self, fault: Fault | None) -> bool:
        """Whether nothing can be answered before somebody mends a setting.

        Ends the go for such a fault, and where one task after another gets no answer.
        """
        if fault is not None and fault.kind in FATAL:
            self.end(fault.sentence)
            return True
        if fault is None or fault.kind not in UNANSWERED:
            self._unanswered = 0
            return False
        self._unanswered += 1
        if self._unanswered >= max(UNANSWERED_IN_A_ROW, self.parallel):
            self.end(f"{self._unanswered} requests in a row got no answer; {fault.sentence}")
        return False

    def end(self, reason: str) -> None:
        """Send nothing more, for that reason; what is under way is kept."""
        self._early = self._early or BadInput(reason)

    def _fill(self, pool: ThreadPoolExecutor, under_way: dict[Future[Answer], Task], until: float | None) -> bool:
        """Ask for as many as may be under way; whether anything was asked."""
        asked = False
        in_time = until is None or time.monotonic() < until
        while in_time and self._early is None and len(under_way) < self.parallel:
            try:
                task = self.next_task()
            except (BadInput, Stopped) as early:
                self._early = early
                break
            if task is None:
                self._finished = not under_way and not asked
                break
            under_way[pool.submit(self.ask, task)] = task
            asked = True
        return asked

    def _look(self) -> None:
        if not isinstance(self._early, Stopped):
            try:
                self.look()
            except (BadInput, Stopped) as early:
                self._early = self._early or early
        if self._early is not None:
            self.pace.stop()
