"""A label: what becomes of a score and which seats come next, whatever is unusual about either."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from annotator.desk.api.requests import Wants
from annotator.desk.api.shapes import claim_body
from annotator.desk.services.claiming import Claim, claim_seats
from annotator.desk.services.working import score_and_claim
from annotator.models import Membership, Score, Seat, SeatLoss, SeatState, Share, Standing, WorkEvent
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from annotator.seats.services.queue import fill_queue
from moments.models import CampaignStatus, Clip, Pair
from tests.factories import NOW, entry, opened_campaign, submit

pytestmark = pytest.mark.django_db
HOLD = 3
LATER = NOW + timedelta(seconds=9.25)


@dataclass
class Scene:
    """A person who holds three seats and has more queued; a colleague; and what is sent."""

    member: Membership
    colleague: Membership
    seats: list[Seat]
    fields: dict[str, Any] = field(default_factory=lambda: {"key": "k", "shown_ms": 900, "ago_ms": 300, "plays": 2})
    seat: Seat | None = None
    relevance: int = 3
    count: int = HOLD
    shown: list[Any] = field(default_factory=list)
    known: list[Any] = field(default_factory=list)

    @property
    def entries(self) -> list[dict[str, object]]:
        return [entry(self.seat or self.seats[0], self.relevance, **self.fields)]


def scene() -> Scene:
    _, (one, two) = opened_campaign(pairs=40)
    fill_queue(member=one, now=NOW)
    return Scene(one, two, claim_seats(member=one, count=HOLD, now=NOW).seats)


def labelled(work: Scene) -> tuple[list[Submitted], Claim]:
    """What the person's request answers."""
    member = Membership.objects.select_related("campaign", "user").get(pk=work.member.pk)
    return score_and_claim(member=member, entries=work.entries, count=work.count, now=LATER, shown=work.shown)


def renditions(work: Scene) -> None:
    """Each moment has three clips, of which one is not ready."""
    for clip in list(Clip.objects.all()):
        values = {"moment": clip.moment, "state": "ready", "width": 64, "height": 36, "frames": 3, "seconds": 1.5}
        Clip.objects.create(**values, rendition="mp4", size=90)
        Clip.objects.create(**values | {"state": "pending"}, rendition="webp", size=10)


def no_clips_of_some(work: Scene) -> None:
    Clip.objects.filter(moment__pairs__seats__in=work.seats[1:2]).update(state="failed")


def parked(work: Scene) -> None:
    Pair.objects.filter(pk=work.seats[2].pair_id).update(parked=True)


def nothing_shown(work: Scene) -> None:
    work.fields |= {"shown_ms": None, "plays": None, "ago_ms": 0}


def too_much_shown(work: Scene) -> None:
    work.fields |= {"shown_ms": 2**31 - 1, "plays": 10**6, "ago_ms": 10**9}


def all_of_it(work: Scene) -> None:
    work.fields |= {"shown_ms": 9250, "ago_ms": 9250}


