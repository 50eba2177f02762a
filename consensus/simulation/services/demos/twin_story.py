"""What happened in the demo twins campaign: nobody errs by chance, so that every state is there to be seen."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction

from annotator.models import Membership, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.scoring.selectors.twins import TwinQuestion
from annotator.seats.services.checking import reserve_for
from annotator.seats.services.leasing import MOST_CLAIMED
from annotator.seats.services.seating import release_person
from annotator.twins.tasks import LOOKALIKES, TwinTask
from consensus.simulation.services.twin_acts import TwinPeople, answer_held
from consensus.simulation.services.twin_world import twin_world
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter
from consensus.sweep.services import settle_campaign
from moments.models import Campaign, Twin

TOOK = timedelta(hours=1)
GRACE = timedelta(minutes=2)


class Fate(StrEnum):
    """What has become of a clip."""

    UNJUDGED = "unjudged"  # it waits for two judges
    DISPUTED = "disputed"  # it waits for a third judge
    UNDECIDED = "undecided"  # three judges differ, so it waits for the lead
    UNWRITTEN = "unwritten"  # it waits for somebody who describes it
    RETURNED = "returned"  # its captions are back with their writer
    UNCHECKED = "unchecked"  # its captions wait for a checker
    UNMATCHED = "unmatched"  # a caption waits for somebody who finds its clip among similar ones
    DOUBTED = "doubted"  # its captions came back twice, and fail again, so they wait for the lead
    FINISHED = "finished"  # as far as its movement goes: accepted or dropped


def _people(*, temporal_error: float = 0, backward_error: float = 0, silent: float = 0) -> TwinPeople:
    judge = TwinJudge(temporal_error, backward_error, forward_error=0, criterion_error=0)
    return TwinPeople(judge, TwinWriter(silent), TwinChecker(skill=1, honest=1))


CAREFUL = _people()
DOUBTING = _people(backward_error=1)  # finds the reverse of real movements unreal
HASTY = _people(temporal_error=1)  # sees no direction
VAGUE = _people(silent=1)  # writes nothing of the direction

DISAGREED = (Fate.DISPUTED, Fate.UNDECIDED)
JUDGED = tuple(fate for fate in Fate if fate is not Fate.UNJUDGED)
PLAIN = (Fate.FINISHED, Fate.UNCHECKED, Fate.UNMATCHED)
Acts = Mapping[str, Mapping[Fate, TwinPeople]]
"""How the clips of each fate are answered, by the task of the seat; others are left as they are."""


@transaction.atomic
def play_twin_story(
    *, campaign: Campaign, fates: Mapping[int, Fate], writer: Membership, others: Sequence[Membership], now: datetime
) -> None:
    """Play it whole or not at all, in the hour before `now`, for the person who writes and signs in, and four
    others. `fates` are by the `desc_id` of the forward moment.
    """
    one, two, three, four = others
    writers = {Fate.RETURNED: writer, Fate.DOUBTED: three}
    story = _Story(campaign, fates, (writer, *others), writers, now - TOOK)
    careful: dict[Fate, TwinPeople] = dict.fromkeys(JUDGED, CAREFUL)
    story.act(one, {TwinTask.JUDGE: careful})
    story.act(two, {TwinTask.JUDGE: {**careful, **dict.fromkeys(DISAGREED, DOUBTING)}})
    story.settle()
    story.act(writer, {TwinTask.CAPTION: {Fate.RETURNED: VAGUE}})
    described = {**dict.fromkeys(PLAIN, CAREFUL), Fate.DOUBTED: VAGUE}
    story.act(three, {TwinTask.JUDGE: {Fate.UNDECIDED: HASTY}, TwinTask.CAPTION: described})
    story.settle()
    checked = dict.fromkeys((Fate.FINISHED, Fate.UNMATCHED, Fate.RETURNED, Fate.DOUBTED), CAREFUL)
    among_similar = {LOOKALIKES: {Fate.FINISHED: CAREFUL}}
    for checker in (four, one, two):
        story.act(checker, {TwinTask.ASSIGN: checked, **among_similar})
        story.settle()
        story.act(three, {TwinTask.CAPTION: {Fate.DOUBTED: VAGUE}})
        story.settle()


class _Story:
    def __init__(
        self,
        campaign: Campaign,
        fates: Mapping[int, Fate],
        people: Sequence[Membership],
        writers: Mapping[Fate, Membership],
        clock: datetime,
    ) -> None:
        self.campaign, self.people, self.writers, self.clock = campaign, people, writers, clock
        self.draw = random.Random(campaign.seed)
        self.world = twin_world(campaign)
        moments = Twin.objects.filter(forward__campaign=campaign).values_list("forward", "forward__desc_id")
        self.fates = {moment: fates[desc_id] for moment, desc_id in moments}

    def act(self, person: Membership, acts: Acts) -> None:
        """The person answers what they may of the clips and tasks that are named, and lets go of the rest."""

        def people(clip: int, question: TwinQuestion) -> TwinPeople | None:
            task = LOOKALIKES if question.asks_lookalikes else question.task
            return acts.get(task, {}).get(self.fates[clip])

        answered = answer_held(
            person=person, count=MOST_CLAIMED, world=self.world, people=people, draw=self.draw, now=self.clock
        )
        self.clock += timedelta(seconds=answered.seconds)
        release_person(member=person)

    def settle(self) -> None:
        """A sweep after the grace period; of what it reserves, people keep only captions that came back to them."""
        self.clock += GRACE
        settle_campaign(campaign=self.campaign, now=self.clock)
        for person in self.people:
            release_person(member=person)
        again = Seat.objects.filter(LIVE_CAMPAIGN, campaign=self.campaign, state=SeatState.OPEN, attempt__gt=1)
        returned = again.filter(pair__query__query_id=TwinTask.CAPTION.query_id).select_related("pair")
        seats = [(seat, self.writers[self.fates[seat.pair.moment_id]].pk) for seat in returned]
        reserve_for(seats=seats, now=self.clock)
