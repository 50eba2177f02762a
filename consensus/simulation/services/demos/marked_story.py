"""What happened in the demo marking campaign: nobody errs by chance, so that every state is there to be seen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction

from annotator.asking.selectors.asks import returned_asks
from annotator.asking.selectors.videos import proxies
from annotator.asking.services.beginning import begin_writing
from annotator.asking.services.finishing import finish_video
from annotator.desk.selectors.questions import questions_of
from annotator.desk.services.claiming import claim_seats
from annotator.marking.segments import Marking, Segment
from annotator.models import Membership
from annotator.seats.services.seating import release_person
from consensus.marking.ruling import Piece, PieceAnswer
from consensus.simulation.marking.costs import STANDARD_COSTS
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.world import TrueQuestion
from consensus.simulation.services.marked_world import MarkedWorld
from consensus.simulation.services.marking_acts import (
    answer_pieces,
    asked_pieces,
    mark_seat,
    submit_again,
    watch,
    write_question,
)
from consensus.sweep.services import settle_campaign
from moments.clips.selectors.whole_videos import video_key
from moments.models import Campaign

TOOK = timedelta(hours=2)
GRACE = timedelta(minutes=2)
CLAIMED = 20
CAREFUL = MarkingPerson(250, miss=0, split=0, extra=0, wrong=0)
ELSEWHERE_MS = 2_600


class Fate(StrEnum):
    """What becomes of a question once it is written."""

    AGREED = "agreed"
    SETTLED = "settled"  # a third annotator decides
    DISPUTED = "disputed"  # it waits for a third annotator
    UNDECIDED = "undecided"  # the third annotator cannot decide, so it waits for the lead
    RETURNED = "returned"  # the marker finds no answer
    UNMARKED = "unmarked"  # it waits for a marker


DISPUTES = (Fate.SETTLED, Fate.DISPUTED, Fate.UNDECIDED)
FIRST = (*[Fate.AGREED] * 6, Fate.SETTLED, Fate.DISPUTED, Fate.RETURNED)
SECOND = (*[Fate.AGREED] * 5, Fate.SETTLED, Fate.UNDECIDED, Fate.DISPUTED, Fate.RETURNED)
THIRD = (Fate.UNMARKED,) * 3


@transaction.atomic
def play_story(
    *,
    campaign: Campaign,
    world: MarkedWorld,
    author: Membership,
    marker: Membership,
    others: Sequence[Membership],
    now: datetime,
) -> None:
    """Play it whole or not at all, in the two hours before `now`, for two people who sign in and four others.

    Of four videos two are marked, three questions of the third wait for a marker, and the fourth is nobody's yet.
    The author has a question back; third annotators, the lead and markers each have something to do.
    """
    one, two, three, four = others
    story = _Story(campaign, world, (author, marker, *others), now - TOOK)
    story.write(author, FIRST)
    story.mark(one)
    story.write(two, SECOND)
    story.mark(marker)
    story.settle()
    story.answer_pieces(three)
    story.settle()
    story.write_again(two)
    story.write(four, THIRD)
    story.settle()


class _Story:
    def __init__(self, campaign: Campaign, world: MarkedWorld, people: Sequence[Membership], clock: datetime) -> None:
        self.campaign, self.world, self.people, self.clock = campaign, world, people, clock
        self.draw = random.Random(campaign.seed)
        self.fates: dict[str, Fate] = {}
        self.keys = {video: video_key(clip.moment_id) for video, clip in proxies(world.questions).items()}

    def write(self, person: Membership, fates: Sequence[Fate]) -> None:
        """The person watches a video, asks a question of each fate about it, and finishes it."""
        viewing = begin_writing(member=person, now=self.clock)
        assert viewing is not None  # the campaign is open, and has a video for each of the authors
        video = viewing.share.batch.video_id
        assert video is not None
        questions = self.world.questions[video]
        self._watch(person, video, questions[0].duration_ms)
        for question, fate in zip(questions, fates, strict=False):
            marking = CAREFUL.ask(question, self.draw)
            spent_s = STANDARD_COSTS.question_s + STANDARD_COSTS.marking_s(marking.segments)
            self._wait(spent_s)
            write_question(
                author=person, key=self.keys[video], question=question, marking=marking, spent_s=spent_s, now=self.clock
            )
            self.fates[question.text] = fate
        finish_video(member=person, now=self.clock)

    def mark(self, person: Membership) -> None:
        """The person gets the video's questions, watches it once and marks them all."""
        seats = claim_seats(member=person, count=CLAIMED, now=self.clock).seats
        self._watch(person, seats[0].pair.moment.video_id, self.world.of_pair(seats[0].pair).duration_ms)
        for seat in seats:
            marking = self._marked(self.world.of_pair(seat.pair))
            spent_s = STANDARD_COSTS.marking_s(marking.segments)
            self._wait(spent_s)
            mark_seat(person=person, seat=seat, marking=marking, spent_s=spent_s, now=self.clock)

    def answer_pieces(self, person: Membership) -> None:
        """The person answers the pieces of the questions that do not wait for a third annotator."""
        seats = claim_seats(member=person, count=CLAIMED, now=self.clock).seats
        asked = questions_of(seats)
        for seat in seats:
            question = self.world.of_pair(seat.pair)
            fate = self.fates[question.text]
            if fate == Fate.DISPUTED:
                continue
            pieces = asked_pieces(asked[seat.pk])
            answers = [(piece, self._answer(piece, question, fate)) for piece in pieces]
            spent_s = sum(STANDARD_COSTS.piece_answer_s(piece.span, answer) for piece, answer in answers)
            self._wait(spent_s)
            answer_pieces(person=person, seat=seat, answers=answers, spent_s=spent_s, now=self.clock)

    def write_again(self, person: Membership) -> None:
        """The person submits what came back, which waits for another marker then."""
        for ask in returned_asks(person):
            self._wait(STANDARD_COSTS.question_s)
            submit_again(author=person, ask=ask, spent_s=STANDARD_COSTS.question_s, now=self.clock)

    def settle(self) -> None:
        """A sweep after the grace period; what it reserves for somebody is open to all again."""
        self.clock += GRACE
        settle_campaign(campaign=self.campaign, now=self.clock)
        for person in self.people:
            release_person(member=person)

    def _marked(self, question: TrueQuestion) -> Marking:
        fate = self.fates[question.text]
        if fate == Fate.RETURNED:
            return Marking()
        marking = CAREFUL.mark(question, self.draw)
        if fate not in DISPUTES:
            return marking
        *kept, last = marking.segments
        return Marking(tuple(kept) if kept else (_elsewhere(last, question.duration_ms),))

    def _answer(self, piece: Piece, question: TrueQuestion, fate: Fate) -> PieceAnswer:
        return None if fate == Fate.UNDECIDED else CAREFUL.answer(piece, question, self.draw)

    def _watch(self, person: Membership, video: int, duration_ms: int) -> None:
        self._wait(duration_ms / 1000 / STANDARD_COSTS.speed)
        watch(person=person, key=self.keys[video], stretch=(0, duration_ms), now=self.clock)

    def _wait(self, seconds: float) -> None:
        self.clock += timedelta(seconds=seconds)


def _elsewhere(segment: Segment, duration_ms: int) -> Segment:
    """The segment moved by more than the rules forgive, within the video."""
    moved = ELSEWHERE_MS if segment.end_ms + ELSEWHERE_MS <= duration_ms else -ELSEWHERE_MS
    return Segment(segment.start_ms + moved, segment.end_ms + moved)
