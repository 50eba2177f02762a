"""Rewrites by a language model: requests in parallel at a rate, each answer checked and committed separately."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from django.db.models import F

from moments.base.errors import BadInput
from moments.jobs.services.doing import Go, Paused, Stopped
from moments.models import RewriteRun, RewriteSource, RewriteState
from moments.rewriting.asking import Endpoint, ask_patiently
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.checks import sendable
from moments.rewriting.faults import FATAL, UNANSWERED, EndpointAnswer
from moments.rewriting.pacing import Pace
from moments.rewriting.selectors.progress import Task, next_tasks, require_unsampled, rewrite_progress
from moments.rewriting.services.store import MOST_TRIES, Tried, keep_try

AT_ONCE = 200
LOOK_EVERY_S = 0.5
RETRY_TEMPERATURE = 0.2
UNANSWERED_IN_A_ROW = 5

Request = Future[EndpointAnswer | None]


@dataclass(slots=True)
class ModelRewriting:
    """One go at a run. Whatever ends it early, answers to requests in progress are paid for and kept first."""

    run: RewriteRun
    endpoint: Endpoint
    checker: CaptionChecker
    pace: Pace
    go: Go
    _early: BadInput | Stopped | None = None
    _finished: bool = False
    _done: int = 0
    _queue: deque[Task] = field(default_factory=deque)
    _after: int = 0
    _unanswered: int = 0

    def rewrite(self, seconds: float | None = None) -> None:
        """Ask and keep until no description waits.

        Raises Paused once `seconds` are over, Stopped, and BadInput for what ends the run early.
        """
        until = None if seconds is None else time.monotonic() + seconds
        progress = rewrite_progress(self.run.campaign)
        self._done = progress.moments - progress.waiting
        self.go.begin(progress.moments, done=self._done)
        under_way: dict[Request, Task] = {}
        with ThreadPoolExecutor(max_workers=self.run.parallel) as pool:
            try:
                while self._fill(pool, under_way, until) or under_way:
                    done, _ = wait(under_way, timeout=LOOK_EVERY_S, return_when=FIRST_COMPLETED)
                    self._keep([(under_way.pop(request), request.result()) for request in done])
                    self._look()
            finally:
                self.pace.stop()
        if self._early is not None:
            raise self._early
        if not self._finished:
            raise Paused

    def _fill(self, pool: ThreadPoolExecutor, under_way: dict[Request, Task], until: float | None) -> bool:
        """Ask for as many as may be under way; whether anything was asked."""
        asked = False
        in_time = until is None or time.monotonic() < until
        while in_time and self._early is None and len(under_way) < self.run.parallel:
            task = self._next()
            if task is None:
                self._finished = not under_way and not asked
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

    def _keep(self, answered: Sequence[tuple[Task, EndpointAnswer | None]]) -> None:
        """Count the tokens, check the answers, all together, and store one after the other."""
        answers = [(task, answer) for task, answer in answered if answer is not None]
        paid_in, paid_out = sum(one.tokens_in for _, one in answers), sum(one.tokens_out for _, one in answers)
        if paid_in or paid_out:
            paid = {"tokens_in": F("tokens_in") + paid_in, "tokens_out": F("tokens_out") + paid_out}
            RewriteRun.objects.filter(pk=self.run.pk).update(**paid)
        texts = [(task, answer.text) for task, answer in answers if answer.fault is None]
        values = self.checker.check([(task.description, text) for task, text in texts])
        checked = {task.rewriting: value for (task, _), value in zip(texts, values, strict=True)}
        for task, answer in answers:
            if answer.fault is not None and answer.fault.kind in FATAL:
                self._end(answer.fault.sentence)
                continue
            value = checked.get(task.rewriting)
            fault = answer.fault or (value.fault if value else None)
            temperature = RETRY_TEMPERATURE if task.answered else 0.0
            tokens = {"tokens_in": answer.tokens_in, "tokens_out": answer.tokens_out}
            tried = Tried(answer.text, fault, self.run.model, self.run.prompt, temperature, value, **tokens)
            self._count_unanswered(tried)
            if self._store(task, tried) == RewriteState.WAITING:
                met = replace(task, tries=task.tries + 1, attempts=task.attempts + 1, answered=task.answered + 1)
                self._queue.appendleft(met)

    def _store(self, task: Task, tried: Tried) -> str | None:
        now = self.go.now()
        state = keep_try(task=task, tried=tried, source=RewriteSource.MODEL, most_tries=MOST_TRIES, now=now)
        self._done += state != RewriteState.WAITING
        return state

    def _count_unanswered(self, tried: Tried) -> None:
        """End the run where one description after another gets no answer."""
        if tried.fault is None or tried.fault.kind not in UNANSWERED:
            self._unanswered = 0
            return
        self._unanswered += 1
        if self._unanswered >= max(UNANSWERED_IN_A_ROW, self.run.parallel):
            self._end(f"{self._unanswered} requests in a row got no answer; {tried.fault.sentence}")

    def _look(self) -> None:
        """Give a sign of life, and see whether the run has to end; then nothing more is sent."""
        if not isinstance(self._early, Stopped):
            try:
                self.go.advance(self._done)
                require_unsampled(self.run.campaign)
            except (BadInput, Stopped) as early:
                self._early = self._early or early
        if self._early is not None:
            self.pace.stop()

    def _end(self, reason: str) -> None:
        self._early = self._early or BadInput(reason)
