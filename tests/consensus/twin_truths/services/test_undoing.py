"""A lead takes back what they decided on a clip or caption, as long as nothing was built upon it."""

from __future__ import annotations

import pytest

from annotator.models import CaptionOrder, Seat
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.models import VideoSplit
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.services.deciding import (
    AlreadyDecided,
    accept_caption,
    decide_twins,
    drop_captions,
    send_caption_back,
)
from consensus.twin_truths.services.undoing import take_back_twins
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import make_lead
from tests.twins import Road, ask, assign

pytestmark = pytest.mark.django_db
TWINS = JudgementAnswer(True, Criterion.STATE, Unreal.NEITHER)
SINGLE = JudgementAnswer(True, Criterion.STATE, Unreal.BACKWARD)
BETTER = "A man pulls a green door towards him"


class Desk:
    """A lead beside a road."""

    def __init__(self, road: Road) -> None:
        self.road, self.actor = road, make_lead(road.campaign).pseudonym

    def decide(self, decide, task: str, **given) -> None:
        decide(pair=self.road.pair(task), reason="looked", now=self.road.now, actor=self.actor, **given)

    def undo(self, task: str, *, seen: int | None = None) -> None:
        take_back_twins(pair=self.road.pair(task), actor=self.actor, now=self.road.now, seen=seen)
        assert self.road.breaches() == []

    def waiting(self) -> list[int]:
        return list(twins_for_lead(self.road.campaign).values_list("number", flat=True))


@pytest.fixture
def disputed() -> Desk:
    return Desk(Road().judged("neither", "backward", "no"))


@pytest.fixture
def failed() -> Desk:
    """The forward caption waits for a lead; the backward one is still checked."""
    return Desk(Road(most_returns=0).judged().written().assigned(1, right=False))


def test_a_judgement_is_undone_and_another_one_has_other_captions_written(disputed):
    disputed.decide(decide_twins, "judge", judgement=TWINS)
    disputed.undo("judge")
    assert disputed.waiting() == [disputed.road.pair("judge").number]
    assert disputed.road.pair("caption").batch is None
    disputed.decide(decide_twins, "judge", judgement=SINGLE)
    order = CaptionOrder.objects.get(attempt=2)
    assert (order.pair_id, order.both) == (disputed.road.pair("caption").pk, False)
    disputed.road.written(backward=None)
    assert disputed.road.verdicts("caption") == [(2, "agreed", "")]


def test_a_writer_who_has_the_clip_in_hand_loses_it(disputed):
    disputed.decide(decide_twins, "judge", judgement=TWINS)
    (held,) = ask(disputed.road.people[0], now=disputed.road.now)
    disputed.undo("judge")
    assert Seat.objects.get(pk=held.pk).state == "released"
    assert ask(disputed.road.people[0], now=disputed.road.now) == []


def test_a_judgement_stays_once_captions_are_written(disputed):
    disputed.decide(decide_twins, "judge", judgement=TWINS)
    disputed.road.written()
    with pytest.raises(BadInput, match="^somebody has already written captions for the clip, so the decision stays"):
        disputed.undo("judge")
    assert disputed.waiting() == []


def test_an_accepted_caption_waits_for_a_lead_again_and_so_do_the_captions_of_the_clip(failed):
    failed.decide(accept_caption, "assign")
    failed.road.assigned(2, backward=True).assigned(3, backward=True)
    assert failed.road.verdicts("caption") == [(1, "agreed", "")]
    failed.undo("assign")
    assert (failed.road.verdicts("caption"), failed.waiting()) == ([], [failed.road.pair("assign").number])
    failed.decide(accept_caption, "assign")
    assert failed.road.verdicts("caption") == [(1, "agreed", "")]


def test_an_accepted_caption_stays_once_it_is_in_a_split(failed):
    failed.decide(accept_caption, "assign")
    failed.road.assigned(2, backward=True).assigned(3, backward=True)
    VideoSplit.objects.create(video=failed.road.pair("assign").moment.video, split="test")
    with pytest.raises(
        BadInput, match="^the splits have already been drawn with these captions, so the decision stays"
    ):
        failed.undo("assign")


def test_a_returned_caption_is_taken_back_from_its_writer(failed):
    failed.decide(send_caption_back, "assign")
    assert failed.road.pair("caption").attempt == 2
    failed.undo("assign")
    assert (failed.road.pair("caption").attempt, failed.road.verdicts("caption")) == (1, [])
    assert failed.waiting() == [failed.road.pair("assign").number]
    failed.decide(send_caption_back, "assign")
    failed.road.written(BETTER, None)
    assert failed.road.pair("assign").attempt == 2


def test_a_returned_caption_is_locked_again_where_its_writer_has_the_other_one_too():
    desk = Desk(Road(most_returns=0).judged().written().assigned(1, right=False))
    desk.road.assigned(2, backward=True, right=False)
    for backward in (False, True):
        pair = desk.road.pair("assign", backward=backward)
        send_caption_back(pair=pair, reason="vague", now=desk.road.now, actor=desk.actor)
    desk.undo("assign")
    order = CaptionOrder.objects.get(attempt=2)
    assert (order.keeps_forward, order.forward_reason, order.backward_reason) == (True, "", "vague")
    desk.decide(accept_caption, "assign")
    desk.road.written(None, "A man shuts the green door behind him")
    desk.road.assigned(3, backward=True).assigned(4, backward=True)
    assert desk.road.verdicts("caption") == [(1, "returned", "forward: vague"), (2, "agreed", "")]


def test_a_returned_caption_stays_returned_once_it_is_written_again(failed):
    failed.decide(send_caption_back, "assign")
    failed.road.written(BETTER, None)
    with pytest.raises(BadInput, match="^pair 3 is not decided$"):
        failed.undo("assign")


def test_dropped_captions_go_on_where_they_stopped(failed):
    failed.road.freed()
    assign(failed.road.people[2], backward=True, now=failed.road.now)  # still in its grace period
    failed.decide(drop_captions, "assign")
    failed.road.sweep()
    failed.undo("assign")
    assert failed.waiting() == [failed.road.pair("assign").number]
    failed.road.sweep()
    failed.road.assigned(3, backward=True)
    failed.decide(accept_caption, "assign")
    assert failed.road.verdicts("caption") == [(1, "agreed", "")]


def test_captions_that_were_dropped_while_one_was_written_again_go_back_to_the_writer():
    desk = Desk(Road(most_returns=1).judged().written().assigned(1, right=False))
    desk.road.written(BETTER, None).assigned(2, right=False)
    desk.road.assigned(1, backward=True, right=False)
    assert desk.waiting() == [desk.road.pair("assign").number]
    desk.decide(drop_captions, "assign")
    desk.undo("assign")
    (seat,) = ask(desk.road.people[0], now=desk.road.now)
    assert seat.pair_id == desk.road.pair("caption").pk


def test_what_the_rules_decided_and_what_was_decided_again_is_not_undone(failed):
    with pytest.raises(BadInput, match="^pair 1 was decided by the rules, not by a lead$"):
        failed.undo("judge")
    failed.decide(accept_caption, "assign")
    with pytest.raises(AlreadyDecided, match="^pair 3 has been decided again in the meantime; look at it again$"):
        failed.undo("assign", seen=1)
    failed.undo("assign")
    with pytest.raises(AlreadyDecided, match="^pair 3 is not decided$"):
        failed.undo("assign")
    assert LedgerEntry.objects.filter(kind="twins_decision_undone").count() == 1
