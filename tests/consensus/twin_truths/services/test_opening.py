import pytest

from annotator.models import LookAlike, Seat
from annotator.twins.tasks import TwinTask
from consensus.opening.services import open_campaign
from moments.base.errors import BadInput
from moments.models import Batch, Clip, ClipState, LedgerEntry, Pair, Query, Twin
from tests.factories import NOW, make_twins
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db


def test_a_campaign_opens_with_three_tasks_four_pairs_a_twin_and_two_judges():
    campaign, _ = twin_campaign(twins=3)
    assert list(Query.objects.order_by("query_id").values_list("query_id", "split", "text")) == [
        (task.query_id, "val", task.text) for task in TwinTask
    ]
    twins = Twin.objects.order_by("forward__desc_id")
    expected = [
        pair
        for twin in twins
        for pair in (
            (1, twin.forward_id, True),
            (2, twin.forward_id, False),
            (3, twin.forward_id, False),
            (3, twin.backward_id, False),
        )
    ]
    pairs = Pair.objects.order_by("number")
    assert [(pair.query.query_id, pair.moment_id, pair.batch is not None) for pair in pairs] == expected
    assert [pair.number for pair in pairs] == list(range(1, 13))
    seats = Seat.objects.order_by("pair__number", "number")
    assert [(seat.pair.number, seat.round, seat.number, seat.state) for seat in seats] == [
        (number, 1, place, "open") for number in (1, 5, 9) for place in (1, 2)
    ]
    assert campaign.status == "open"
    assert Batch.objects.count() == 3
    assert LedgerEntry.objects.filter(kind="campaign_opened").count() == 1


def test_twins_that_come_later_are_opened_by_opening_again():
    campaign, _ = twin_campaign(twins=1)
    make_twins(campaign, 2)
    opened = open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    assert (opened.twins, opened.seats) == (2, 4)
    assert list(Pair.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 13))
    assert Batch.objects.count() == 3
    with pytest.raises(BadInput, match="already open with all its twins"):
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")


def test_twins_without_a_clip_in_either_direction_wait():
    campaign, _ = twin_campaign(twins=2, opened=False)
    twin = Twin.objects.first()
    Clip.objects.filter(moment=twin.backward).update(state=ClipState.PENDING)
    with pytest.raises(BadInput, match="1 pair of twins lacks a clip; run cut_clips first"):
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    opened = open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    assert (opened.twins, opened.missing_clips) == (1, 1)
    Clip.objects.filter(moment=twin.backward).update(state=ClipState.READY)
    assert open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test").twins == 1


def test_a_campaign_without_twins_is_not_opened():
    campaign, _ = twin_campaign(twins=0, opened=False)
    with pytest.raises(BadInput, match="has no twins; make twins of its moments first"):
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    assert (campaign.status, Query.objects.count()) == ("draft", 0)


def test_lookalikes_are_the_nearest_clips_that_play_the_same_way():
    campaign, _ = twin_campaign(twins=0, opened=False, lookalike_share=1.0, lookalikes=2)
    for text in ("a dog eats", "a dog runs", "a boat sinks"):
        (twin,) = make_twins(campaign, 1)
        twin.forward.caption = text
        twin.forward.save()
    open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
    first, second, third = Twin.objects.order_by("pk")
    of_pair = {
        (twin.pk, moment): list(
            LookAlike.objects.filter(pair__moment=moment).order_by("place").values_list("moment", flat=True)
        )
        for twin in (first, second, third)
        for moment in (twin.forward_id, twin.backward_id)
    }
    assert of_pair[first.pk, first.forward_id] == [second.forward_id, third.forward_id]
    assert of_pair[first.pk, first.backward_id] == [second.backward_id, third.backward_id]


def test_without_a_share_no_caption_has_lookalikes():
    twin_campaign(twins=3)
    assert LookAlike.objects.count() == 0
