"""Plays synthetic authors, markers, third annotators and a lead through the services that people use.

Each person has a clock of their own and does one thing after another; whoever is earliest goes next. The clocks start
as long ago as the work is expected to take, so that they end by now.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from annotator.asking.selectors.asks import returned_asks
from annotator.asking.selectors.videos import proxies
from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.finishing import finish_video
from annotator.desk.selectors.questions import questions_of
from annotator.desk.services.claiming import claim_seats
from annotator.models import Ask, AskState, Membership, Seat
from annotator.seats.services.seating import release_person
from consensus.simulation.marking.costs import STANDARD_COSTS, Hours
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.services.lead import withdraw_stuck
from consensus.simulation.services.marked_world import MarkedWorld
from consensus.simulation.services.marking_acts import (
    answer_pieces,
    asked_pieces,
    drop_drafts,
    mark_seat,
    submit_again,
    watch,
    write_question,
)
from consensus.simulation.services.marking_lead import decide_left_open
from consensus.sweep.services import settle_campaign
from moments.clips.selectors.whole_videos import video_key
from moments.models import Campaign

CLAIMED = 20
REPORT_S = 60  # of work, between two reports of what was watched
SWEEP = timedelta(minutes=10)
A_QUESTION_S = 120.0  # to write, mark and settle one
SLACK = 1.5  # people run out of work at different times
TAIL = timedelta(hours=2)
QUIET_SWEEPS = 3
DECIDED = (AskState.ACCEPTED, AskState.REJECTED)


@dataclass(frozen=True, slots=True)
class PlayedMarking:
    """What a simulation did: questions written and decided, seconds of work by role, and when its clock stopped."""

    written: int
    decided: int
    expected: int
    hours: Hours
    started_at: datetime
    ended_at: datetime


@dataclass(slots=True)
class Worker:
    """A person with their clock and what they have in hand."""

    member: Membership
    clock: datetime
    returned: deque[Ask] = field(default_factory=deque)
    to_watch: deque[tuple[int, int, int]] = field(default_factory=deque)  # video, from and to ms
    seats: deque[Seat] = field(default_factory=deque)
    to_write: deque[TrueQuestion] = field(default_factory=deque)
    video: int | None = None  # that they write about
    watched: set[int] = field(default_factory=set)


class MarkingSimulation:
    """One run; `until` is a share of the world's questions to be decided, None to the end of the campaign.

    Everybody writes and marks, never on the same question (I3). What comes back goes first, then what waits for a
    marker or a third annotator, then writing. With `until` None the simulation also plays the lead.
    """

    def __init__(
        self,
        *,
        campaign: Campaign,
        people: Sequence[Membership],
        world: MarkedWorld,
        person: MarkingPerson,
        seed: int,
        until: float | None,
        now: datetime,
    ) -> None:
        self.campaign, self.world, self.person = campaign, world, person
        self.until, self.now = until, now
        asks = list(campaign.asks.values_list("video", "text", "state"))
        self.known = {(video, text) for video, text, state in asks if state != AskState.DRAFT}
        self.draw = random.Random(f"{seed} {len(self.known)}")  # a continued run draws other numbers
        self.started_at = now - _expected_time(world, len(people)) * (1.0 if until is None else until) - TAIL
        self.workers = [Worker(member, self.started_at) for member in people]
        self.sweep_at = self.started_at + SWEEP
        self.keys = {video: video_key(clip.moment_id) for video, clip in proxies(world.questions).items()}
        self.hours = Hours()
        self.written = self.acts = self.decided = 0

    def play(self, advance: Callable[[int], None]) -> PlayedMarking:
        """Work and sweep in turns, until the share is reached or nothing is left; then all go home."""
        quiet = 0
        while quiet < QUIET_SWEEPS and not self._is_over:
            worker = min(self.workers, key=lambda one: one.clock)
            if worker.clock < self.sweep_at:
                self._act(worker)
                continue
            acts, before, self.acts = self.acts, self.decided, 0
            moved = self._sweep()
            advance(self.decided - before)
            quiet = 0 if acts or moved else quiet + 1
        for worker in self.workers:
            release_person(member=worker.member)
        ended_at = min(self.sweep_at, self.now)
        return PlayedMarking(self.written, self.decided, self.world.size, self.hours, self.started_at, ended_at)

    @property
    def _is_over(self) -> bool:
        return self.until is not None and self.decided >= self.until * self.world.size

    def _act(self, worker: Worker) -> None:
        """The person does the next thing that they can, or waits for the next sweep."""
        at = min(worker.clock, self.now)
        for step in (self._rewrite, self._watch, self._answer, self._write, self._claim, self._begin):
            spent_s = step(worker, at)
            if spent_s is not None:
                self.acts += 1
                worker.clock += timedelta(seconds=spent_s)
                return
        worker.clock = self.sweep_at

    def _rewrite(self, worker: Worker, at: datetime) -> float | None:
        """Submit a returned question as it is: simulated questions are sound, and a marker missed the answer."""
        if not worker.returned:
            return None
        ask = worker.returned.popleft()
        spent_s = STANDARD_COSTS.search_s
        submit_again(author=worker.member, ask=ask, spent_s=spent_s, now=at)
        self.hours.author += spent_s
        return spent_s

    def _watch(self, worker: Worker, at: datetime) -> float | None:
        """Watch on, and report it, for as long as a report takes."""
        if not worker.to_watch:
            return None
        video, start_ms, end_ms = worker.to_watch.popleft()
        stop_ms = min(end_ms, start_ms + round(1000 * REPORT_S * STANDARD_COSTS.speed))
        watch(person=worker.member, key=self.keys[video], stretch=(start_ms, stop_ms), now=at)
        if stop_ms < end_ms:
            worker.to_watch.appendleft((video, stop_ms, end_ms))
        spent_s = (stop_ms - start_ms) / 1000 / STANDARD_COSTS.speed
        if worker.video == video:
            self.hours.author += spent_s
        else:
            self.hours.marker += spent_s
        return spent_s

    def _answer(self, worker: Worker, at: datetime) -> float | None:
        if not worker.seats:
            return None
        seat = worker.seats.popleft()
        question = self.world.of_pair(seat.pair)
        pieces = asked_pieces(questions_of([seat])[seat.pk])
        if pieces:
            answers = [(piece, self.person.answer(piece, question, self.draw)) for piece in pieces]
            spent_s = sum(STANDARD_COSTS.piece_answer_s(piece.span, answer) for piece, answer in answers)
            answer_pieces(person=worker.member, seat=seat, answers=answers, spent_s=spent_s, now=at)
            self.hours.third += spent_s
            return spent_s
        marking = self.person.mark(question, self.draw)
        spent_s = STANDARD_COSTS.marking_s(marking.segments)
        mark_seat(person=worker.member, seat=seat, marking=marking, spent_s=spent_s, now=at)
        self.hours.marker += spent_s
        return spent_s

    def _write(self, worker: Worker, at: datetime) -> float | None:
        """Write the next question, or finish the video."""
        if worker.video is None:
            return None
        if not worker.to_write:
            finish_video(member=worker.member, now=at)
            worker.video = None
            return 0.0
        question = worker.to_write.popleft()
        marking = self.person.ask(question, self.draw)
        spent_s = STANDARD_COSTS.question_s + STANDARD_COSTS.marking_s(marking.segments)
        write_question(
            author=worker.member,
            key=self.keys[worker.video],
            question=question,
            marking=marking,
            spent_s=spent_s,
            now=at,
        )
        self.written += 1
        self.hours.author += spent_s
        return spent_s

    def _claim(self, worker: Worker, at: datetime) -> float | None:
        """Take what waits for a marker or a third annotator; whoever marks watches the video first, once."""
        seats = claim_seats(member=worker.member, count=CLAIMED, now=at).seats
        if not seats:
            return None
        asked = questions_of(seats)
        for seat in seats:
            worker.seats.append(seat)
            video = seat.pair.moment.video_id
            if not asked[seat.pk].pieces and video not in worker.watched:
                self._will_watch(worker, video, self.world.of_pair(seat.pair).duration_ms)
        return 0.0

    def _begin(self, worker: Worker, at: datetime) -> float | None:
        """Take a video to write about, while questions are left to write."""
        if len(self.known) >= self.world.size:
            return None
        viewing = begin_writing(member=worker.member, now=at)
        if viewing is None or viewing.share.batch.video_id is None:
            return None
        worker.video = viewing.share.batch.video_id
        drop_drafts(author=worker.member, viewing=viewing, now=at)
        for question in self.world.questions.get(worker.video, ()):
            if (worker.video, question.text) not in self.known:
                self.known.add((worker.video, question.text))
                worker.to_write.append(question)
        if worker.to_write:
            self._will_watch(worker, worker.video, worker.to_write[0].duration_ms)
        return 0.0

    def _will_watch(self, worker: Worker, video: int, duration_ms: int) -> None:
        worker.watched.add(video)
        worker.to_watch.append((video, 0, duration_ms))

    def _sweep(self) -> bool:
        """Settle, play the lead, hand out what came back; whether anything came of it."""
        at = min(self.sweep_at, self.now)
        swept = settle_campaign(campaign=self.campaign, now=at)
        moved = swept.finalised + swept.agreed + swept.escalated + swept.discarded + swept.reserved
        if self.until is None:
            moved += decide_left_open(campaign=self.campaign, world=self.world, hours=self.hours, now=at)
            moved += withdraw_stuck(campaign=self.campaign, now=at)
        for worker in self.workers:
            worker.returned = deque(returned_asks(worker.member))
        self.decided = self.campaign.asks.filter(state__in=DECIDED).count()
        self.sweep_at += SWEEP
        return moved > 0


def _expected_time(world: MarkedWorld, people: int) -> timedelta:
    """Author and marker watch each video once, and a few watch it again; the longest part is nobody's to share."""
    watching_s = world.hours * 3600 / STANDARD_COSTS.speed
    longest_s = max(asked[0].duration_ms for asked in world.questions.values() if asked) / 1000
    shared_s = (2.5 * watching_s + A_QUESTION_S * world.size) / people
    return timedelta(seconds=SLACK * shared_s + longest_s)
