"""What labeling costs: scores, hours, money and days, from queries, depth and rates; only arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.base.errors import BadInput

PUBLISHED_ESCALATION = Decimal("0.18")  # 17,421 of 96,483 pairs had a second round
PUBLISHED_EXTENSION = Decimal("0.47")  # 1,544 of 3,281 queries had a second batch
USUAL_LABEL_S = Decimal(19)  # about 1,200 hours for 227,808 scores
SCORES_A_ROUND = 2
SECONDS_AN_HOUR = 3600
MOST_QUERIES, MOST_PEOPLE, LARGEST_BATCH = 1_000_000, 10_000, 1000


@dataclass(frozen=True, slots=True)
class CampaignPlan:
    """A campaign as it is planned: shares from 0 to 1, seconds a label, hours a day and person, money an hour.

    Raises BadInput that names the field where a value is out of its range.
    """

    queries: int
    people: int
    batch_size: int = 20
    escalation: Decimal = PUBLISHED_ESCALATION
    extension: Decimal = PUBLISHED_EXTENSION
    label_s: Decimal = USUAL_LABEL_S
    hourly_rate: Decimal = Decimal(0)
    hours_a_day: Decimal = Decimal(4)

    def __post_init__(self) -> None:
        require_between("queries", self.queries, 1, MOST_QUERIES)
        require_between("people", self.people, PEOPLE_A_PAIR, MOST_PEOPLE)
        require_between("batch_size", self.batch_size, 1, LARGEST_BATCH)
        require_between("escalation", self.escalation, 0, 1)
        require_between("extension", self.extension, 0, 1)
        require_between("label_s", self.label_s, Decimal("0.1"), SECONDS_AN_HOUR)
        require_between("hourly_rate", self.hourly_rate, 0, 100_000)
        require_between("hours_a_day", self.hours_a_day, Decimal("0.1"), 24)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a plan needs: pairs and scores to a whole one, hours to a tenth, money to the cent, whole days."""

    first_pairs: int
    second_pairs: int
    first_scores: int
    second_scores: int
    hours: Decimal
    cost: Decimal
    days: int

    @property
    def pairs(self) -> int:
        """The pairs of both batches."""
        return self.first_pairs + self.second_pairs

    @property
    def scores(self) -> int:
        """The seats of both rounds, each one score."""
        return self.first_scores + self.second_scores


def budget(plan: CampaignPlan) -> Budget:
    """The budget of a plan.

    Every query has a first batch, a share of them (`extension`) a second one of the same size. Every pair is
    scored by two (R2), a share of them (`escalation`) by two more (R4).
    """
    first_pairs = plan.queries * plan.batch_size
    second_pairs = whole(first_pairs * plan.extension)
    first_scores = SCORES_A_ROUND * (first_pairs + second_pairs)
    second_scores = SCORES_A_ROUND * whole((first_pairs + second_pairs) * plan.escalation)
    seconds = (first_scores + second_scores) * plan.label_s
    return Budget(
        first_pairs=first_pairs,
        second_pairs=second_pairs,
        first_scores=first_scores,
        second_scores=second_scores,
        hours=hours_for(seconds),
        cost=cost_of(seconds, plan.hourly_rate),
        days=whole_up(seconds / (plan.people * plan.hours_a_day * SECONDS_AN_HOUR)),
    )


def hours_for(seconds: Decimal) -> Decimal:
    """Seconds as hours, to a tenth."""
    return (seconds / SECONDS_AN_HOUR).quantize(Decimal("0.1"), ROUND_HALF_UP)


def cost_of(seconds: Decimal, hourly_rate: Decimal) -> Decimal:
    """What the seconds cost, to the cent, with halves rounded up."""
    return (seconds * hourly_rate / SECONDS_AN_HOUR).quantize(Decimal("0.01"), ROUND_HALF_UP)


def whole(number: Decimal) -> int:
    """The nearest whole number, with halves rounded up."""
    return int(number.quantize(Decimal(1), ROUND_HALF_UP))


def whole_up(number: Decimal) -> int:
    """The next whole number, as a day that is begun is a day."""
    return int(number.to_integral_value(ROUND_CEILING))


def require_between(field: str, value: int | Decimal, lowest: int | Decimal, highest: int | Decimal) -> None:
    """Raise BadInput that names the field if its value is out of the range."""
    if not lowest <= value <= highest:
        raise BadInput(f"{field}: expected {lowest} to {highest}, got {value}")
