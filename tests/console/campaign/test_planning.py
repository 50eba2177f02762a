from decimal import Decimal

import pytest

from console.campaign.planning import Budget, CampaignPlan, budget
from moments.base.errors import BadInput


def test_a_small_campaign_by_hand() -> None:
    # 10 queries × 20 = 200 pairs, half of them again: 300; two scores each, a tenth of the pairs two more: 660.
    plan = CampaignPlan(
        queries=10,
        people=4,
        batch_size=20,
        escalation=Decimal("0.1"),
        extension=Decimal("0.5"),
        label_s=Decimal(30),
        hourly_rate=Decimal(12),
        hours_a_day=Decimal("0.5"),
    )
    made = budget(plan)
    # 660 × 30 s = 5.5 h; × 12 = 66.00; four people × half an hour a day = 2 h a day: 2.75 days, so three.
    assert made == Budget(200, 100, 600, 60, Decimal("5.5"), Decimal("66.00"), 3)
    assert (made.pairs, made.scores) == (300, 660)


def test_the_published_campaign_comes_near_what_was_published() -> None:
    made = budget(CampaignPlan(queries=3281, people=23, hourly_rate=Decimal(14)))
    assert (made.pairs, made.scores, made.hours, made.cost) == (96461, 227648, Decimal("1201.5"), Decimal("16820.66"))
    assert abs(made.pairs - 96_483) < 100
    assert abs(made.scores - 227_808) < 400


@pytest.mark.parametrize(
    ("rates", "scores"),
    [((0, 0), 40), ((1, 0), 80), ((0, 1), 80), ((1, 1), 160)],
)
def test_rates_at_their_ends(rates, scores) -> None:
    escalation, extension = map(Decimal, rates)
    assert budget(CampaignPlan(queries=1, people=4, escalation=escalation, extension=extension)).scores == scores


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"queries": 0}, "queries: expected 1 to"),
        ({"people": 3}, "people: expected 4 to"),
        ({"batch_size": 0}, "batch_size: expected 1 to"),
        ({"escalation": Decimal("1.01")}, "escalation: expected 0 to 1"),
        ({"extension": Decimal("-0.1")}, "extension: expected 0 to 1"),
        ({"label_s": Decimal(0)}, "label_s: expected 0.1 to"),
        ({"hourly_rate": Decimal(-1)}, "hourly_rate: expected 0 to"),
        ({"hours_a_day": Decimal(25)}, "hours_a_day: expected 0.1 to 24"),
    ],
)
def test_what_is_out_of_its_range_is_named(fields, named) -> None:
    with pytest.raises(BadInput, match=named):
        CampaignPlan(**{"queries": 10, "people": 4, **fields})
