"""Looking for a share a window of batches at a time finds what looking at all of them would."""

import pytest

from annotator.models import Seat, SeatState, Share
from annotator.planning import OpenShare
from annotator.selectors import shares
from annotator.selectors.remaining import open_pairs
from moments.prepared import PreparedValues
from tests.factories import opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of two untaken shares, compiled for this test alone."""
    monkeypatch.setattr(shares, "WINDOW", 2)
    narrow = PreparedValues(lambda **asked: shares._window(**asked)[:3], **shares._any_priority.kinds)
    monkeypatch.setattr(shares, "_any_priority", narrow)


def offered(share: Share) -> OpenShare:
    return OpenShare(share.pk, share.batch_id, share.beside_id)


def test_the_first_window_with_a_share_to_take_is_the_last_that_is_read(django_assert_num_queries):
    _, (one, two, _) = opened_campaign(people=3, queries=6, pairs=1)
    first, _, second, *_ = Share.objects.order_by("batch_id", "number")
    with django_assert_num_queries(2):  # whether there is one, and the window
        assert next(shares.open_shares(two))[0] == offered(first)

    Share.objects.filter(pk=first.pk).update(annotator=one)
    beside = Share.objects.get(batch=first.batch, number=2)
    assert offered(beside).partner == one.pk
    assert next(shares.open_shares(two)) == [offered(beside)]  # the batch after it does not fit as a whole
    with django_assert_num_queries(2):  # not beside their own share
        assert next(shares.open_shares(one))[0] == offered(second)


def test_all_windows_together_have_every_share_that_is_not_beside_ones_own_once():
    _, (one, two, three) = opened_campaign(people=3, queries=6, pairs=1)
    *mine, last = Share.objects.filter(number=1).order_by("batch_id")
    Share.objects.filter(pk__in=[share.pk for share in mine]).update(annotator=one)
    assert list(shares.open_shares(one)) == [
        [offered(share) for share in Share.objects.filter(batch=last.batch).order_by("number")]
    ]
    found = [share for window in shares.open_shares(two) for share in window]
    assert found == [offered(share) for share in Share.objects.filter(annotator=None).order_by("batch", "number")]
    for share, person in zip(Share.objects.filter(batch=last.batch_id), (two, three), strict=True):
        Share.objects.filter(pk=share.pk).update(annotator=person)
    assert {share.partner for window in shares.open_shares(three) for share in window} == {one.pk}


def test_who_is_beside_every_share_that_is_left_is_told_so_by_one_look(django_assert_num_queries):
    _, (one, two, _) = opened_campaign(people=3, queries=6, pairs=1)
    Share.objects.filter(number=1).update(annotator=one)
    Seat.objects.filter(share__number=1).update(annotator=one, state=SeatState.SETTLED)
    with django_assert_num_queries(1):
        assert list(shares.open_shares(one)) == []
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
