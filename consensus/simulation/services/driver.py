"""Plays synthetic annotators against the database, through the services that people use.

Their clock is their own: it starts as long ago as the work is expected to take, so that it ends by now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Purpose, Score, Seat
from annotator.seats.services.queue import LOW_WATER
from annotator.seats.services.seating import release_person
from consensus.simulation.campaign import play_campaign
from consensus.simulation.model import SimulationModel
from consensus.simulation.services.answering import answer_seat
from consensus.simulation.services.lead import decide_as_suggested, withdraw_stuck
from consensus.simulation.services.modelled import ModelledLatents
from consensus.sweep.services import settle_campaign
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Pair

PACE_S = 19.0
SLACK = 1.2  # people run out of work at different times
TAIL = timedelta(hours=1)
SHORTEST_SHOWN_MS, LONGEST_SHOWN_MS = 3_000, 18_000
TURNS_A_SWEEP = 2
MOST_QUIET_TURNS = 20


@dataclass(frozen=True, slots=True)
class Played:
    """What a simulation did, and when its clock stopped."""

    scores: int
    expected: int
    started_at: datetime
    ended_at: datetime


class Simulation:
    """One run; `until` is a share of the expected scores, None to the end of the campaign.

    `truth` gives a pair's latent relevance, 0 to 4; where it is None the model makes one up by rank.
    With `until` None the simulation also plays the lead: it decides batches as suggested and
    withdraws pairs that nobody is left to score.
    """

    def __init__(
        self,
        *,
        campaign: Campaign,
        people: Sequence[Membership],
        model: SimulationModel,
        seed: int,
        until: float | None,
        now: datetime,
        truth: Callable[[Pair], float] | None = None,
    ) -> None:
        self.campaign, self.people, self.model = campaign, people, model
        self.seed, self.until, self.now = seed, until, now
        self.protocol = newest_protocol(campaign).protocol
        self.truth = truth or ModelledLatents(model, seed=seed)
        self.stored = _stored_scores(campaign)
        self.rng = np.random.default_rng([seed, self.stored])  # a continued run draws other numbers
        self.expected = _expected_scores(campaign, model, seed)
        share = 1.0 if until is None else until
        turn_s = PACE_S * (LOW_WATER + 1) + (self.protocol.grace_s + 1) / TURNS_A_SWEEP
        turns = max(0.0, self.expected * share - self.stored) / (LOW_WATER * len(people))
        work = turns * turn_s * SLACK
        self.started_at = self.clock = now - timedelta(seconds=work) - TAIL
        self.scored = 0

    def play(self, advance: Callable[[int], None]) -> Played:
        """Score in turns, sweep between them, until the share is reached or nothing is left; then all go home."""
        quiet = 0
        while not self.is_over and quiet < MOST_QUIET_TURNS:
            scored = 0
            for _ in range(TURNS_A_SWEEP):
                scored += self._turn()
            moved = self._sweep()
            advance(scored)
            if not scored and not moved:
                break
            quiet = 0 if scored else quiet + 1
        self._sweep()
        for person in self.people:
            release_person(member=person)
        return Played(self.scored, self.expected, self.started_at, self.clock)

    @property
    def is_over(self) -> bool:
        """Whether the share asked for is reached."""
        return self.until is not None and self.stored + self.scored >= self.until * self.expected

    def _turn(self) -> int:
        """Everybody scores what they hold, one seat every 19 s of the clock; how many seats, whatever they are for."""
        worked = 0
        for person in self.people:
            if self.is_over:
                break
            claim = claim_seats(member=person, count=LOW_WATER, now=self.clock, with_clips=False)
            for place, seat in enumerate(claim.seats, start=1):
                self._score(person, seat, self.clock + timedelta(seconds=PACE_S * place))
                self.scored += seat.purpose == Purpose.CAMPAIGN
            worked += len(claim.seats)
        self._wait(timedelta(seconds=PACE_S * (LOW_WATER + 1)))
        return worked

    def _score(self, person: Membership, seat: Seat, at: datetime) -> None:
        relevance = self.model.noise.draw(self.rng, self.truth(seat.pair), self.campaign.scale)
        score_seat(person, seat, relevance, rng=self.rng, at=min(at, self.now))

    def _sweep(self) -> bool:
        """Let the grace pass and settle; whether anything came of it."""
        self._wait(timedelta(seconds=self.protocol.grace_s + 1))
        swept = settle_campaign(campaign=self.campaign, now=self.clock, with_clips=False)
        moved = swept.agreed + swept.escalated + swept.discarded + swept.reviewed + swept.reserved
        if self.until is None:
            moved += decide_as_suggested(campaign=self.campaign, now=self.clock)
            moved += withdraw_stuck(campaign=self.campaign, now=self.clock)
        return moved > 0

    def _wait(self, time: timedelta) -> None:
        self.clock = min(self.clock + time, self.now)


def score_seat(person: Membership, seat: Seat, relevance: int, *, rng: np.random.Generator, at: datetime) -> None:
    """Submit the score as a program would; raises BadInput if it is not saved."""
    shown_ms = int(rng.integers(SHORTEST_SHOWN_MS, LONGEST_SHOWN_MS))
    answer_seat(person=person, seat=seat, answer={"relevance": relevance}, shown_ms=shown_ms, at=at)


def _stored_scores(campaign: Campaign) -> int:
    """How many scores the campaign has; those of the exam and of hidden checks are none of it."""
    return Score.objects.filter(seat__campaign=campaign, seat__purpose=Purpose.CAMPAIGN, current=True).count()


def _expected_scores(campaign: Campaign, model: SimulationModel, seed: int) -> int:
    """How many scores the campaign takes when played in memory."""
    similarities: dict[int, list[float]] = {}
    ranked = campaign.pairs.filter(query__batches__number=1, study_only=False).order_by("query_id", "rank")
    for query, similarity in ranked.values_list("query_id", "similarity"):
        similarities.setdefault(query, []).append(similarity)
    if not similarities:
        raise BadInput(f"campaign {campaign.slug!r} is not open; run open_campaign first")
    protocol = newest_protocol(campaign).protocol
    figures = play_campaign(
        list(similarities.values()), protocol=protocol, model=model, seed=seed, scale=campaign.scale
    )
    return round(figures.pairs * (2 + 2 * figures.in_round_2))
