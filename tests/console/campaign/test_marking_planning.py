"""What a marking campaign costs, against sums by hand and against the simulation of the rules."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from consensus.simulation.marking.people import published_person
from consensus.simulation.marking.study import study_rule
from consensus.simulation.marking.world import draw_world
from console.campaign.marking_planning import MarkingPlan, marking_budget
from console.campaign.plan_fields import read_marking_plan
from console.campaign.views.plan import SIMULATED
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol

PLAN = MarkingPlan(
    videos=10,
    video_hours=Decimal(6),
    questions=90,
    people=3,
    speed=Decimal(3),
    question_s=Decimal(60),
    search_s=Decimal(10),
    segments=Decimal(2),
    segment_s=Decimal(5),
    pieces=Decimal("0.5"),
    piece_s=Decimal(20),
    returned=Decimal(0),
    hourly_rate=Decimal(10),
    hours_a_day=Decimal(1),
)


def test_hours_are_watching_writing_marking_and_judging() -> None:
    found = marking_budget(PLAN)
    assert (found.watching, found.authors, found.markers) == (Decimal("2.0"), Decimal("4.0"), Decimal("2.5"))
    assert (found.returns, found.watched_again, found.third) == (Decimal("0.0"), 0, Decimal("0.3"))
    assert (found.hours, found.cost, found.days) == (Decimal("6.8"), Decimal("67.50"), 3)
    assert (found.third_share, found.a_video_hour) == (Decimal("0.25") / Decimal("6.75"), Decimal("1.125"))


def test_a_returned_question_has_its_video_watched_again() -> None:
    found = marking_budget(replace(PLAN, questions=10, returned=Decimal("0.5")))
    assert found.watched_again == Decimal("0.5")
    assert found.returns == Decimal("1.0")  # 1 h of watching and 5 × (10 s + 20 s)
    assert marking_budget(replace(PLAN, returned=Decimal(1))).watched_again == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_plan_of_the_published_size_comes_near_the_simulation(seed: int) -> None:
    world = draw_world(random.Random(seed))
    hours = sum({question.video: question.duration_ms for question in world}.values()) / 3_600_000
    played = study_rule(world, published_person(), seed=seed, protocol=MarkingProtocol())
    sizes = {"videos": "268", "video_hours": f"{hours:.2f}", "questions": "1800", "people": "23", "hours_a_day": "4"}
    found = marking_budget(read_marking_plan({**SIMULATED, **sizes, "hourly_rate": ""}))
    assert float(found.a_video_hour) == pytest.approx(played.person_hours_a_video_hour, rel=0.05)
    assert float(found.third_share) == pytest.approx(played.third_share, abs=0.01)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"people": 2}, "people: expected 3 to"),
        ({"videos": 0}, "videos: expected 1 to"),
        ({"speed": Decimal(0)}, "speed: expected 0.1 to 16"),
        ({"segments": Decimal("0.5")}, "segments: expected 1 to 100"),
        ({"piece_s": Decimal(-1)}, "piece_s: expected 0 to 3600"),
    ],
)
def test_what_is_out_of_range_is_named(changed: dict[str, int | Decimal], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        replace(PLAN, **changed)
