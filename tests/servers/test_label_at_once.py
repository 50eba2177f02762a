"""A label in one statement answers and leaves behind what the general road would, or leaves all to it (PostgreSQL)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from annotator.desk.api.requests import Wants
from annotator.desk.api.shapes import claim_body
from annotator.desk.services import working
from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Score, Seat, SeatLoss, SeatState, Share, Standing, WorkEvent
from annotator.scoring.services.labelling import Offered, asked_label, label_at_once
from annotator.scoring.services.scoring import submit_scores
from annotator.seats.services.queue import fill_queue
from annotator.seats.services.superseding import hold_people
from moments.models import CampaignStatus, Clip, Pair
from tests.factories import NOW, entry, opened_campaign, submit
from tests.faults.conftest import waiting_backends
from tests.rig.ports import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.servers]
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
    assert connection.vendor == "postgresql", "run with REELEVANCE_TEST_DATABASE=postgres"
    _, (one, two) = opened_campaign(pairs=40)
    fill_queue(member=one, now=NOW)
    return Scene(one, two, claim_seats(member=one, count=HOLD, now=NOW).seats)


def told(work: Scene, road: Callable[..., Any], **more: Any) -> dict[str, Any]:
    """What one road answers and leaves behind; all of it is taken back."""
    member = fresh(work)
    with transaction.atomic():
        results, claim = road(
            member=member, entries=work.entries, count=work.count, now=LATER, shown=work.shown, **more
        )
        body = claim_body(claim, Wants(["image/webp", "video/mp4"], frozenset(work.known)), news=0)
        left = {
            "seats": list(Seat.objects.order_by("pk").values()),
            "people": list(Membership.objects.order_by("pk").values()),
            "scores": list(without_ids(Score)),
            "events": list(without_ids(WorkEvent)),
            "losses": list(without_ids(SeatLoss)),
        }
        transaction.set_rollback(True)
    return {"quick": isinstance(claim, Offered), "results": results, "body": body, "left": left}


def without_ids(model: Any) -> Any:
    """The rows but for numbers that a sequence gives."""
    names = [one.attname for one in model._meta.concrete_fields if not one.primary_key]
    return model.objects.order_by(*names).values(*names)


def both(work: Scene) -> dict[str, Any]:
    """What the quick road answers, which is what the general one does."""
    quick = told(work, working.label, known=work.known)
    general = told(work, working.score_and_claim)
    was_quick, _ = quick.pop("quick"), general.pop("quick")
    assert quick == general
    return quick | {"quick": was_quick}


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


def told_nothing(work: Scene) -> None:
    work.fields |= {"shown_ms": None, "plays": None, "ago_ms": 0}


def told_too_much(work: Scene) -> None:
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


QUICK = [
    renditions, no_clips_of_some, parked, told_nothing, told_too_much, all_of_it, of_a_clock_behind, shown_before,
    shown_now, known, reserved_alone, gold, repeat, gold_at_the_end, two_wanted, seven_wanted, lambda work: None,
]  # fmt: skip


@pytest.mark.parametrize("change", QUICK)
def test_a_label_in_one_statement_is_what_the_general_road_makes(change) -> None:
    work = scene()
    change(work)
    made = both(work)
    assert made["quick"]
    assert [(result.status, result.relevance) for result in made["results"]] == [("saved", 3)]
    assert len(made["left"]["scores"]) == 1
    assert len(made["body"]["seats"]) == work.count


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


GENERAL = [
    a_known_key, a_resend, a_late_key, a_change, another_value, withdrawn, released, lost, a_colleagues, made_up, wrong,
    paused, not_qualified, nothing_wanted,
]  # fmt: skip


@pytest.mark.parametrize("change", GENERAL)
def test_what_is_not_usual_is_left_to_the_general_road(change) -> None:
    work = scene()
    change(work)
    made = both(work)
    assert not made["quick"]


def held_more(work: Scene) -> None:
    claim_seats(member=work.member, count=9, now=NOW)


def a_short_queue(work: Scene) -> None:
    work.count = 45


@pytest.mark.parametrize("change", [held_more, a_short_queue])
def test_a_score_is_stored_at_once_and_seats_are_claimed_after_it(change) -> None:
    work = scene()
    change(work)
    made = both(work)
    assert not made["quick"]
    assert [result.status for result in made["results"]] == ["saved"]


def fresh(work: Scene) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(pk=work.member.pk)


def at_once(work: Scene, member: Membership) -> Any:
    asked = asked_label(entries=work.entries, count=HOLD)
    assert asked
    return label_at_once(member=member, asked=asked, now=LATER)


def waiting_now() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees who waits once
    return waiting_backends()


@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_lead_or_another_request_leaves_it_to_the_general_road() -> None:
    work = scene()
    member = fresh(work)
    made: list[Any] = []

    def label() -> None:
        made.append(at_once(work, member))
        connection.close()

    thread = threading.Thread(target=label)
    with transaction.atomic():
        hold_people(member.campaign)
        thread.start()
        wait_until("the label behind the lead", waiting_now)
        Pair.objects.filter(pk=work.seats[1].pair_id).update(parked=True)  # it is in the label's queue
    thread.join(20)
    assert made == [None]
    assert not Score.objects.exists()
    assert at_once(work, fresh(work)).submitted.status == "saved"


@pytest.mark.django_db(transaction=True)
def test_one_statement_stores_a_label_and_commits_it(django_assert_num_queries) -> None:
    work = scene()
    at_once(work, fresh(work))
    work.fields["key"], work.seat = "k2", work.seats[1]
    member = fresh(work)
    with django_assert_num_queries(1):
        assert at_once(work, member).submitted.status == "saved"
    connection.close()  # what was not committed goes with it
    assert list(Score.objects.order_by("pk").values_list("key", flat=True)) == ["k", "k2"]
