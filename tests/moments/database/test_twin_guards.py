"""The database holds twins to one stretch of one video, whatever code writes to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from moments.models import Campaign, Direction, Moment, Twin, Video
from moments.twin_protocol import TwinProtocol
from tests.factories import make_campaign, make_moments, make_twins

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(twin=TwinProtocol())


def backward_of(moment: Moment, **fields: Any) -> Moment:
    given = {"campaign": moment.campaign, "video": moment.video, "start_s": moment.start_s, "end_s": moment.end_s}
    number = Moment.objects.order_by("-desc_id").values_list("desc_id", flat=True)[0] + 1
    return Moment.objects.create(**{**given, "desc_id": number, "kind": "v", "direction": "backward", **fields})


def refusal(write: Callable[[], Any]) -> str:
    try:
        with transaction.atomic():
            write()
    except DatabaseError as error:
        return str(error)
    return ""


def test_twins_are_one_forward_and_one_backward_moment_of_a_stretch(campaign: Campaign) -> None:
    one, other = make_moments(campaign, 2)
    elsewhere = Video.objects.create(campaign=campaign, name="elsewhere", duration_s=20)
    wrong = "twins are a forward and a backward moment of one stretch of one video"
    backward = backward_of(one)
    assert wrong in refusal(lambda: Twin.objects.create(forward=one, backward=other))
    assert wrong in refusal(lambda: Twin.objects.create(forward=backward, backward=one))
    assert wrong in refusal(lambda: Twin.objects.create(forward=other, backward=backward))
    assert wrong in refusal(lambda: Twin.objects.create(forward=one, backward=backward_of(one, end_s=one.end_s + 1)))
    assert wrong in refusal(lambda: Twin.objects.create(forward=one, backward=backward_of(one, video=elsewhere)))
    twin = Twin.objects.create(forward=one, backward=backward)
    assert wrong in refusal(lambda: Twin.objects.filter(pk=twin.pk).update(forward=other))
    assert (one.as_forward, backward.as_backward, backward.is_backward, one.is_backward) == (twin, twin, True, False)


def test_only_a_campaign_of_twins_has_backward_moments() -> None:
    moment = make_moments(make_campaign("graded"), 1)[0]
    assert "only a twins campaign has backward moments" in refusal(lambda: backward_of(moment))


def test_a_moment_has_one_twin(campaign: Campaign) -> None:
    twin = make_twins(campaign, 1)[0]
    third = backward_of(twin.forward)
    assert refusal(lambda: Twin.objects.create(forward=twin.forward, backward=third)) != ""
    again = make_moments(campaign, 1)[0]
    Moment.objects.filter(pk=again.pk).update(
        video=twin.forward.video, start_s=twin.forward.start_s, end_s=twin.forward.end_s
    )
    assert refusal(lambda: Twin.objects.create(forward=again, backward=twin.backward)) != ""
    assert Twin.objects.get() == twin


def test_a_moment_keeps_its_direction_and_twins_their_video(campaign: Campaign) -> None:
    twin = make_twins(campaign, 1)[0]
    alone = make_moments(campaign, 1)[0]
    turned = refusal(lambda: Moment.objects.filter(pk=alone.pk).update(direction=Direction.BACKWARD))
    assert "the direction of a moment never changes" in turned
    for moment in (twin.forward, twin.backward):
        moved = refusal(lambda moment=moment: Moment.objects.filter(pk=moment.pk).update(video=alone.video))
        assert "a moment with a twin stays in its video" in moved
    Moment.objects.filter(pk=alone.pk).update(video=twin.forward.video)
    assert refusal(lambda: backward_of(alone, direction="sideways")) != ""
    assert refusal(lambda: backward_of(alone, start_s=0, whole=True)) != ""


def test_twins_keep_one_stretch_whichever_of_them_changes(campaign: Campaign) -> None:
    first, second = make_twins(campaign, 2)
    Moment.objects.filter(pk=first.forward_id).update(start_s=1.25)
    Moment.objects.filter(pk=second.backward_id).update(start_s=11, end_s=12.5)
    stretches = {moment.pk: (moment.start_s, moment.end_s) for moment in Moment.objects.all()}
    assert stretches[first.backward_id] == stretches[first.forward_id] == (1.25, 5.0)
    assert stretches[second.forward_id] == stretches[second.backward_id] == (11, 12.5)
    Moment.objects.update(end_s=20)
    assert set(Moment.objects.values_list("end_s", flat=True)) == {20.0}
