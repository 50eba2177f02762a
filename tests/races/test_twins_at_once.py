"""Judges, writers, checkers, leads and sweeps of twins at once, on real connections. Runs on both databases."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from annotator.desk.services.claiming import claim_seats
from annotator.models import Assignment, CaptionOrder, Judgement, Score, Seat, TwinCaption
from annotator.scoring.services.scoring import submit_scores
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal
from consensus.models import TwinTruth, Verdict, VideoSplit
from consensus.sweep.services import settle_campaign
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twin_truths.selectors.complete import twins_for_lead
from consensus.twin_truths.services.deciding import AlreadyDecided, decide_twins
from consensus.twin_truths.services.undoing import take_back_twins
from consensus.twins.splits.placing import SplitSizes
from moments.models import LedgerEntry
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW, make_lead
from tests.races.test_at_once import at_once, no_breaches
from tests.twins import Road, assign, judge, seat_of, twin_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.races]
JUDGED = {"temporal": True, "criterion": "state", "unreal": "neither"}


def failures(results: list[object]) -> list[object]:
    return [result for result in results if isinstance(result, Exception)]


def sweep(road: Road) -> object:
    return settle_campaign(campaign=road.campaign, now=road.now)


def test_people_who_ask_at_once_judge_each_clip_twice_and_nobody_does_twice() -> None:
    campaign, people = twin_campaign(people=5, twins=4)
    asked = [lambda member=member: claim_seats(member=member, count=4, now=NOW) for member in people for _ in range(2)]
    assert failures(at_once(*asked)) == []
    for ask in asked:  # of what somebody lost a moment ago, only the rest was handed out
        ask()
    given = Seat.objects.exclude(annotator=None).values_list("pair", "annotator")
    assert max(Counter(given).values()) == 1
    entries = {
        member: [
            {"seat": str(seat.public_id), "key": f"k {seat.pk}", "shown_ms": 900, "judgement": JUDGED}
            for seat in Seat.objects.filter(annotator=member, state="held")
        ]
        for member in people
    }
    jobs = [lambda m=member, e=mine: submit_scores(member=m, entries=e, now=NOW) for member, mine in entries.items()]
    results = at_once(*jobs, *jobs)
    assert failures(results) == []
    assert Counter(one.status for result in results for one in result) == {"saved": 8, "duplicate": 8}
    assert (Score.objects.count(), Judgement.objects.count()) == (8, 8)
    settle_campaign(campaign=campaign, now=NOW + timedelta(minutes=2))
    assert no_breaches(campaign)


def test_sweeps_at_once_rule_once_and_ask_for_one_writer() -> None:
    road = Road()
    for person in road.people[:2]:
        judge(person, now=road.now)
    road.now += timedelta(minutes=2)
    assert failures(at_once(*[lambda: sweep(road)] * 3)) == []
    assert (Verdict.objects.count(), TwinTruth.objects.count(), CaptionOrder.objects.count()) == (1, 1, 1)
    assert Seat.objects.filter(pair__query__query_id=2).count() == 1
    assert LedgerEntry.objects.filter(campaign=road.campaign, kind="twins_judged").count() == 1
    assert road.breaches() == []


@pytest.mark.parametrize("attempt", range(3))
def test_a_change_beside_the_sweep_is_what_is_checked_or_is_refused(attempt: int) -> None:
    """At the last moment of the grace period a writer changes the captions, while a sweep passes them on."""
    road = Road().judged()
    writer = road.people[0]
    seat = seat_of(writer, "caption", now=road.now)
    first = {"seat": str(seat.public_id), "key": "first", "shown_ms": 9000}
    submit_scores(member=writer, entries=[{**first, "captions": ["A man sits", "A man stands up"]}], now=road.now)
    change = {**first, "key": "second", "replaces": "first", "captions": ["A boy sits", "A boy stands up"]}
    last = road.now + timedelta(seconds=59)
    road.now += timedelta(minutes=2)
    changed, swept = at_once(
        lambda: submit_scores(member=writer, entries=[change], now=last)[0].status, lambda: sweep(road)
    )
    assert failures([changed, swept]) == []
    road.sweep()
    texts = TwinCaption.objects.get(score__current=True)
    assert {texts.forward_text, texts.backward_text} == (
        {"A boy sits", "A boy stands up"} if changed == "changed" else {"A man sits", "A man stands up"}
    )
    assert changed in ("changed", "refused")
    assert Seat.objects.filter(pair__query__query_id=3, state__in=["open", "reserved"]).count() == 2


def test_a_return_beside_the_assignment_of_the_other_caption_loses_neither() -> None:
    road = Road(checkers=1).judged().written()
    road.freed()
    assert assign(road.people[1], right=False, now=road.now).status == "saved"
    road.freed()
    road.now += timedelta(minutes=2)
    other = seat_of(road.people[2], "assign", backward=True, now=road.now)
    given = {"seat": str(other.public_id), "key": "beside", "shown_ms": 900, "assignment": {"chosen": 1}}
    saved, swept = at_once(
        lambda: submit_scores(member=road.people[2], entries=[given], now=road.now)[0].status, lambda: sweep(road)
    )
    assert (saved, failures([swept])) == ("saved", [])
    road.sweep()
    assert (Assignment.objects.count(), CaptionOrder.objects.count()) == (2, 2)
    assert road.verdicts("assign")[0][1] == "returned"


def test_leads_who_decide_at_once_decide_once() -> None:
    road = Road().judged("forward", "neither", "backward")
    pair = road.pair("judge")
    decided = at_once(
        *[
            lambda actor=actor: decide_twins(
                pair=pair, judgement=JudgementAnswer(False), reason="seen", now=road.now, actor=actor
            )
            for actor in ("L1", "L2", "L3")
        ]
    )
    assert sorted(type(one).__name__ for one in decided) == ["AlreadyDecided", "AlreadyDecided", "Verdict"]
    assert all(isinstance(one, AlreadyDecided | Verdict) for one in decided)
    assert TwinTruth.objects.count() == 1
    assert road.breaches() == []


@pytest.mark.parametrize("attempt", range(3))
def test_a_decision_that_is_undone_beside_sweeps_is_undone_once_or_stays_whole(attempt: int) -> None:
    """A sweep that asks for captions and two undoings at once: whoever wins, the clip waits for exactly one thing."""
    road = Road().judged("forward", "neither", "backward")
    pair = road.pair("judge")
    decide_twins(
        pair=pair,
        judgement=JudgementAnswer(True, Criterion.STATE, Unreal.NEITHER),
        reason="seen",
        now=road.now,
        actor="L1",
    )
    results = at_once(
        lambda: take_back_twins(pair=pair, actor="L1", now=road.now),
        lambda: sweep(road),
        lambda: take_back_twins(pair=pair, actor="L2", now=road.now),
        lambda: sweep(road),
    )
    undone = [type(result).__name__ for result in (results[0], results[2])]
    assert sorted(undone) == ["AlreadyDecided", "Verdict"], results
    assert failures([results[1], results[3]]) == []
    road.sweep()
    assert road.verdicts("judge") == []
    assert list(twins_for_lead(road.campaign)) == [pair]
    assert not Seat.objects.filter(pair__query__query_id=2, superseded=False).exists()
    assert LedgerEntry.objects.filter(campaign=road.campaign, kind="twins_decision_undone").count() == 1


def test_of_two_leads_who_send_decisions_at_once_one_gets_409() -> None:
    road = Road().judged("forward", "neither", "backward")
    programs = [Client(), Client()]
    for program in programs:
        program.force_login(make_lead(road.campaign).user)
    url = f"/api/v1/campaigns/{road.campaign.slug}/twins/{road.pair('judge').number}/decide/"
    bodies: list[dict[str, object]] = [
        {"decision": "judge", "temporal": False, "reason": "seen"},
        {"decision": "judge", "temporal": True, "criterion": "state", "unreal": "neither", "reason": "seen"},
    ]
    answers = at_once(
        *[
            lambda program=program, body=body: program.post(url, body, content_type="application/json")
            for program, body in zip(programs, bodies, strict=True)
        ]
    )
    assert failures(answers) == []
    assert sorted(answer.status_code for answer in answers) == [200, 409], [answer.content for answer in answers]
    assert TwinTruth.objects.count() == 1
    assert road.breaches() == []


def test_splits_that_are_drawn_twice_at_once_are_those_of_one_drawing() -> None:
    campaign, _, now = described(twins=6, singles=1)
    drawn = at_once(
        *[
            lambda seed=seed: draw_campaign_splits(
                campaign=campaign, sizes=SplitSizes(2, 4), seed=seed, actor="L1", now=now
            )
            for seed in (1, 2, 3)
        ]
    )
    assert failures(drawn) == []
    stored = {
        str(number): split for number, split in VideoSplit.objects.values_list("video__moments__desc_id", "split")
    }
    assert VideoSplit.objects.count() == 6
    assert any(all(stored[name] == split for name, split in one.splits.items()) for one in drawn)
    assert LedgerEntry.objects.filter(campaign=campaign, kind="splits_drawn").count() == 3
