"""What migrations do with rows that are there already."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from annotator.guards import SHARE_UPKEEP
from annotator.models import Seat, SeatState, Share
from consensus.verify.selectors.invariants import breaches
from moments.database.guards import lay_guards, lift_guards
from tests.factories import NOW, opened_campaign

parted = import_module("annotator.migrations.0008_seats_parted")


@pytest.fixture
def unkept(transactional_db):
    """The database does not keep who is beside, as before the migration."""
    lift_guards(connection, SHARE_UPKEEP)
    yield
    lay_guards(connection, SHARE_UPKEEP)


def test_shares_are_told_who_is_beside_and_seats_that_nobody_would_be_given_go_by_themselves(unkept):
    campaign, (one, two) = opened_campaign(people=2, queries=4, pairs=3)
    whole, rest, both, untouched = (
        list(Share.objects.filter(batch=batch).order_by("number")) for batch in campaign.batches.order_by("pk")
    )
    Share.objects.filter(pk__in=[whole[0].pk, rest[0].pk, both[0].pk]).update(annotator=one)
    Share.objects.filter(pk=both[1].pk).update(annotator=two)
    held = {"annotator": one, "state": SeatState.HELD}
    Seat.objects.filter(share=whole[0]).update(**held)
    Seat.objects.filter(share=rest[0], pair__rank=1).update(annotator=two, state=SeatState.HELD)
    Seat.objects.filter(share=rest[0], pair__rank__gt=1).update(**held)
    Seat.objects.filter(share=both[0], pair__rank__gt=1).update(**held)  # one seat is open in a share that is taken
    Seat.objects.filter(share=both[1]).update(annotator=two, state=SeatState.HELD)
    assert Share.objects.exclude(beside=None).count() == 0

    parted.keep_beside(apps, connection.schema_editor())
    parted.say_who_is_beside(apps, None)
    parted.part_open_seats(apps, None)
    expected = [None, one.pk] * 2 + [two.pk, one.pk] + [None, None]
    assert list(Share.objects.order_by("batch", "number").values_list("beside", flat=True)) == expected
    left = Seat.objects.filter(share=None).order_by("pair__batch", "number").values_list("pair__batch", "number")
    assert list(left) == [(rest[0].batch_id, 2), (both[0].batch_id, 1)]
    assert list(breaches(campaign, now=NOW, sweep_s=5)) == []

    Share.objects.filter(pk=untouched[1].pk).update(annotator=two)
    assert Share.objects.get(pk=untouched[0].pk).beside == two
