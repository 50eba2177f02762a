"""The road of twins from judgement to accepted captions, by the services that people and sweeps use."""

from __future__ import annotations

import pytest

from annotator.models import Assignment, CaptionOrder, Membership, Seat, TwinCaption
from consensus.models import TwinTruth
from consensus.twin_truths.selectors.complete import twins_for_lead
from tests.twins import BACKWARD, FORWARD, Road, judge

pytestmark = pytest.mark.django_db
BETTER = "A man pulls a green door towards him"
WRONG = "it was assigned to the clip in the other direction"


def truth() -> tuple[str, bool, str, str]:
    one = TwinTruth.objects.get()
    return one.outcome, one.temporal, one.criterion, one.unreal


def test_two_people_who_agree_make_twins_and_somebody_writes_both_captions():
    road = Road().judged().seen()
    assert truth() == ("twins", True, "state", "neither")
    assert road.verdicts("judge") == [(1, "agreed", "")]
    order = CaptionOrder.objects.get()
    assert (order.pair, order.attempt, order.both) == (road.pair("caption"), 1, True)
    assert list(road.pair("caption").seats.values_list("round", "number", "superseded")) == [(1, 1, False)]


def test_a_third_person_decides_where_two_differ():
    road = Road().judged("neither", "backward", "backward").seen()
    assert truth() == ("single", True, "state", "backward")
    assert road.pair("judge").verdicts.get().round == 2


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (("neither", "backward", "no"), "three people gave three different answers"),
        (("forward", "both"), "the forward clip looks unreal"),
    ],
)
def test_the_lead_decides_where_the_rules_do_not(answers, reason):
    road = Road().judged(*answers)
    assert list(twins_for_lead(road.campaign)) == [road.pair("judge")]
    assert road.verdicts("judge") == []
    assert road.pair("caption").batch is None


def test_a_clip_in_which_time_does_not_matter_is_dropped_with_the_reason():
    road = Road().judged("no", "no")
    assert road.verdicts("judge") == [(1, "agreed", "time does not matter")]
    assert truth() == ("dropped", False, "", "")
    assert CaptionOrder.objects.count() == 0


def test_captions_count_once_two_others_assigned_each_rightly_one_after_the_other():
    road = Road().judged().written().seen()
    assert [(seat.pair.moment.direction, seat.number) for seat in open_checks()] == [("forward", 1), ("backward", 1)]
    road.assigned(1).assigned(2)
    assert road.verdicts("assign") == [(1, "agreed", "")]
    assert road.verdicts("caption") == []
    road.assigned(3, backward=True).assigned(4, backward=True)
    assert road.verdicts("assign", backward=True) == [(1, "agreed", "")]
    assert road.verdicts("caption") == [(1, "agreed", "")]


def open_checks() -> list[Seat]:
    waiting = Seat.objects.filter(pair__query__query_id=3, superseded=False, state__in=["open", "reserved", "held"])
    return list(waiting.select_related("pair__moment").order_by("pair__number"))


@pytest.mark.parametrize(
    ("right", "reason"),
    [(False, WRONG), (None, "it does not say which of the two directions is meant")],
)
def test_a_wrong_assignment_returns_the_caption_and_locks_the_other(right, reason):
    road = Road().judged().written().assigned(1, backward=True, right=right)
    assert road.verdicts("assign", backward=True) == [(1, "returned", reason)]
    assert [(attempt, kind) for attempt, kind, _ in road.verdicts("caption")] == [(1, "returned")]
    order = CaptionOrder.objects.get(attempt=2)
    assert (order.keeps_forward, order.keeps_backward, bool(order.backward_reason)) == (True, False, True)
    seat = road.pair("caption").seats.get(attempt=2)
    assert (seat.annotator, seat.state) == (road.people[0], "reserved")


def test_a_caption_that_was_written_again_is_checked_from_the_start_and_the_other_goes_on():
    road = Road().judged().written().assigned(1).assigned(2, backward=True, right=False)
    road.written(None, BETTER)
    assert road.pair("assign").attempt == 1
    assert road.pair("assign", backward=True).attempt == 2
    assert TwinCaption.objects.order_by("-pk")[0].forward_text == FORWARD
    road.assigned(3).assigned(4, backward=True).assigned(5, backward=True)
    assert road.verdicts("assign", backward=True) == [(1, "returned", WRONG), (2, "agreed", "")]
    assert [(attempt, kind) for attempt, kind, _ in road.verdicts("caption")] == [(1, "returned"), (2, "agreed")]


def test_a_caption_that_fails_while_the_other_is_written_again_is_unlocked_too():
    road = Road().judged().written().assigned(1, backward=True, right=False).assigned(2, right=None).seen()
    order = CaptionOrder.objects.get(attempt=2)
    assert (order.keeps_forward, order.keeps_backward) == (False, False)
    assert road.pair("caption").attempt == 2
    assert road.written("A man pushes a door open", BETTER).pair("assign").attempt == 2


def test_a_caption_that_was_returned_as_often_as_it_may_goes_to_the_lead():
    road = Road(most_returns=1).judged().written().assigned(1, right=False)
    road.written(BETTER, None).assigned(2, right=None)
    assert list(twins_for_lead(road.campaign)) == [road.pair("assign")]
    assert road.pair("caption").attempt == 2


def test_the_caption_of_a_single_clip_counts_at_once_without_lookalikes():
    road = Road().judged("backward", "backward").written(FORWARD, None)
    assert road.verdicts("caption") == [(1, "agreed", "")]
    assert TwinCaption.objects.get().backward_text == ""
    assert open_checks() == []


def test_drawn_captions_are_assigned_among_lookalikes_in_the_end():
    road = Road(twins=4, lookalike_share=1.0, lookalikes=3, checkers=1)
    for person in road.people[:2]:
        judge_all(road, person)
    road.sweep()
    road.written().assigned(1)
    (seat,) = [seat for seat in open_checks() if seat.round == 2]
    assert not seat.pair.verdicts.exists()
    road.assigned(2, task="lookalikes")
    assert (seat.pair.verdicts.get().kind, seat.pair.verdicts.get().round) == ("agreed", 2)
    assert len(Assignment.objects.get(score__seat=seat).shown) == 4


def judge_all(road: Road, person: Membership) -> None:
    for _ in range(4):
        judge(person, now=road.now)


def test_whoever_wrote_a_caption_is_never_given_its_check():
    road = Road(people=2).judged().written()
    given = {
        seat.pair.query_id for seat in Seat.objects.filter(annotator=road.people[0], state__in=["reserved", "held"])
    }
    assert road.pair("assign").query_id not in given
    barred = Seat.objects.filter(annotator=road.people[0], pair__query__query_id=3)
    assert {(seat.state, seat.superseded) for seat in barred} == {("released", True)}


def test_the_texts_are_those_of_the_ones_who_saw_the_clips_in_either_order():
    Road().judged().written().seen()
    caption = TwinCaption.objects.get()
    assert (caption.forward_text, caption.backward_text) == (FORWARD, BACKWARD)
