"""Voiding somebody's answers about twins, at every stage of a clip."""

from __future__ import annotations

from datetime import timedelta

import pytest

from annotator.joining.services.leaving_policy import set_leaving
from annotator.models import CaptionOrder, Seat, Standing
from annotator.seats.services.seating import release_person
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.models import TwinTruth
from consensus.people.selectors.voiding_twins import VoidedTwins
from consensus.people.services.voiding import Changed, void_person, voiding_of
from consensus.sweep.services import settle_campaign
from consensus.twin_truths.selectors.accepted import accepted_twins
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.services.deciding import accept_caption, decide_twins, drop_captions
from moments.base.errors import BadInput
from moments.models import LedgerEntry
from tests.factories import NOW, make_lead
from tests.twins import Road, judge, write

pytestmark = pytest.mark.django_db
BETTER = "A man pulls a green door towards him"


def void(road: Road, person: int, **given) -> VoidedTwins:
    """Void that person and suspend them; what is said beforehand is what happens, and all is in order afterwards."""
    member = road.people[person]
    seen = voiding_of(member)
    done = void_person(
        member=member, reason="careless", now=road.now, actor="lead", **{"suspends": True, "seen": seen, **given}
    )
    member.refresh_from_db()
    assert (done, member.standing, road.breaches()) == (seen, Standing.SUSPENDED, [])
    assert voiding_of(member).scores == 0
    return done


def sweep(road: Road) -> None:
    """Let what was said before count again: two sweeps."""
    for _ in range(2):
        road.now += timedelta(minutes=2)
        settle_campaign(campaign=road.campaign, now=road.now)
    assert road.breaches() == []


def free(road: Road) -> None:
    """Nobody has a task in their queue any longer."""
    for member in road.people:
        release_person(member=member)


def judged_by(road: Road, person: int, unreal: str = "neither") -> None:
    free(road)
    assert judge(road.people[person], unreal=unreal, now=road.now).status == "saved"
    sweep(road)


def written_by(road: Road, person: int) -> None:
    free(road)
    assert write(road.people[person], now=road.now).status == "saved"
    sweep(road)


def accepted(people: int = 8, **twin) -> Road:
    """A clip with both captions accepted: people 0 and 1 judged, 0 wrote, 1 to 4 checked."""
    road = Road(people=people, **twin).judged().written().assigned(1).assigned(2)
    return road.assigned(3, backward=True).assigned(4, backward=True)


def test_before_the_second_judgement_somebody_else_judges():
    road = Road()
    judge(road.people[0], now=road.now)
    assert void(road, 0) == VoidedTwins(scores=1, judgements=1)
    road.people = road.people[1:]
    road.judged()
    assert road.verdicts("judge") == [(1, "agreed", "")]


def test_a_verdict_on_judgements_reopens_and_the_captions_wait_for_it():
    road = accepted()
    assert void(road, 0) == VoidedTwins(scores=2, judgements=1, clips=1, verdicts=4, accepted=1)
    assert (list(accepted_twins(road.campaign)), road.verdicts("judge")) == ([], [])
    judged_by(road, 5)
    assert road.verdicts("judge") == [(1, "agreed", "")]
    written_by(road, 5)
    assert CaptionOrder.objects.filter(attempt=2).count() == 1
    road.assigned(6).assigned(7).assigned(6, backward=True).assigned(7, backward=True)
    assert accepted_twins(road.campaign).count() == 1


@pytest.mark.parametrize(("unreal", "count", "verdicts"), [("neither", 1, [(1, "agreed", "")]), ("backward", 0, [])])
def test_captions_stay_if_the_clip_is_judged_as_before_and_are_written_again_if_not(unreal, count, verdicts):
    road = accepted()
    seats = Seat.objects.filter(pair=road.pair("judge"), annotator=road.people[1])
    assert void(road, 1) == VoidedTwins(scores=2, judgements=1, checks=1, verdicts=3, accepted=1)
    assert seats.get().superseded
    road.assigned(5)
    assert road.verdicts("caption") == [(1, "agreed", "")]
    judged_by(road, 6, unreal)
    if unreal == "backward":  # they differ, so a third annotator decides
        judged_by(road, 7, unreal)
        assert TwinTruth.objects.filter(verdict__superseded=False).get().outcome == "single"
    assert (accepted_twins(road.campaign).count(), road.verdicts("caption")) == (count, verdicts)


def test_a_third_judgement_counts_again_where_it_is_needed():
    road = Road(people=8).judged("neither", "no", "neither")
    assert void(road, 0) == VoidedTwins(scores=1, judgements=1, verdicts=1)
    judged_by(road, 4)
    assert road.verdicts("judge") == [(1, "agreed", "")]
    assert Seat.objects.get(pair=road.pair("judge"), annotator=road.people[2]).state == "settled"


def test_a_leads_judgement_falls_with_one_that_it_rests_on():
    road = Road(people=8).judged("neither", "backward", "no")
    lead = make_lead(road.campaign).pseudonym
    stands = JudgementAnswer(True, Criterion.STATE, Unreal.NEITHER)
    decide_twins(pair=road.pair("judge"), judgement=stands, reason="seen", now=road.now, actor=lead)
    assert void(road, 1) == VoidedTwins(scores=1, judgements=1, verdicts=1, decisions=1)
    judged_by(road, 4)
    assert road.verdicts("judge") == [(1, "agreed", "")]
    assert road.pair("caption").batch is not None


