"""Rewrites by a language model: requests in parallel at a rate, each answer checked and committed separately."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from django.db.models import F

from moments.jobs.services.doing import Go
from moments.models import RewriteRun, RewriteSource, RewriteState
from moments.rewriting.asking import ask_patiently
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.checks import sendable
from moments.rewriting.faults import EndpointAnswer
from moments.rewriting.pacing import Pace
from moments.rewriting.selectors.progress import Task, next_tasks, require_unsampled, rewrite_progress
from moments.rewriting.services.in_parallel import ParallelAsking
from moments.rewriting.services.store import MOST_TRIES, Tried, keep_try

AT_ONCE = 200
RETRY_TEMPERATURE = 0.2


class Endpoint(Protocol):
    """Whatever answers a description."""

    def ask(self, description: str, temperature: float) -> EndpointAnswer:
        """What it makes of the description; a fault in the answer, never an exception."""


@dataclass(slots=True)
class ModelRewriting:
    """One go at a run. Whatever ends it early, answers to requests in progress are paid for and kept first."""

    run: RewriteRun
    endpoint: Endpoint
    checker: CaptionChecker
    pace: Pace
    go: Go
    _asking: ParallelAsking[Task, EndpointAnswer | None] = field(init=False)
    _done: int = 0
    _queue: deque[Task] = field(default_factory=deque)
    _after: int = 0

    def __post_init__(self) -> None:
        self._asking = ParallelAsking(self.run.parallel, self.pace, self._next, self._ask, self._keep, self._look)

    def rewrite(self, seconds: float | None = None) -> None:
        """Ask and keep until no description waits.

        Raises Paused once `seconds` are over, Stopped, and BadInput for what ends the run early.
        """
        progress = rewrite_progress(self.run.campaign)
        self._done = progress.moments - progress.waiting
        self.go.begin(progress.moments, done=self._done)
        self._asking.run(seconds)

    def _ask(self, task: Task) -> EndpointAnswer | None:
        return ask_patiently(partial(self.endpoint.ask, task.description, _temperature(task)), self.pace)

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
            value = checked.get(task.rewriting)
            fault = answer.fault or (value.fault if value else None)
            if self._asking.ends_with(fault):
                continue
            tokens = {"tokens_in": answer.tokens_in, "tokens_out": answer.tokens_out}
            tried = Tried(answer.text, fault, self.run.model, self.run.prompt, _temperature(task), value, **tokens)
            if self._store(task, tried) == RewriteState.WAITING:
                met = replace(task, tries=task.tries + 1, attempts=task.attempts + 1, answered=task.answered + 1)
                self._queue.appendleft(met)

    def _store(self, task: Task, tried: Tried) -> str | None:
        now = self.go.now()
        state = keep_try(task=task, tried=tried, source=RewriteSource.MODEL, most_tries=MOST_TRIES, now=now)
        self._done += state != RewriteState.WAITING
        return state

    def _look(self) -> None:
        self.go.advance(self._done)
        require_unsampled(self.run.campaign)


def _temperature(task: Task) -> float:
    return RETRY_TEMPERATURE if task.answered else 0.0
