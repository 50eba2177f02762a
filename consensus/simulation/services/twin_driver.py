"""Plays synthetic judges, writers and checkers of twins through the services that people use.

Their clock is their own: it starts as long ago as the work is expected to take, so that it ends by now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from annotator.models import Membership, Score
from annotator.seats.services.seating import release_person
from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, TwinTruth, Verdict, VerdictKind
from consensus.simulation.services.twin_acts import TwinPeople, answer_held
from consensus.simulation.services.twin_lead import decide_left_open, withdraw_stuck_clips
from consensus.simulation.services.twin_world import twin_world
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign

CLAIMED = 20
A_CLIP_S = 150.0  # to judge, describe and check one
SLACK = 1.5  # people run out of work at different times
TAIL = timedelta(hours=2)
FINISHED = (VerdictKind.AGREED, VerdictKind.ADJUDICATED, VerdictKind.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class PlayedTwins:
    """What a simulation did: answers, decisions of its lead, clips finished and in all, when its clock ran."""

    answers: int
    by_lead: int
    finished: int
    clips: int
    started_at: datetime
    ended_at: datetime


class TwinSimulation:
    """One run; `until` is a share of the clips to be finished, None to the end of the campaign.

    With `until` None, a lead decides what the rules left open once nobody has work, and clips are withdrawn about which
    nobody is left to answer.
    """

    def __init__(
        self,
        *,
        campaign: Campaign,
        people: Sequence[Membership],
        seed: int,
        until: float | None,
        now: datetime,
        errs: TwinPeople | None = None,
    ) -> None:
        self.campaign, self.people, self.until, self.now = campaign, people, until, now
        self.errs = errs or TwinPeople()
        self.world = twin_world(campaign)
        if not self.world:
            raise BadInput(f"campaign {campaign.slug!r} has no twins; make twins of its moments first")
        stored = Score.objects.filter(seat__campaign=campaign).count()
        self.draw = random.Random(f"{seed} {stored}")  # a continued run draws other numbers
        share = 1.0 if until is None else until
        work = timedelta(seconds=SLACK * share * A_CLIP_S * len(self.world) / len(people))
        self.started_at = self.clock = now - work - TAIL
        self.grace = timedelta(seconds=newest_protocol(campaign).protocol.grace_s + 1)
        self.answers, self.by_lead, self.finished = 0, 0, finished_clips(campaign)

    def play(self, advance: Callable[[int], None]) -> PlayedTwins:
        """Answer and sweep in turns, until the share is reached or nothing is left; then all go home."""
        moved = True
        while moved and not self._is_over:
            before = self.finished
            answered = [self._turn(person) for person in self.people]
            self.clock = min(self.clock + timedelta(seconds=max(answered)), self.now)
            moved = any(answered)
            moved = self._sweep(is_idle=not moved) or moved
            self.finished = finished_clips(self.campaign)
            advance(self.finished - before)
        for person in self.people:
            release_person(member=person)
        return PlayedTwins(self.answers, self.by_lead, self.finished, len(self.world), self.started_at, self.clock)

    @property
    def _is_over(self) -> bool:
        return self.until is not None and self.finished >= self.until * len(self.world)

    def _turn(self, person: Membership) -> float:
        """Answer what the person holds, in one request; the seconds that it takes."""
        answered = answer_held(
            person=person,
            count=CLAIMED,
            world=self.world,
            people=lambda clip, question: self.errs,
            draw=self.draw,
            now=self.clock,
            until=self.now,
        )
        self.answers += answered.seats
        return answered.seconds

    def _sweep(self, *, is_idle: bool) -> bool:
        """Let the grace pass and settle, and have the lead decide once all are idle; whether anything came of it."""
        self.clock = min(self.clock + self.grace, self.now)
        swept = settle_campaign(campaign=self.campaign, now=self.clock, with_clips=False)
        moved = swept.finalised + swept.agreed + swept.escalated + swept.discarded + swept.reserved
        if self.until is None and is_idle:
            decided = decide_left_open(campaign=self.campaign, world=self.world, now=self.clock)
            self.by_lead += decided
            moved += decided + withdraw_stuck_clips(campaign=self.campaign, now=self.clock)
        return moved > 0


def finished_clips(campaign: Campaign) -> int:
    """How many clips are dropped, or have all their captions accepted."""
    dropped = TwinTruth.objects.filter(
        verdict__pair__campaign=campaign, verdict__superseded=False, outcome=TwinOutcome.DROPPED
    )
    described = Verdict.objects.filter(
        pair__campaign=campaign,
        pair__query__query_id=TwinTask.CAPTION.query_id,
        superseded=False,
        kind__in=FINISHED,
    )
    return dropped.count() + described.count()
