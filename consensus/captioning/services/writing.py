"""Writes captions by a model: pictures of each truth are cut and sent, and each answer is checked and committed."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from consensus.captioning.checks import caption_fault
from consensus.captioning.faults import NOT_READ, UNFIT, CaptionFault, of_captions
from consensus.captioning.prompt import MOST_TOKENS, CaptionRequest, caption_request
from consensus.captioning.selectors import MOST_TRIES, CaptionTask, caption_tasks
from consensus.captioning.services.pictures import pictures_of
from consensus.captioning.services.store import Tried, keep_caption
from consensus.models import CaptionRun
from moments.base.errors import BadInput
from moments.clips.cutting.failures import CutError
from moments.jobs.services.doing import Go
from moments.rewriting.asking import ask_patiently
from moments.rewriting.faults import EndpointAnswer
from moments.rewriting.pacing import Pace
from moments.rewriting.services.in_parallel import ParallelAsking

# An endpoint that counts no tokens would have no budget: as many are assumed for a picture, and for the rest.
ASSUMED_A_PICTURE, ASSUMED_BESIDE = 1_000, 500
TEMPERATURE_STEP, MOST_TEMPERATURE = 0.2, 1.0


class ChatModel(Protocol):
    """Whatever answers a chat."""

    model: str

    def complete(
        self, messages: Sequence[dict[str, object]], temperature: float, *, most_tokens: int
    ) -> EndpointAnswer:
        """The answer; a fault in it, never an exception."""


class Asked(NamedTuple):
    """What was sent, from which instants, and what came back; `fault` where nothing could be sent."""

    instants_ms: Sequence[int]
    request: CaptionRequest | None
    answer: EndpointAnswer | None
    fault: CaptionFault | None = None


@dataclass(slots=True)
class CaptionWriting:
    """One go at a run; `scratch` is a folder for files that do not stay."""

    run: CaptionRun
    endpoint: ChatModel
    pace: Pace
    go: Go
    scratch: Path
    _asking: ParallelAsking[CaptionTask, Asked] = field(init=False)
    _queue: deque[CaptionTask] = field(default_factory=deque)
    _done: int = 0
    _spent: int = 0

    def __post_init__(self) -> None:
        self._asking = ParallelAsking(self.run.parallel, self.pace, self._next, self._ask, self._keep, self._look)

    def write(self, seconds: float | None = None) -> None:
        """Ask and keep until no question of the run lacks an answer.

        Raises Paused once `seconds` are over, Stopped, and BadInput for what ends the run early, its budget included.
        """
        self.run.refresh_from_db()
        self._spent = self.run.tokens_in + self.run.tokens_out
        self._queue.extend(caption_tasks(self.run))
        self._done = max(0, self.run.job.total - len(self._queue))
        self.go.begin(self._done + len(self._queue), done=self._done)
        self._asking.run(seconds)

    def _next(self) -> CaptionTask | None:
        if not self._queue:
            return None
        if self._spent >= self.run.most_tokens:
            raise BadInput(f"the budget of {self.run.most_tokens:,} tokens is used up; another run continues")
        return self._queue.popleft()

    def _ask(self, task: CaptionTask) -> Asked:
        """Cut the pictures and send them; runs in a thread, without the database."""
        try:
            instants, pictures = pictures_of(task, self.run, self.scratch)
        except CutError as error:
            return Asked((), None, None, CaptionFault("no-pictures", error.reason))
        except BadInput as error:
            return Asked((), None, None, CaptionFault("storage", str(error)))
        temperature = min(MOST_TEMPERATURE, TEMPERATURE_STEP * (task.tries + len(task.rejected)))
        request = caption_request(
            pictures, language=self.run.language, model=self.endpoint.model, temperature=round(temperature, 1)
        )
        ask = partial(self.endpoint.complete, request.messages, request.temperature, most_tokens=MOST_TOKENS)
        answer = ask_patiently(ask, self.pace)
        return Asked(instants, request, answer and _counted(answer, len(pictures)))

    def _keep(self, answered: Sequence[tuple[CaptionTask, Asked]]) -> None:
        for task, asked in answered:
            if asked.answer is None and asked.fault is None:
                continue  # stopped before it was sent
            fault = asked.fault or self._fault(task, asked.answer)
            if fault is not None and fault.kind in NOT_READ:
                self._asking.end(fault.sentence)
            elif not self._asking.ends_with(fault):
                self._store(task, asked, fault)

    def _fault(self, task: CaptionTask, answer: EndpointAnswer | None) -> CaptionFault | None:
        assert answer is not None
        if answer.fault is not None:
            return of_captions(answer.fault)
        rejected = task.rejected
        return caption_fault(answer.text, language=self.run.language, video=task.video_name, rejected=rejected)

    def _store(self, task: CaptionTask, asked: Asked, fault: CaptionFault | None) -> None:
        answer, request = asked.answer or EndpointAnswer(""), asked.request
        tried = Tried(
            answer.text,
            fault,
            asked.instants_ms,
            request.sha256 if request else "",
            request.temperature if request else None,
            answer.tokens_in,
            answer.tokens_out,
        )
        self._spent += answer.tokens_in + answer.tokens_out
        outcome = keep_caption(run=self.run, task=task, tried=tried, requester=self.run.job.actor, now=self.go.now())
        if outcome in UNFIT and task.tries + 1 < MOST_TRIES:
            self._queue.appendleft(replace(task, tries=task.tries + 1))
        else:
            self._done += 1

    def _look(self) -> None:
        self.go.advance(self._done)


def _counted(answer: EndpointAnswer, pictures: int) -> EndpointAnswer:
    """The answer with tokens assumed where the endpoint answered and counted none."""
    is_billed = not answer.tokens_in and not answer.tokens_out and bool(answer.text)
    return replace(answer, tokens_in=ASSUMED_A_PICTURE * pictures + ASSUMED_BESIDE) if is_billed else answer
