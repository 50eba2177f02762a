"""What is left to take, of the first batches alone."""

import pytest

from annotator.models import Seat, SeatState, Share
from annotator.seats.planning import OpenShare
from annotator.seats.selectors import shares
from annotator.seats.selectors.remaining import open_pairs
from moments.database.prepared import PreparedValues
from tests.factories import opened_campaign

pytestmark = pytest.mark.django_db


def offered(share: Share) -> OpenShare:
    return OpenShare(share.pk, share.batch_id, share.beside_id)


def test_untaken_shares_come_in_the_order_of_their_batches_but_those_beside_ones_own(django_assert_num_queries):
    _, (one, two, _) = opened_campaign(people=3, queries=6, pairs=1)
    first, beside, *others = Share.objects.order_by("batch_id", "number")
    with django_assert_num_queries(2):  # whether there is one, and those
        assert shares.open_shares(two) == [offered(share) for share in (first, beside, *others)]
    Share.objects.filter(pk=first.pk).update(annotator=one)
    beside.refresh_from_db()
    assert shares.open_shares(two) == [offered(share) for share in (beside, *others)]
    assert offered(beside).partner == one.pk
    with django_assert_num_queries(2):
        assert shares.open_shares(one) == [offered(share) for share in others]


def test_shares_with_seats_are_found_behind_those_without(monkeypatch):
    campaign, (one, two) = opened_campaign(people=2, queries=6, pairs=1)
    monkeypatch.setattr(shares, "MOST_SEATED", 3)
    shares._seated_priority.cache_clear()
    batches = list(campaign.batches.order_by("pk").values_list("pk", flat=True))
    Seat.objects.filter(share__batch__in=batches[:3]).update(state=SeatState.RELEASED)
    asked = {"with_clips": False}
    try:
        found = shares.seated_shares(one, **asked)
        assert [(share.batch, share.partner) for share in found] == [(batches[3], None)] * 2 + [(batches[4], None)]
        rest = shares.seated_shares(one, **asked, start=batches[4] + 1)
        assert [share.batch for share in rest] == [batches[5]] * 2
        assert shares.seated_shares(one, **asked, priority=1) == []
        assert open_pairs(one, with_clips=False) == 3
        Share.objects.filter(number=1).update(annotator=two)
        assert shares.seated_shares(two, **asked) == []
        assert [share.partner for share in shares.seated_shares(one, **asked)] == [two.pk] * 3
    finally:
        shares._seated_priority.cache_clear()


def test_one_look_shows_that_somebody_is_beside_every_share_that_is_left(django_assert_num_queries):
    _, (one, two, _) = opened_campaign(people=3, queries=6, pairs=1)
    Share.objects.filter(number=1).update(annotator=one)
    Seat.objects.filter(share__number=1).update(annotator=one, state=SeatState.SETTLED)
    with django_assert_num_queries(1):
        assert shares.open_shares(one) == []
    with django_assert_num_queries(2):  # and seats that go by themselves
        assert open_pairs(one, with_clips=False) == 0
    assert open_pairs(two, with_clips=False) == 6


def test_open_pairs_are_those_of_single_seats_and_of_shares_each_once():
    _, (one, two) = opened_campaign(people=2, queries=3, pairs=4)
    assert open_pairs(one, with_clips=False) == 12
    single = Seat.objects.filter(share__number=1).first()
    Seat.objects.filter(pk=single.pk).update(share=None)
    assert open_pairs(one, with_clips=False) == 12
    Share.objects.filter(pk=single.share_id).update(annotator=two)
    Seat.objects.filter(share=single.share_id).update(annotator=two, state=SeatState.HELD)
    assert (open_pairs(one, with_clips=False), open_pairs(two, with_clips=False)) == (12, 8 + 1)


def test_the_database_keeps_who_is_beside():
    _, (one, two, _) = opened_campaign(people=3, queries=2, pairs=1)
    first, second, *others = Share.objects.order_by("batch_id", "number")

    def beside() -> list[int | None]:
        return list(Share.objects.order_by("batch_id", "number").values_list("beside", flat=True))

    Share.objects.filter(pk=first.pk).update(annotator=one)
    assert beside() == [None, one.pk, None, None]
    Share.objects.filter(pk=second.pk).update(annotator=two)
    assert beside() == [two.pk, one.pk, None, None]
    Share.objects.filter(batch=first.batch).update(annotator=None)
    assert beside() == [None] * 4

    Seat.objects.all().delete()
    Share.objects.filter(batch=first.batch).delete()
    made = [Share(campaign=one.campaign, batch=first.batch, number=number) for number in (1, 2)]
    made[0].annotator = one
    Share.objects.bulk_create(made)
    assert beside() == [None, one.pk, None, None]
    Share.objects.filter(batch=first.batch).delete()
    for share in (made[1], made[0]):
        Share(campaign=one.campaign, batch=first.batch, number=share.number, annotator=share.annotator).save()
    assert beside() == [None, one.pk, None, None]
    assert others


def test_batches_in_common_are_counted_over_the_last_ones_alone(monkeypatch):
    _, (one, two, three) = opened_campaign(people=3, queries=3, pairs=1)
    Share.objects.filter(number=1).update(annotator=one)
    for share, beside in zip(Share.objects.filter(number=2).order_by("batch_id"), (two, two, three), strict=True):
        Share.objects.filter(pk=share.pk).update(annotator=beside)
    assert shares.batches_with(one) == {two.pk: 2, three.pk: 1}

    newest_two = PreparedValues(lambda member: shares._last_shares(member)[:2], member=int)
    monkeypatch.setattr(shares, "_lately_beside", newest_two)
    assert shares.batches_with(one) == {two.pk: 1, three.pk: 1}
