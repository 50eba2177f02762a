"""Rewrites by a language model: requests in parallel at a rate, each answer checked and committed by itself."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import datetime

from moments.models import RewriteRun, RewriteSource, RewriteState
from moments.rewriting.asking import Endpoint, ask_patiently
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.checks import sendable
from moments.rewriting.faults import FATAL, UNANSWERED, Answer
from moments.rewriting.pacing import Pace
from moments.rewriting.selectors.progress import Task, next_tasks
from moments.rewriting.services.runs import keep_run
from moments.rewriting.services.store import MOST_TRIES, Tried, keep_try

AT_ONCE = 200
LOOK_EVERY_S = 0.5
RENEW_EVERY_S = 5.0
RETRY_TEMPERATURE = 0.2
UNANSWERED_IN_A_ROW = 5

Asked = Future[Answer | None]


@dataclass(slots=True)
class ModelRewriting:
    """One go of a run; `go` returns why it ended early, or nothing, and `finished` tells whether nothing is left."""

    run: RewriteRun
    endpoint: Endpoint
    checker: CaptionChecker
    pace: Pace
    clock: Callable[[], datetime]
    advance: Callable[[int], None]
    stopped: Callable[[], bool]
    reason: str = ""
    finished: bool = False
    tokens_in: int = 0
    tokens_out: int = 0
    _queue: deque[Task] = field(default_factory=deque)
    _after: int = 0
    _unanswered: int = 0
    _unpaid: list[Answer] = field(default_factory=list)
    _renewed: float = field(default_factory=time.monotonic)

    def go(self, seconds: float | None = None) -> str:
        """Ask and keep until nothing waits, something stops it, or `seconds` are over; what is asked is kept still."""
        until = None if seconds is None else time.monotonic() + seconds
        under_way: dict[Asked, Task] = {}
        with ThreadPoolExecutor(max_workers=self.run.parallel) as pool:
            try:
                while self._fill(pool, under_way, until) or under_way:
                    done, _ = wait(under_way, timeout=LOOK_EVERY_S, return_when=FIRST_COMPLETED)
                    self._keep([(under_way.pop(one), one.result()) for one in done])
                    self._look()
                    if self.reason:
                        self.pace.stop()
            finally:
                self.pace.stop()
        self._renew()
        return self.reason

    def _fill(self, pool: ThreadPoolExecutor, under_way: dict[Asked, Task], until: float | None) -> bool:
        """Ask for as many as may be under way; whether anything was asked."""
        asked = False
        while len(under_way) < self.run.parallel and not self.reason and (until is None or time.monotonic() < until):
            task = self._next()
            if task is None:
                self.finished = not under_way and not asked
                break
            temperature = RETRY_TEMPERATURE if task.answered else 0.0
            under_way[pool.submit(ask_patiently, self.endpoint, self.pace, task.description, temperature)] = task
            asked = True
        return asked

    def _next(self) -> Task | None:
        """The next description that can be sent; one that cannot goes to a person at once."""
        while True:
            if not self._queue:
                fresh = next_tasks(self.run.campaign, self._after, AT_ONCE)
                if not fresh:
                    return None
                self._after = fresh[-1].rewriting
                self._queue.extend(fresh)
            task = self._queue.popleft()
            fault = sendable(task.description)
            if fault is None:
                return task
            self._store(task, Tried("", fault, self.run.model, self.run.prompt))

    def _keep(self, answered: Sequence[tuple[Task, Answer | None]]) -> None:
        """Check what was answered, all together, and store one after the other."""
        texts = [(task, answer) for task, answer in answered if answer is not None and answer.fault is None]
        values = self.checker.check([(task.description, answer.text) for task, answer in texts])
        checked = {task.rewriting: value for (task, _), value in zip(texts, values, strict=True)}
        for task, answer in answered:
            if answer is None:
                continue
            self._unpaid.append(answer)
            if answer.fault is not None and answer.fault.kind in FATAL:
                self.reason = self.reason or answer.fault.said
                continue
            value = checked.get(task.rewriting)
            fault = answer.fault or (value.fault if value else None)
            temperature = RETRY_TEMPERATURE if task.answered else 0.0
            paid = {"tokens_in": answer.tokens_in, "tokens_out": answer.tokens_out}
            tried = Tried(answer.text, fault, self.run.model, self.run.prompt, temperature, value, **paid)
            self._count_unanswered(tried)
            if self._store(task, tried) == RewriteState.WAITING:
                met = replace(task, tries=task.tries + 1, attempts=task.attempts + 1, answered=task.answered + 1)
                self._queue.appendleft(met)

    def _store(self, task: Task, tried: Tried) -> str | None:
        kept = keep_try(task=task, tried=tried, source=RewriteSource.MODEL, most_tries=MOST_TRIES, now=self.clock())
        if kept != RewriteState.WAITING:
            self.advance(1)
        return kept

    def _count_unanswered(self, tried: Tried) -> None:
        """End the run where one description after another gets no answer."""
        if tried.fault is None or tried.fault.kind not in UNANSWERED:
            self._unanswered = 0
            return
        self._unanswered += 1
        if self._unanswered >= max(UNANSWERED_IN_A_ROW, self.run.parallel):
            self.reason = self.reason or f"{self._unanswered} requests in a row got no answer; {tried.fault.said}"

    def _look(self) -> None:
        """Whether somebody wants it to stop; the lease, now and then."""
        if self.stopped():
            self.reason = self.reason or "stopped"
        if time.monotonic() - self._renewed >= RENEW_EVERY_S:
            self._renew()

    def _renew(self) -> None:
        paid_in, paid_out = (sum(getattr(one, name) for one in self._unpaid) for name in ("tokens_in", "tokens_out"))
        self._unpaid.clear()
        self.tokens_in += paid_in
        self.tokens_out += paid_out
        self._renewed = time.monotonic()
        told = keep_run(run=self.run, tokens_in=paid_in, tokens_out=paid_out, now=self.clock())
        self.reason = self.reason or told
