"""Has a model rewrite captions: each is asked about until it has enough rewrites, and each answer is committed."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, Protocol

from annotator.twins.caption_checks import CaptionLimits
from consensus.models import TwinRewriteRun
from consensus.twin_rewrites.faults import of_rewrites
from consensus.twin_rewrites.prompt import RewriteOrder, RewriteRequest, rewrite_request
from consensus.twin_rewrites.selectors.tasks import (
    RewriteTask,
    TrainingCaption,
    asks_again,
    rewrite_tasks,
    stored_rewrites,
)
from consensus.twin_rewrites.services.store import WeighedAnswer, keep_rewrites
from consensus.twin_rewrites.services.weighing import Weighing
from consensus.twins.rewrites.choosing import RewriteRules
from moments.base.errors import BadInput
from moments.encoders import Encoder
from moments.jobs.services.doing import Go
from moments.rewriting.asking import ask_patiently
from moments.rewriting.faults import EndpointAnswer
from moments.rewriting.pacing import Pace
from moments.rewriting.services.in_parallel import ParallelAsking

LETTERS_A_TOKEN = 4  # assumed of an endpoint that counts no tokens, which would have no budget


class ChatModel(Protocol):
    """Whatever answers a chat."""

    model: str

    def complete(
        self, messages: Sequence[dict[str, object]], temperature: float, *, most_tokens: int
    ) -> EndpointAnswer:
        """The answer; a fault in it, never an exception."""


class OrderedTask(NamedTuple):
    """A caption with the request that is sent for it."""

    task: RewriteTask
    request: RewriteRequest


@dataclass(slots=True)
class RewriteWriting:
    """One go at a run. `captions` are all of training, and the encoder is fitted to them."""

    run: TwinRewriteRun
    captions: Sequence[TrainingCaption]
    limits: CaptionLimits
    encoder: Encoder
    endpoint: ChatModel
    pace: Pace
    go: Go
    _weighing: Weighing = field(init=False)
    _asking: ParallelAsking[OrderedTask, EndpointAnswer | None] = field(init=False)
    _queue: deque[RewriteTask] = field(default_factory=deque)
    _done: int = 0
    _spent: int = 0

    def __post_init__(self) -> None:
        rules = RewriteRules(wanted=self.run.per_caption, least_similar=self.run.least_similar)
        self._weighing = Weighing(rules, self.limits, self.encoder)
        self._asking = ParallelAsking(self.run.parallel, self.pace, self._next, self._ask, self._keep, self._look)

    def write(self, seconds: float | None = None) -> None:
        """Ask and keep until no caption of the run has to be asked about.

        Raises Paused once `seconds` are over, Stopped, and BadInput for what ends the run early, its budget included.
        """
        self.run.refresh_from_db()
        self._spent = self.run.tokens_in + self.run.tokens_out
        self._queue.extend(rewrite_tasks(self.run, self.captions))
        self._done = len(self.captions) - len(self._queue)
        self.go.begin(len(self.captions), done=self._done)
        self._asking.run(seconds)

    def _next(self) -> OrderedTask | None:
        if not self._queue:
            return None
        if self._spent >= self.run.most_tokens:
            raise BadInput(f"the budget of {self.run.most_tokens:,} tokens is used up; another run continues")
        task = self._queue.popleft()
        known = stored_rewrites(task.of).standing
        missing = self.run.per_caption - len(known)
        # One in three may be refused: asking for a few more is cheaper than asking again.
        count = missing + (missing + 2) // 3
        order = RewriteOrder(task.of.text, task.of.twin, count, self.limits.max_words, known)
        return OrderedTask(task, rewrite_request(order, model=self.endpoint.model, before=task.rounds))

    def _ask(self, ordered: OrderedTask) -> EndpointAnswer | None:
        request = ordered.request
        ask = partial(self.endpoint.complete, request.messages, request.temperature, most_tokens=request.most_tokens)
        return ask_patiently(ask, self.pace)

    def _keep(self, answered: Sequence[tuple[OrderedTask, EndpointAnswer | None]]) -> None:
        for ordered, answer in answered:
            if answer is not None and not self._asking.ends_with(of_rewrites(answer.fault)):
                self._store(ordered, _counted(answer, ordered.request))

    def _store(self, ordered: OrderedTask, answer: EndpointAnswer) -> None:
        task = ordered.task
        fault = of_rewrites(answer.fault)
        stored = stored_rewrites(task.of)
        weighed = WeighedAnswer(fault) if fault else self._weighing.weigh(answer.text, task.of, stored)
        self._spent += answer.tokens_in + answer.tokens_out
        kept = keep_rewrites(
            run=self.run, of=task.of, request=ordered.request, answer=answer, weighed=weighed, now=self.go.now()
        )
        met = replace(task, standing=task.standing + kept.kept, rounds=task.rounds + 1)
        outcomes = [kept.outcome] * met.rounds
        if met.standing < self.run.per_caption and asks_again(self.run, outcomes):
            self._queue.appendleft(met)
        else:
            self._done += 1

    def _look(self) -> None:
        self.go.advance(self._done)


def _counted(answer: EndpointAnswer, request: RewriteRequest) -> EndpointAnswer:
    """The answer with tokens assumed where the endpoint answered and counted none."""
    if answer.tokens_in or answer.tokens_out or not answer.text:
        return answer
    sent = sum(len(str(message["content"])) for message in request.messages)
    return replace(answer, tokens_in=sent // LETTERS_A_TOKEN, tokens_out=len(answer.text) // LETTERS_A_TOKEN)
