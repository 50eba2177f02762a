import pytest

from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, VerdictKind
from consensus.twin_truths.selectors.accepted import accepted_twins
from moments.models import Pair, Twin, WithdrawnMoment
from tests.benchmark.twin_scenes import accepted_campaign, judge, rule
from tests.factories import NOW
from tests.twins import Road, twin_campaign

pytestmark = pytest.mark.django_db


def found(campaign):
    return list(accepted_twins(campaign).values_list("pk", flat=True))


def test_twins_with_accepted_captions_come_in_the_order_of_their_moments():
    campaign = accepted_campaign(twins=4, accepted=3)
    first = Twin.objects.order_by("forward__desc_id").values_list("pk", flat=True)[:3]
    assert found(campaign) == list(first)
    other, _ = twin_campaign("other")
    assert found(other) == []


def test_a_caption_that_is_not_written_returned_or_withdrawn_does_not_count():
    campaign, _ = twin_campaign(twins=4)
    none, returned, withdrawn, adjudicated = Twin.objects.order_by("forward__desc_id")
    for twin in (none, returned, withdrawn, adjudicated):
        judge(twin)
    rule(returned.forward, TwinTask.CAPTION, VerdictKind.RETURNED)
    rule(withdrawn.forward, TwinTask.CAPTION, VerdictKind.WITHDRAWN, round=None)
    rule(adjudicated.forward, TwinTask.CAPTION, VerdictKind.ADJUDICATED, round=None, actor="lead-1")
    assert found(campaign) == [adjudicated.pk]


def test_the_verdict_of_an_earlier_attempt_does_not_count():
    campaign = accepted_campaign(twins=2, accepted=2)
    first, second = Twin.objects.order_by("forward__desc_id")
    Pair.objects.filter(moment=first.forward, query__query_id=TwinTask.CAPTION.query_id).update(attempt=2)
    assert found(campaign) == [second.pk]


def test_a_single_clip_and_a_withdrawn_one_are_left_out():
    campaign, _ = twin_campaign(twins=3)
    single, withdrawn, left = Twin.objects.order_by("forward__desc_id")
    for twin, outcome in ((single, TwinOutcome.SINGLE), (withdrawn, TwinOutcome.TWINS), (left, TwinOutcome.TWINS)):
        judge(twin, outcome)
        rule(twin.forward, TwinTask.CAPTION)
    WithdrawnMoment.objects.create(moment=withdrawn.backward, withdrawn_at=NOW, actor="lead-1", reason="broken")
    assert found(campaign) == [left.pk]


def test_captions_count_from_the_moment_at_which_both_were_assigned_rightly_twice():
    road = Road().judged().written()
    seen = []
    for person, backward in ((2, False), (3, True), (4, False), (5, True)):
        road.assigned(person, backward=backward)
        seen.append(len(found(road.campaign)))
    assert seen == [0, 0, 0, 1]


def test_an_accepted_caption_of_a_single_clip_does_not_count():
    road = Road().judged("backward", "backward").written(backward=None)
    assert road.verdicts("caption") == [(1, "agreed", "")]
    assert found(road.campaign) == []
