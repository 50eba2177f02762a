"""verify_campaign finds each breach; constraints are lifted to plant them."""

from datetime import timedelta

import pytest
from django.db import connection

from annotator.guards import SCALE_GUARDS, SEAT_GUARDS
from annotator.models import Purpose, Role, Score, Seat, SeatState, Share
from consensus.models import Verdict
from consensus.verify.selectors.invariants import breaches
from moments.database.guards import LEDGER_GUARDS, lay_guards, lift_guards
from moments.models import Campaign, LedgerEntry, LedgerHead
from tests.built_once import built_once
from tests.factories import NOW, make_member, make_sitting, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db(transaction=True)


@built_once
def three_pairs() -> Campaign:
    """Two pairs agreed on, one pair scored and not settled."""
    campaign, members = opened_campaign(pairs=3)
    campaign.pairs.filter(rank=3).update(parked=True)
    score_all(members, 2)
    settle(campaign)
    campaign.pairs.filter(rank=3).update(parked=False)
    return campaign


@pytest.fixture
def campaign():
    """Three pairs, without the guards."""
    campaign = three_pairs()
    lift_guards(connection, LEDGER_GUARDS + SEAT_GUARDS)
    yield campaign
    lay_guards(connection, LEDGER_GUARDS + SEAT_GUARDS)


@pytest.fixture
def lifted(campaign):
    """Lifts constraints of a model for one test and puts them back on emptied tables."""
    removed = []

    def lift(model, *names: str) -> None:
        constraints = [constraint for constraint in model._meta.constraints if constraint.name in names]
        assert len(constraints) == len(names)
        removed.extend((model, constraint) for constraint in constraints)
        with connection.schema_editor() as editor:
            for constraint in constraints:
                editor.remove_constraint(model, constraint)

    yield lift
    for model, constraint in removed:
        Verdict.objects.all().delete()
        Score.objects.all().delete()
        Seat.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(model, constraint)


def found(campaign, *, after_s: int = 600) -> list[str]:
    return list(breaches(campaign, now=NOW + timedelta(seconds=after_s), sweep_s=5))


def test_a_sound_campaign_has_none(campaign) -> None:
    assert found(campaign) == []


@pytest.fixture
def unchecked():
    """Check constraints of the scores do not hold."""
    if connection.vendor == "sqlite":
        statements = ["PRAGMA ignore_check_constraints = ON", "PRAGMA ignore_check_constraints = OFF"]
    else:
        check = "CHECK (relevance >= 0 AND relevance <= 6) NOT VALID"
        statements = [
            "ALTER TABLE annotator_score DROP CONSTRAINT score_range",
            f"ALTER TABLE annotator_score ADD CONSTRAINT score_range {check}",
        ]
    lift_guards(connection, SCALE_GUARDS)
    with connection.cursor() as cursor:
        cursor.execute(statements[0])
    yield
    lay_guards(connection, SCALE_GUARDS)
    with connection.cursor() as cursor:
        cursor.execute(statements[1])


def test_a_score_outside_the_scale(campaign, unchecked) -> None:
    score = Score.objects.filter(seat__pair__rank=1).first()
    Score.objects.filter(pk=score.pk).update(relevance=9)
    others = [other.relevance for other in Score.objects.filter(seat__pair__rank=1).order_by("seat__number")]
    assert found(campaign) == [
        f"I1: score {score.pk} is outside 0 to 4",
        f"I4: the verdict on pair 1 does not follow from its scores {others}",
    ]


def test_a_scored_seat_without_a_score(campaign) -> None:
    seat = Seat.objects.filter(state=SeatState.SETTLED).first()
    Score.objects.filter(seat=seat).delete()
    assert found(campaign)[0] == f"I1: seat {seat.pk} counts as scored, but its annotator has no current score on it"


def test_a_score_on_a_seat_that_waits(campaign) -> None:
    seat = Seat.objects.filter(state=SeatState.SETTLED).first()
    Seat.objects.filter(pk=seat.pk).update(state=SeatState.HELD)
    assert f"I1: seat {seat.pk} has a score but counts as unscored" in found(campaign)


def test_two_current_scores_on_a_seat(campaign, lifted) -> None:
    lifted(Score, "score_current_once")
    score = Score.objects.first()
    Score.objects.create(
        seat=score.seat,
        annotator=score.annotator,
        key="second",
        relevance=2,
        saved_at=NOW,
        worked_at=NOW,
        changeable_until=NOW,
    )
    assert found(campaign)[0] == f"I2: seat {score.seat_id} has 2 current scores"


def test_a_third_seat_in_a_round(campaign, lifted) -> None:
    lifted(Seat, "seat_place_once")
    seat = Seat.objects.filter(pair__rank=1, number=1).get()
    Seat.objects.create(campaign=campaign, pair=seat.pair, round=1, number=1)
    assert "I2: pair 1 attempt 1 has 3 seats in round 1" in found(campaign)