def of_a_clock_behind(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(held_at=LATER + timedelta(seconds=30))


def shown_before(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(shown_at=NOW + timedelta(seconds=1))


def shown_now(work: Scene) -> None:
    work.shown = [seat.public_id for seat in work.seats] + [uuid4()]


def known(work: Scene) -> None:
    work.known = [seat.public_id for seat in work.seats]


def reserved_alone(work: Scene) -> None:
    work.seat = Seat.objects.filter(annotator=work.member, state=SeatState.RESERVED).order_by("position")[4]


def gold(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(purpose="gold", share=None)
    Pair.objects.filter(pk=work.seats[0].pair_id).update(batch=None)


def repeat(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(purpose="repeat", share=None)


def gold_at_the_end(work: Scene) -> None:
    gold(work)
    Seat.objects.filter(pk=work.seats[0].pk).update(position=10**6)


def two_wanted(work: Scene) -> None:
    work.count = 2


def seven_wanted(work: Scene) -> None:
    work.count = 7


def held_more(work: Scene) -> None:
    claim_seats(member=work.member, count=9, now=NOW)


def a_short_queue(work: Scene) -> None:
    work.count = 45


USUAL = [
    renditions, no_clips_of_some, parked, nothing_shown, too_much_shown, all_of_it, of_a_clock_behind, shown_before,
    shown_now, known, reserved_alone, gold, repeat, gold_at_the_end, lambda work: None,
]  # fmt: skip
NUMBERS = [(two_wanted, 2), (seven_wanted, 7), (held_more, 8), (a_short_queue, 19)]


@pytest.mark.parametrize(("change", "seats"), [*((change, HOLD) for change in USUAL), *NUMBERS])
def test_a_label_is_stored_and_the_next_seats_are_delivered(change, seats) -> None:
    work = scene()
    change(work)
    scored = (work.seat or work.seats[0]).pk
    results, claim = labelled(work)
    assert [(result.status, result.relevance) for result in results] == [("saved", 3)]
    assert list(Score.objects.values_list("seat", "relevance", "saved_at")) == [(scored, 3, LATER)]
    assert len(claim.seats) == seats
    delivered = Seat.objects.filter(pk__in=[seat.pk for seat in claim.seats]).values_list("state", "annotator")
    assert list(delivered) == [("held", work.member.pk)] * seats
    body = claim_body(claim, Wants(["image/webp", "video/mp4"], frozenset(work.known)), kind="grade", news=0)
    assert [one["id"] for one in body["seats"]] == [str(seat.public_id) for seat in claim.seats]
    assert [len(one) for one in body["seats"]].count(1) == len(work.known[1:])  # of these the id is all


def a_known_key(work: Scene) -> None:
    submit(work.member, work.seats[1], 1, key="k", now=NOW)


def a_resend(work: Scene) -> None:
    submit_scores(member=work.member, entries=work.entries, now=NOW)


def a_late_key(work: Scene) -> None:
    lost = work.seats[1]
    WorkEvent.objects.create(annotator=work.member, kind="late", key="k", seat=lost, worked_at=NOW)


def a_change(work: Scene) -> None:
    submit(work.member, work.seats[0], 1, key="first", now=NOW)
    work.fields["replaces"] = "first"


def withdrawn(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(superseded=True)


def released(work: Scene) -> None:
    Seat.objects.filter(pk=work.seats[0].pk).update(state=SeatState.RELEASED)


def another_value(work: Scene) -> None:
    submit(work.member, work.seats[0], 1, key="first", now=NOW)


def lost(work: Scene) -> None:
    seat = Seat.objects.filter(pk=work.seats[0].pk)
    SeatLoss.objects.create(seat=work.seats[0], annotator=work.member, held_at=NOW)
    Share.objects.filter(annotator=work.member).update(annotator=work.colleague)
    seat.update(annotator=work.colleague, held_at=None, state=SeatState.RESERVED)


def a_colleagues(work: Scene) -> None:
    work.seat = claim_seats(member=work.colleague, count=1, now=NOW).seats[0]


def made_up(work: Scene) -> None:
    work.seat = Seat(public_id=uuid4())


def wrong(work: Scene) -> None:
    work.relevance = 9


def paused(work: Scene) -> None:
    work.member.campaign.status = CampaignStatus.PAUSED
    work.member.campaign.save()


def not_qualified(work: Scene) -> None:
    Membership.objects.filter(pk=work.member.pk).update(standing=Standing.WAITING)


def nothing_wanted(work: Scene) -> None:
    work.count = 0


# What is answered: status, code, stored value; how many scores there are afterwards, and how many seats.
UNUSUAL = [
    (a_known_key, ("duplicate", None, 1), 1, 3),
    (a_resend, ("duplicate", None, 3), 1, 3),
    (a_late_key, ("refused", "withdrawn", None), 0, 3),
    (a_change, ("changed", None, 3), 2, 3),
    (another_value, ("refused", "other_value", 1), 1, 3),
    (withdrawn, ("refused", "withdrawn", None), 0, 3),
    (released, ("refused", "withdrawn", None), 0, 3),
    (lost, ("refused", "reassigned", None), 0, 3),
    (a_colleagues, ("refused", "bad_entry", None), 0, 3),
    (made_up, ("refused", "bad_entry", None), 0, 3),
    (wrong, ("refused", "bad_entry", None), 0, 3),
    (paused, ("saved", None, 3), 1, 0),
    (not_qualified, ("saved", None, 3), 1, 0),
    (nothing_wanted, ("saved", None, 3), 1, 2),
]


@pytest.mark.parametrize(("change", "answer", "scores", "seats"), UNUSUAL)
def test_what_is_unusual_about_a_label_is_answered_by_its_name(change, answer, scores, seats) -> None:
    work = scene()
    change(work)
    (result,), claim = labelled(work)
    assert (result.status, result.code, result.relevance) == answer
    assert (Score.objects.count(), len(claim.seats)) == (scores, seats)
