"""Deciding many batches at once: the same as one by one, in few statements."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Purpose, Seat, SeatState, Share, Standing
from annotator.seats.services.standings import set_standing
from consensus.models import BatchReview, Decision
from consensus.queries.services.editing import retire_query
from consensus.review.selectors import pending_among
from consensus.review.services.following import Followed, follow_suggestions
from consensus.review.services.reviewing import decide_batch, decide_batches
from consensus.verify.selectors.invariants import breaches
from moments.models import LedgerEntry
from tests.console.scenes import annotators, reviewed_scene
from tests.factories import NOW, claim, make_campaign, study_for

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=10)


@pytest.fixture
def campaign():
    """Four batches of two people in review, each to be extended."""
    campaign = reviewed_scene(queries=4)
    BatchReview.objects.update(advice="extend")
    return campaign


def reviews_of(campaign):
    return pending_among(campaign, list(BatchReview.objects.order_by("pk").values_list("pk", flat=True)))


def follow(campaign, reviews):
    pks = [review.pk for review in reviews]
    return follow_suggestions(campaign=campaign, reviews=pks, actor="1234", note="as suggested", now=LATER)


def test_the_people_of_each_query_have_its_next_batch_in_their_queues(campaign):
    assert follow(campaign, reviews_of(campaign)) == Followed(4, 0, 0)
    second = Share.objects.filter(batch__number=2)
    assert set(second.values_list("annotator", flat=True)) == {member.pk for member in annotators(campaign)}
    for member in annotators(campaign):
        queued = Seat.objects.filter(annotator=member, state=SeatState.RESERVED, pair__batch__number=2)
        assert len(set(queued.values_list("position", flat=True))) == queued.count() == 12
        assert {seat.pair.rank for seat in claim(member, 12)} == {4, 5, 6}
    assert not list(breaches(campaign, now=LATER + timedelta(hours=1), sweep_s=5))


def test_a_pair_that_was_met_in_a_study_leaves_both_shares_of_the_next_batch(campaign):
    one, two = annotators(campaign)
    set_standing(member=two, standing=Standing.SUSPENDED, now=LATER, actor="test")
    met = campaign.pairs.get(query=BatchReview.objects.first().batch.query, rank=5)
    Seat.objects.create(
        campaign=campaign, pair=met, annotator=one, purpose=Purpose.STUDY, study=study_for(one, Purpose.STUDY),
        state=SeatState.HELD, round=1, number=1,
    )  # fmt: skip
    follow(campaign, reviews_of(campaign))
    open_seats = Seat.objects.filter(pair__batch__number=2, state=SeatState.OPEN)
    assert open_seats.filter(share=None, pair=met).count() == 2 == open_seats.filter(pair=met).count()
    assert open_seats.filter(share__beside=one).count() == 11
    assert not list(breaches(campaign, now=LATER, sweep_s=5))


def test_three_extensions_take_as_many_statements_as_one(campaign):
    first, *rest = reviews_of(campaign)
    counts = []
    for chosen in ([first], rest):
        with CaptureQueriesContext(connection) as asked:
            follow(campaign, chosen)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_one_decided_meanwhile_keeps_its_decision_and_opens_nothing_twice(campaign):
    reviews = reviews_of(campaign)
    decide_batch(review=reviews_of(campaign)[0], decision=Decision.CLOSE, actor="other", note="", now=LATER)
    decisions = dict.fromkeys(reviews, Decision.EXTEND)
    decided = decide_batches(campaign=campaign, decisions=decisions, actor="1234", note="", now=LATER)
    assert decided == reviews[1:]
    assert BatchReview.objects.get(pk=reviews[0].pk).actor == "other"
    assert campaign.batches.filter(number=2).count() == 3
    assert LedgerEntry.objects.filter(kind="batch_decided", actor="1234").count() == 3


def test_what_cannot_be_extended_waits_on(campaign):
    reviews = reviews_of(campaign)
    stale = reviews[0].batch
    stale.query.pairs.filter(batch=None).delete()
    assert follow(campaign, reviews) == Followed(3, 0, 1)
    assert BatchReview.objects.get(pk=reviews[0].pk).decision == ""


def test_a_query_retired_meanwhile_is_left_alone(campaign):
    reviews = reviews_of(campaign)
    retire_query(query=reviews[0].batch.query, actor="other", reason="twice", now=LATER)
    decisions = dict.fromkeys(reviews, Decision.EXTEND)
    assert len(decide_batches(campaign=campaign, decisions=decisions, actor="1234", note="", now=LATER)) == 3


def test_nothing_is_decided_of_nothing():
    assert follow(make_campaign("empty"), []) == Followed(0, 0, 0)