@pytest.mark.parametrize("checks", [0, 1])
def test_captions_in_their_grace_period_and_under_checking_are_written_by_somebody_else(checks):
    road = Road(people=8).judged()
    write(road.people[0], now=road.now)
    if checks:
        road.sweep()
        road.assigned(1)
    done = void(road, 0)
    assert (done.clips, done.judgements) == (1, 1)
    judged_by(road, 4)
    written_by(road, 5)
    road.assigned(6).assigned(7)
    assert [kind for _, kind, _ in road.verdicts("assign")] == ["agreed"]


def test_a_locked_caption_of_the_voided_writer_is_written_again_too():
    road = Road(people=8).judged().written().assigned(1).assigned(2).assigned(1, backward=True, right=False)
    assert road.pair("caption").attempt == 2
    assert void(road, 0).clips == 1
    order = CaptionOrder.objects.get(attempt=3)
    assert (order.keeps_forward, order.keeps_backward, road.verdicts("assign")) == (False, False, [])
    judged_by(road, 4)
    written_by(road, 3)
    assert road.pair("caption").attempt == 3


def test_a_caption_that_only_the_voided_person_returned_is_taken_back_from_its_writer():
    road = Road(people=8).judged().written().assigned(2, right=False)
    assert road.pair("caption").attempt == 2
    assert void(road, 2) == VoidedTwins(scores=1, checks=1, verdicts=1)
    assert (road.pair("caption").attempt, road.verdicts("caption"), road.verdicts("assign")) == (1, [], [])
    road.assigned(3).assigned(4)
    assert road.verdicts("assign") == [(1, "agreed", "")]


def test_a_caption_that_its_writer_has_already_changed_is_checked_from_the_start():
    road = Road(people=8).judged().written().assigned(2, right=False)
    write(road.people[0], BETTER, None, now=road.now)
    assert void(road, 2) == VoidedTwins(scores=1, checks=1, verdicts=1)
    road.sweep()
    road.assigned(3).assigned(4)
    assert [kind for _, kind, _ in road.verdicts("assign")] == ["agreed"]


def test_a_return_stays_that_somebody_else_gave_the_reason_for():
    road = Road(people=8).judged().written().assigned(2).assigned(3, right=False)
    assert void(road, 2) == VoidedTwins(scores=1, away=1)
    assert [kind for _, kind, _ in road.verdicts("assign")] == ["returned"]


def test_a_checker_is_replaced_while_the_next_one_works_and_after_them():
    road = Road(people=8).judged().written().assigned(2)
    assert void(road, 2).checks == 1
    road.assigned(3)
    assert road.verdicts("assign") == []
    road.assigned(4)
    assert road.verdicts("assign") == [(1, "agreed", "")]


def test_a_caption_no_longer_waits_for_the_lead_if_only_the_voided_person_objected():
    road = Road(people=8, most_returns=0).judged().written().assigned(2, right=False)
    assert twins_for_lead(road.campaign).count() == 1
    assert void(road, 2).checks == 1
    assert twins_for_lead(road.campaign).count() == 0
    road.assigned(3).assigned(4)
    assert road.verdicts("assign") == [(1, "agreed", "")]


@pytest.mark.parametrize(("decide", "decisions"), [(accept_caption, 1), (drop_captions, 0)])
def test_what_a_lead_accepted_is_decided_again_and_what_they_dropped_stays_dropped(decide, decisions):
    road = Road(people=8, most_returns=0).judged().written().assigned(2, right=False)
    lead = make_lead(road.campaign).pseudonym
    decide(pair=road.pair("assign"), reason="seen", now=road.now, actor=lead)
    assert void(road, 2).decisions == decisions
    assert (road.verdicts("assign") == []) == bool(decisions)


def test_a_caption_of_a_single_clip_that_was_found_among_similar_ones_is_looked_for_again():
    road = Road(people=8, twins=3, lookalike_share=1.0)
    judge(road.people[0], unreal="backward", now=road.now)
    judge(road.people[1], unreal="backward", now=road.now)
    road.sweep()
    assert void(road, 1).judgements == 1


def test_nothing_is_voided_twice_or_if_people_worked_on_meanwhile():
    road = accepted()
    seen = voiding_of(road.people[2])
    judged_again = VoidedTwins(scores=seen.scores + 1)
    with pytest.raises(Changed, match="^people continued working, so the figures below have changed"):
        void_person(member=road.people[2], reason="careless", now=road.now, actor="lead", seen=judged_again)
    void(road, 2)
    with pytest.raises(Changed, match="^this person's answers are already void$"):
        void_person(member=road.people[2], reason="careless", now=road.now, actor="lead", seen=seen)
    assert LedgerEntry.objects.filter(kind="twins_voided").count() == 1


def test_people_who_leave_a_campaign_of_twins_keep_their_answers():
    road = Road()
    with pytest.raises(BadInput, match="^leaving: people who leave keep their answers in a twins campaign; a lead"):
        set_leaving(campaign=road.campaign, leaving="void", now=NOW, actor="lead")
