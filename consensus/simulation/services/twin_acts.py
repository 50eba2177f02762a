"""What simulated people answer on seats of twins, as a program would send it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Seat
from annotator.scoring.selectors.twins import TwinQuestion, twin_questions, twins_of_moments
from annotator.scoring.services.scoring import submit_scores
from annotator.twins.answers import CheckResult, shown_unreal
from annotator.twins.order import as_shown
from annotator.twins.tasks import TwinTask
from consensus.simulation.services.twin_world import Scenes
from consensus.simulation.twins.movements import true_judgement
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.simulation.twins.templates import reworded, tells_direction
from moments.base.errors import BadInput

ANSWER_S = {TwinTask.JUDGE: 15.0, TwinTask.CAPTION: 60.0, TwinTask.ASSIGN: 12.0}


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


@dataclass(frozen=True, slots=True)
class Answered:
    """How many seats a person answered, and how long that takes."""

    seats: int
    seconds: float


def answer_held(
    *,
    person: Membership,
    count: int,
    world: Mapping[int, Scenes],
    people: Callable[[int, TwinQuestion], TwinPeople | None],
    draw: random.Random,
    now: datetime,
    until: datetime | None = None,
) -> Answered:
    """Claim up to `count` seats and answer them in one request, each as `people` says of its clip and question.

    They are answered one after the other from `now` on, and sent after the last one, at the latest `until`. A clip is
    named by its forward moment (a primary key), as in `world`; a seat without people stays as it is. Raises BadInput
    if an answer is refused.
    """
    seats = claim_seats(member=person, count=count, now=now, with_clips=False).seats
    asked = twin_questions(seat.pk for seat in seats)
    twins = twins_of_moments(seat.pair.moment_id for seat in seats)
    entries: list[dict[str, object]] = []
    taken, seconds = [], 0.0
    for seat in seats:
        question, clip = asked[seat.pk], twins[seat.pair.moment_id].forward_id
        errs = people(clip, question)
        if errs is None:
            continue
        seconds += ANSWER_S[question.task]
        answer = errs.answer(seat, question, world[clip], draw)
        sent = {"seat": str(seat.public_id), "key": f"simulated-{seat.public_id}"}
        entries.append({**sent, "shown_ms": round(1000 * ANSWER_S[question.task]), **answer})
        taken.append(seconds)
    for entry, answered_after in zip(entries, taken, strict=True):
        entry["ago_ms"] = round(1000 * (seconds - answered_after))
    sent_at = now + timedelta(seconds=seconds)
    sent_at = min(sent_at, until or sent_at)
    for result in submit_scores(member=person, entries=entries, now=sent_at) if entries else ():
        if result.status != "saved":
            raise BadInput(f"a simulated answer was refused: {result.detail} (is another simulation running?)")
    return Answered(len(entries), seconds)
