"""Which answers about twins count for agreement and for the human ceiling."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from annotator.models import Seat
from annotator.twins.answers import CheckResult
from consensus.agreement.selectors.twins import assigned_captions, human_ceiling_of, judged_clips, twin_agreement_of
from consensus.twin_truths.services.deciding import drop_captions
from tests.benchmark.twin_scenes import rule
from tests.twins import Road, TwinTask, judge

pytestmark = pytest.mark.django_db
BETTER = "A man pulls a green door towards him"


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def test_judgements_count_once_the_rules_were_applied() -> None:
    road = Road()
    judge(road.people[0], now=road.now)
    judge(road.people[1], now=road.now)
    assert judged_clips(road.campaign) == []
    road.sweep()
    (clip,) = judged_clips(road.campaign)
    assert [one.worker for one in clip.given] == [person.pseudonym for person in road.people[:2]]
    assert clip.clip == road.pair("judge").moment.desc_id


def test_a_third_judgement_comes_last() -> None:
    road = Road().judged("neither", "backward", "backward")
    (clip,) = judged_clips(road.campaign)
    assert [one.worker for one in clip.given] == [person.pseudonym for person in road.people[:3]]


def test_an_assignment_names_its_twins_its_writer_and_its_place() -> None:
    road = Road().judged().written().assigned(1).assigned(2).assigned(3, backward=True, right=False)
    road.written(None, BETTER).assigned(4, backward=True)
    found = [
        (one.direction, one.attempt, one.number, one.result, one.worker, one.is_first)
        for one in assigned_captions(road.campaign)
    ]
    workers = [person.pseudonym for person in road.people]
    assert found == [
        ("forward", 1, 1, CheckResult.RIGHT, workers[1], True),
        ("forward", 1, 2, CheckResult.RIGHT, workers[2], False),
        ("backward", 1, 1, CheckResult.WRONG, workers[3], True),
        ("backward", 2, 1, CheckResult.RIGHT, workers[4], False),
    ]
    assert {one.writer for one in assigned_captions(road.campaign)} == {workers[0]}
    assert {one.twins for one in assigned_captions(road.campaign)} == {road.pair("judge").moment_id}
    ceiling = human_ceiling_of(road.campaign)
    assert (ceiling.right, ceiling.wrong, ceiling.accuracy.value) == (1, 1, 0.5)


def test_assignments_among_lookalikes_are_marked() -> None:
    road = Road(twins=4, lookalike_share=1.0, lookalikes=3, checkers=1)
    for person in road.people[:2]:
        for _ in range(4):
            judge(person, now=road.now)
    road.sweep()
    road.written().assigned(1).assigned(2, task="lookalikes")
    assert [(one.among_similar, one.is_first) for one in assigned_captions(road.campaign)] == [
        (False, True),
        (True, False),
    ]


def test_captions_that_a_lead_dropped_still_count() -> None:
    road = Road(most_returns=0).judged().written().assigned(1, right=False)
    drop_captions(pair=road.pair("assign"), reason="hopeless", now=road.now, actor="lead")
    assert (human_ceiling_of(road.campaign).wrong, len(judged_clips(road.campaign))) == (1, 1)


def test_withdrawn_clips_and_voided_answers_are_left_out() -> None:
    road = Road().judged().written().assigned(1).assigned(2, backward=True)
    Seat.objects.filter(pair=road.pair("assign")).update(superseded=True)
    assert [one.direction for one in assigned_captions(road.campaign)] == ["backward"]
    road.pair("judge").verdicts.update(superseded=True)
    rule(road.pair("judge").moment, TwinTask.JUDGE, "withdrawn", round=None)
    assert (judged_clips(road.campaign), assigned_captions(road.campaign)) == ([], [])


def test_figures_are_kept_until_the_next_decision(django_assert_num_queries) -> None:
    road = Road(twins=2).judged()
    assert twin_agreement_of(road.campaign).ways.clips == 1
    with django_assert_num_queries(1):
        twin_agreement_of(road.campaign)
    assert twin_agreement_of(road.judged().campaign).ways.clips == 2
