"""What a simulated person answers on a seat of twins, as a program would send it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from annotator.models import Seat
from annotator.scoring.selectors.twins import TwinQuestion
from annotator.twins.answers import CheckResult, shown_unreal
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask
from consensus.simulation.services.twin_world import Scenes
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.simulation.twins.templates import reworded, tells_direction


@dataclass(frozen=True, slots=True)
class TwinPeople:
    """How the people of a simulation err; everybody judges, writes and checks."""

    judge: TwinJudge = field(default_factory=TwinJudge)
    writer: TwinWriter = field(default_factory=TwinWriter)
    checker: TwinChecker = field(default_factory=TwinChecker)

    def answer(self, seat: Seat, asked: TwinQuestion, scenes: Scenes, draw: random.Random) -> Mapping[str, object]:
        """The part of a submission that answers the seat, whose clips show those scenes."""
        if asked.task is TwinTask.JUDGE:
            return {"judgement": self._judgement(asked, scenes, draw)}
        if asked.task is TwinTask.CAPTION:
            return {"captions": self._captions(seat, asked, scenes, draw)}
        return {"assignment": {"chosen": self._chosen(seat, asked, scenes, draw)}}

    def _judgement(self, asked: TwinQuestion, scenes: Scenes, draw: random.Random) -> Mapping[str, object]:
        given = self.judge.judge(true_judgement(scenes), draw)
        unreal = None if given.unreal is None else shown_unreal(given.unreal, forward_first=asked.forward_first)
        return {"temporal": given.temporal, "criterion": given.criterion, "unreal": unreal}

    def _captions(self, seat: Seat, asked: TwinQuestion, scenes: Scenes, draw: random.Random) -> list[str | None]:
        """The captions in the order shown; what is kept is sent as it was, and what came back begins differently."""
        written = self.writer.write(scenes, draw)
        sides = zip(written, asked.captions.before, asked.captions.keeps, (True, asked.captions.both), strict=True)
        forward, backward = (
            (before if kept else reworded(text, seat.attempt)) if wanted else None
            for text, before, kept, wanted in sides
        )
        return list(as_shown(forward, backward, forward_first=asked.forward_first))

    def _chosen(self, seat: Seat, asked: TwinQuestion, scenes: Scenes, draw: random.Random) -> int | None:
        """A place from 1 up. Look-alikes differ in what is seen, which every caption says."""
        tells = asked.asks_lookalikes or tells_direction(asked.caption, scenes)
        result = self.checker.assign(tells=tells, cannot_tell=asked.cannot_tell, draw=draw)
        if result is CheckResult.CANNOT_TELL:
            return None
        own = asked.clips.index(seat.pair.moment_id) + 1
        others = [place for place in range(1, len(asked.clips) + 1) if place != own]
        return own if result is CheckResult.RIGHT or not others else draw.choice(others)