def test_a_person_twice_on_a_pair(campaign, lifted) -> None:
    lifted(Seat, "seat_person_once_a_pair")
    seat = Seat.objects.filter(pair__rank=1, number=1).get()
    Seat.objects.create(
        campaign=campaign, pair=seat.pair, round=2, number=1, annotator=seat.annotator, state=SeatState.HELD
    )
    worker = seat.annotator.pseudonym
    assert f"I3: person {worker} has 2 seats on pair 1 attempt 1" in found(campaign)


def test_a_lead_on_a_seat(campaign) -> None:
    lead = make_member(campaign, role=Role.LEAD)
    pair = campaign.pairs.get(rank=3)
    Seat.objects.create(campaign=campaign, pair=pair, round=2, number=1, annotator=lead, state=SeatState.HELD)
    assert f"I3: {lead.pseudonym} is not an annotator of the campaign but has a seat on pair 3" in found(campaign)


def test_a_pair_met_in_the_exam(campaign) -> None:
    seat = Seat.objects.filter(pair__rank=1, number=1).get()
    Seat.objects.create(
        campaign=campaign,
        pair=seat.pair,
        round=1,
        number=1,
        annotator=seat.annotator,
        state=SeatState.SETTLED,
        purpose=Purpose.EXAM,
        sitting=make_sitting(seat.annotator),
        superseded=True,
    )
    assert (
        f"I3: {seat.annotator.pseudonym} has a seat on pair 1, "
        "which they saw in the exam, as gold, in a study or in a pilot" in found(campaign)
    )


def test_a_verdict_that_does_not_follow(campaign) -> None:
    Verdict.objects.filter(pair__rank=1).update(relevance=4)
    assert found(campaign) == ["I4: the verdict on pair 1 does not follow from its scores [2, 2]"]


def test_a_complete_round_that_nothing_followed(campaign) -> None:
    seats = Seat.objects.filter(pair__rank=1)
    Verdict.objects.filter(pair__rank=1).delete()
    seats.update(state=SeatState.SCORED)
    assert "I4: round 1 of pair 1 is complete, but nothing followed" in found(campaign)


def test_a_pair_without_an_exit(campaign) -> None:
    Verdict.objects.filter(pair__rank=1).delete()
    assert "I5: pair 1 is undecided, but none of its seats is waiting for a score" in found(campaign)


def test_an_altered_ledger_entry(campaign) -> None:
    entry = LedgerEntry.objects.filter(kind="pair_verdict").first()
    LedgerEntry.objects.filter(pk=entry.pk).update(payload=entry.payload.replace('"relevance":2', '"relevance":4'))
    assert found(campaign) == [f"I8: ledger entry {entry.number} was altered"]


def test_a_ledger_cut_short(campaign) -> None:
    last = LedgerEntry.objects.latest("number")
    last.delete()
    length = LedgerHead.objects.get(campaign=campaign).length
    assert f"I8: the ledger holds {length - 1} entries, but its head says {length}" in found(campaign)


def test_a_verdict_that_the_ledger_does_not_know(campaign) -> None:
    Verdict.objects.filter(pair__rank=1).delete()
    pair = campaign.pairs.get(rank=3)
    Verdict.objects.create(
        pair=pair,
        attempt=1,
        kind="withdrawn",
        protocol=campaign.protocols.get(),
        actor="x",
        decided_at=NOW,
    )
    assert "I8: the verdict on pair 3 is in no ledger entry" in found(campaign)


def test_open_seats_that_nobody_would_be_given(campaign):
    opened = Seat.objects.filter(state=SeatState.SETTLED, share__number=1).first()
    Seat.objects.filter(pk=opened.pk).update(state=SeatState.OPEN, annotator=None)
    assert f"I5: seat {opened.pk} is open in a share that nobody who could score it can take" in found(campaign)
    Share.objects.filter(number=2).update(annotator=None)
    Share.objects.filter(number=1).update(annotator=None)
    assert not [line for line in found(campaign) if line.startswith("I5: seat")]


def test_shares_that_say_wrongly_who_is_beside_them(campaign):
    first, second = Share.objects.order_by("number")
    assert first.beside == second.annotator is not None
    Share.objects.filter(pk=first.pk).update(beside=first.annotator)
    Share.objects.filter(pk=second.pk).update(beside=None)
    assert [line for line in found(campaign) if line.startswith("I5: share")] == [
        f"I5: share {number} of batch {first.batch_id} names the wrong person for the other share" for number in (1, 2)
    ]
    Share.objects.update(annotator=None)
    Share.objects.filter(pk=first.pk).update(beside=first.annotator)
    assert [line for line in found(campaign) if line.startswith("I5: share")] == [
        f"I5: share 1 of batch {first.batch_id} names the wrong person for the other share"
    ]
