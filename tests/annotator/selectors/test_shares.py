"""Looking for a share a window of batches at a time finds what looking at all of them would."""

from collections.abc import Iterator

import pytest

from annotator.models import Share
from annotator.planning import OpenShare
from annotator.selectors import shares
from moments.prepared import PreparedValues
from tests.factories import opened_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Windows of two untaken shares, compiled for this test alone."""
    monkeypatch.setattr(shares, "WINDOW", 2)
    shares._prepared.cache_clear()
    yield
    shares._prepared.cache_clear()


def test_the_first_window_with_a_share_to_take_is_the_last_that_is_read(django_assert_num_queries):
    _, (one, two, _) = opened_campaign(people=3, queries=6, pairs=1)
    first, beside, second, *_ = Share.objects.order_by("batch_id", "number")
    asked = {"with_clips": False, "priority": None}
    assert shares.open_shares(two, **asked) == [OpenShare(first.pk, first.batch_id, None)]

    Share.objects.filter(pk=first.pk).update(annotator=one)
    begun = OpenShare(beside.pk, beside.batch_id, one.pk)
    with django_assert_num_queries(3):
        assert shares.open_shares(two, **asked) == [begun, OpenShare(second.pk, second.batch_id, None)]
    with django_assert_num_queries(3):  # not beside their own share
        assert shares.open_shares(one, **asked) == [OpenShare(second.pk, second.batch_id, None)]


def test_windows_without_a_share_to_take_are_passed_over():
    _, (one, two, three) = opened_campaign(people=3, queries=6, pairs=1)
    first_of_each = Share.objects.filter(number=1).order_by("batch_id")
    *mine, last = first_of_each
    Share.objects.filter(pk__in=[share.pk for share in mine]).update(annotator=one)
    asked = {"with_clips": False, "priority": None}
    assert shares.open_shares(one, **asked) == [OpenShare(last.pk, last.batch_id, None)]
    for share, person in zip(Share.objects.filter(batch=last.batch_id), (two, three), strict=True):
        Share.objects.filter(pk=share.pk).update(annotator=person)
    assert shares.open_shares(one, **asked) == []
    assert {share.partner for share in shares.open_shares(three, **asked)} == {one.pk}


def test_batches_in_common_are_counted_over_the_last_ones_alone(monkeypatch):
    _, (one, two, three) = opened_campaign(people=3, queries=3, pairs=1)
    Share.objects.filter(number=1).update(annotator=one)
    for share, beside in zip(Share.objects.filter(number=2).order_by("batch_id"), (two, two, three), strict=True):
        Share.objects.filter(pk=share.pk).update(annotator=beside)
    assert shares.batches_with(one) == {two.pk: 2, three.pk: 1}

    monkeypatch.setattr(shares, "MOST_REMEMBERED", 2)
    newly = PreparedValues(shares._in_common, member=int)
    assert dict(newly.rows(member=one.pk)) == {two.pk: 1, three.pk: 1}
