"""Questions about a video wait while it cannot be shown, and come back once its proxy is made."""

from __future__ import annotations

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.models import Membership, Seat
from moments.models import Clip, ClipState
from tests.factories import NOW
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db


def claimed(member: Membership) -> list[Seat]:
    return claim_seats(member=member, count=5, now=NOW).seats


@pytest.mark.parametrize("state", [ClipState.FAILED, ClipState.PENDING])
def test_questions_on_a_video_without_a_ready_proxy_are_not_handed_out(state: ClipState) -> None:
    campaign, (author, marker, _) = marking_campaign(videos=2)
    waiting, shown = campaign.videos.order_by("pk")
    asks = {video: asked(author, video=video) for video in (waiting, shown)}
    finished(author)
    proxy = Clip.objects.filter(moment__video=waiting)
    proxy.update(state=state)
    assert [seat.pair for seat in claimed(marker)] == [asks[shown].pair]
    assert [seat.pair for seat in claimed(marker)] == [asks[shown].pair]
    proxy.update(state=ClipState.READY)
    assert {seat.pair for seat in claimed(marker)} == {ask.pair for ask in asks.values()}


def test_a_question_that_somebody_has_is_not_shown_while_its_proxy_is_not_ready() -> None:
    _, (author, marker, _) = marking_campaign()
    ask = asked(author)
    finished(author)
    assert [seat.pair for seat in claimed(marker)] == [ask.pair]
    Clip.objects.update(state=ClipState.FAILED)
    assert claimed(marker) == []
    Clip.objects.update(state=ClipState.READY)
    assert [seat.pair for seat in claimed(marker)] == [ask.pair]
