"""Synthetic people of a twins campaign, each with the chances of their errors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.twins.answers import CheckResult, Criterion, JudgementAnswer, Unreal
from consensus.simulation.twins.templates import silent_captions, telling_captions
from moments.demo.scenes import Scene


@dataclass(frozen=True, slots=True)
class TwinJudge:
    """Errs about whether time matters, about the backward clip, about the forward clip, and in the criterion."""

    temporal_error: float = 0.05
    backward_error: float = 0.1
    forward_error: float = 0.01
    criterion_error: float = 0.2

    def judge(self, truth: JudgementAnswer, draw: random.Random) -> JudgementAnswer:
        """The judgement that this person gives of a clip."""
        if truth.temporal == (draw.random() < self.temporal_error):
            return JudgementAnswer(temporal=False)
        backward = (truth.unreal is Unreal.BACKWARD) != (draw.random() < self.backward_error)
        forward = draw.random() < self.forward_error
        unreal = {
            (False, False): Unreal.NEITHER,
            (True, False): Unreal.FORWARD,
            (False, True): Unreal.BACKWARD,
            (True, True): Unreal.BOTH,
        }[forward, backward]
        return JudgementAnswer(temporal=True, criterion=self._criterion(truth.criterion, draw), unreal=unreal)

    def _criterion(self, true: Criterion | None, draw: random.Random) -> Criterion:
        if true is None or draw.random() < self.criterion_error:
            return draw.choice(list(Criterion))
        return true


@dataclass(frozen=True, slots=True)
class TwinWriter:
    """With the chance `silent` a caption says nothing of the direction."""

    silent: float = 0.2

    def is_silent(self, draw: random.Random) -> bool:
        """Whether the next caption says nothing of the direction."""
        return draw.random() < self.silent

    def write(self, scenes: Sequence[Scene], draw: random.Random) -> tuple[str, str]:
        """The forward and the backward caption of a drawn clip; nothing tells the direction if both look the same."""
        telling, silent = telling_captions(scenes), silent_captions(scenes)
        if telling[0] == telling[1]:
            return silent
        forward, backward = (silent if self.is_silent(draw) else telling for _ in range(2))
        return forward[0], backward[1]


@dataclass(frozen=True, slots=True)
class TwinChecker:
    """Assigns a caption rightly with the chance `skill` if it says the direction; otherwise it is a coin.

    Where *cannot tell* is offered, this person says it with the chance `honest` instead of tossing the coin.
    """

    skill: float = 0.97
    honest: float = 0.9

    def assign(self, *, tells: bool, cannot_tell: bool, draw: random.Random) -> CheckResult:
        """What comes of this person's assignment of a caption."""
        if not tells and cannot_tell and draw.random() < self.honest:
            return CheckResult.CANNOT_TELL
        right = draw.random() < (self.skill if tells else 0.5)
        return CheckResult.RIGHT if right else CheckResult.WRONG
