import json
from datetime import timedelta

import pytest

from annotator.models import Seat, SeatLoss, Share, Standing
from annotator.seats.services.reassigning import reassign_seats, release_seats
from consensus.verify.selectors.invariants import breaches
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, claim, make_member, opened_campaign, score_all, settle, submit

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=1)


def give(member, to, **fields):
    return reassign_seats(member=member, to=to, **{"reason": "ill", "now": NOW, "actor": "L1", **fields})


def waiting(member):
    return Seat.objects.filter(annotator=member, state__in=["reserved", "held"]).count()


def scene(people=3, **fields):
    """One or two queries of four pairs; the first person has a share in the queue and holds two seats of it."""
    campaign, members = opened_campaign(people=people, pairs=4, **fields)
    held = claim(members[0], 2)
    return campaign, members, held


def test_a_share_goes_whole_and_keeps_two_people_on_the_batch():
    campaign, (one, two, three), _ = scene()
    claim(two, 1)
    done = give(one, three)
    assert (done.seats, done.skipped) == (4, 0)
    assert (waiting(one), waiting(three)) == (0, 4)
    assert set(Share.objects.values_list("annotator", flat=True)) == {two.pk, three.pk}
    score_all([one, two, three], 3)
    settle(campaign)
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []
    entry = LedgerEntry.objects.get(kind="seats_reassigned")
    assert json.loads(entry.payload) == {
        "person": one.pseudonym,
        "to": three.pseudonym,
        "seats": 4,
        "skipped": 0,
        "reason": "ill",
    }


def test_pairs_that_the_other_has_met_stay():
    _, (one, two, _), _ = scene()
    claim(two, 1)  # the other share: two sits on every pair already
    done = give(one, two)
    assert (done.seats, done.skipped) == (0, 4)
    assert waiting(one) == 4


def test_scored_seats_stay_and_the_rest_of_the_share_goes():
    campaign, (one, _, three), held = scene()
    submit(one, held[0], 2)
    assert give(one, three).seats == 3
    assert Seat.objects.get(pk=held[0].pk).annotator == one
    score_all(list(campaign.members.all()), 3)
    settle(campaign)
    assert list(breaches(campaign, now=LATER, sweep_s=5)) == []


def test_only_the_query_asked_for_goes():
    campaign, members = opened_campaign(people=3, queries=2, pairs=4)
    one, _, three = members
    claim(one, 6)
    query = campaign.queries.get(query_id=1)
    before = Seat.objects.filter(annotator=one, pair__query=query).count()
    assert give(one, three, query=query).seats == before == 4
    assert waiting(one) == 4
    assert LedgerEntry.objects.get(kind="seats_reassigned").query_id == 1


def test_a_late_score_of_a_seat_that_went_counts_as_reassigned_and_is_paid():
    _, (one, _, three), held = scene()
    give(one, three)
    answer = submit(one, held[0], 3)
    assert (answer.status, answer.code) == ("refused", "reassigned")
    assert SeatLoss.objects.filter(annotator=one).count() == 2
    assert waiting(three) == 4


def test_released_seats_are_everybodys():
    _, (one, two, three), held = scene()
    assert release_seats(member=one, reason="away", now=NOW, actor="L1") == 4
    assert waiting(one) == 0
    assert len(claim(two, 4)) == 4
    assert len(claim(three, 4)) == 4
    assert submit(one, held[0], 3).code == "reassigned"
    assert json.loads(LedgerEntry.objects.get(kind="seats_released").payload)["seats"] == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"reason": ""}, "reason: give a reason"),
        ({"to": "self"}, "another person"),
        ({"to": "training"}, "is not qualified"),
        ({"query": "other"}, ".* no longer has any waiting seats on this query"),
    ],
)
def test_refusals_change_nothing(change, message):
    campaign, (one, two, three), _ = scene()
    training = make_member(campaign, standing=Standing.TRAINING)
    to = {"self": one, "training": training}.get(change.get("to"), three)
    query = campaign.queries.first() if "query" in change else None
    if query:
        release_seats(member=one, reason="x", now=NOW, actor="L1")
    with pytest.raises(BadInput, match=message):
        give(one, to, reason=change.get("reason", "ill"), query=query)
    assert not LedgerEntry.objects.filter(kind="seats_reassigned").exists()
