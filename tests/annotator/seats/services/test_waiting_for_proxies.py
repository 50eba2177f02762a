"""Questions about a video wait while it cannot be shown, and come back once its proxy is made."""

from __future__ import annotations

import pytest

from annotator.desk.services.claiming import claim_seats
from annotator.exam.services.exams import open_exam
from annotator.models import ExamItem, Membership, Seat
from moments.models import Clip, ClipState
from tests.annotator.exam.marked_scenes import HERE, known, marked_exam, sitter
from tests.factories import NOW, claim
from tests.marking import asked, finished, make_whole_video, marking_campaign

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


@pytest.mark.parametrize("state", [ClipState.PENDING, ClipState.FAILED])
def test_a_question_whose_image_cannot_be_shown_waits(state: ClipState) -> None:
    """Without its image a marker would call it unspecific, and it would go back to its author for nothing."""
    campaign, (author, marker, _) = marking_campaign(videos=2)
    here, there = campaign.videos.order_by("pk")
    asked(author, video=here)
    asked(author, video=here, condition_video=there, condition_ms=3000)
    finished(author)
    of_image = Clip.objects.filter(moment__video=there)
    of_image.update(state=state)
    assert [seat.pair.number for seat in claimed(marker)] == [1]
    of_image.update(state=ClipState.READY)
    assert [seat.pair.number for seat in claimed(marker)] == [1, 2]
    of_image.update(state=state)
    assert [seat.pair.number for seat in claimed(marker)] == [1]


def test_a_known_question_whose_image_cannot_be_shown_waits_too() -> None:
    exam = marked_exam(opened=False)
    there = make_whole_video(exam.campaign, "there").video
    (pair,) = known(exam.campaign, [HERE], condition=(there.pk, 3000))
    ExamItem.objects.create(exam=exam, pair=pair)
    open_exam(exam=exam, now=NOW, actor="lead")
    member, _ = sitter(exam)
    Clip.objects.filter(moment__video=there).update(state=ClipState.FAILED)
    assert pair.pk not in {seat.pair_id for seat in claim(member, 50)}
    Clip.objects.filter(moment__video=there).update(state=ClipState.READY)
    assert pair.pk in {seat.pair_id for seat in claim(member, 50)}
