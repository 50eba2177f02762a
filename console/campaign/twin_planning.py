"""What a twins campaign costs: answers, hours, money and days, from clips, shares and seconds; only arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from consensus.twins.judging import JUDGES, MOST_JUDGES
from console.campaign.planning import (
    MOST_PEOPLE,
    SECONDS_AN_HOUR,
    cost_of,
    hours_for,
    require_between,
    whole,
    whole_up,
)
from moments.base.errors import BadInput

MOST_CLIPS = 1_000_000


@dataclass(frozen=True, slots=True)
class TwinPlan:
    """A twins campaign as it is planned: shares from 0 to 1, seconds an answer, money an hour.

    `twins` and `singles` are shares of the clips, `third` of clips that need a third judge, `lookalikes` of captions
    also assigned among similar clips. `returned` is the share of checked versions of twins' captions that fail, and
    one caption may come back `most_returns` times. Raises BadInput that names the field of a value out of its range.
    """

    clips: int
    people: int
    twins: Decimal
    singles: Decimal
    third: Decimal
    returned: Decimal
    lookalikes: Decimal
    checkers: int
    most_returns: int
    judge_s: Decimal
    write_s: Decimal
    assign_s: Decimal
    hourly_rate: Decimal = Decimal(0)
    hours_a_day: Decimal = Decimal(4)

    def __post_init__(self) -> None:
        require_between("clips", self.clips, 1, MOST_CLIPS)
        require_between("people", self.people, MOST_JUDGES, MOST_PEOPLE)
        for share in ("twins", "singles", "third", "returned", "lookalikes"):
            require_between(share, getattr(self, share), 0, 1)
        if self.twins + self.singles > 1:
            raise BadInput("singles: expected at most 100 percent together with twins")
        require_between("checkers", self.checkers, 1, 2)
        require_between("most_returns", self.most_returns, 0, 5)
        for name in ("judge_s", "write_s", "assign_s"):
            require_between(name, getattr(self, name), 0, SECONDS_AN_HOUR)
        require_between("hourly_rate", self.hourly_rate, 0, 100_000)
        require_between("hours_a_day", self.hours_a_day, Decimal("0.1"), 24)

    @property
    def versions(self) -> Decimal:
        """How often a caption of twins is written: 1 + r + r² … up to the most returns."""
        return 1 + sum((self.returned**times for times in range(1, self.most_returns + 1)), Decimal(0))

    @property
    def checks(self) -> Decimal:
        """Assignments of one version: the second checker sees only what the first got right.

        Both fail it with the same chance, so that together they fail the share `returned`.
        """
        return Decimal(1) if self.checkers == 1 else 1 + (1 - self.returned).sqrt()


@dataclass(frozen=True, slots=True)
class TwinBudget:
    """What a plan needs: answers to a whole one, hours to a tenth, money to the cent, whole days."""

    thirds: int
    judgements: int
    first_captions: int
    rewritten: int
    assignments: int
    among_similar: int
    judging: Decimal
    writing: Decimal
    assigning: Decimal
    hours: Decimal
    cost: Decimal
    days: int

    @property
    def captions(self) -> int:
        """All captions that are written."""
        return self.first_captions + self.rewritten

    @property
    def all_assignments(self) -> int:
        """Those between twins and among similar clips."""
        return self.assignments + self.among_similar


def twin_budget(plan: TwinPlan) -> TwinBudget:
    """The budget of a plan.

    Two people judge each clip, and a third where they differ (T2). Twins get two captions and single clips one (T3).
    Captions of twins are checked and may come back (T4); of all captions a share is assigned among look-alikes.
    """
    thirds = whole(plan.clips * plan.third)
    judgements = JUDGES * plan.clips + thirds
    of_twins, of_singles = 2 * whole(plan.clips * plan.twins), whole(plan.clips * plan.singles)
    rewritten = whole(of_twins * (plan.versions - 1))
    assignments = whole(of_twins * plan.versions * plan.checks)
    among_similar = whole((of_twins + of_singles) * plan.lookalikes)
    judging = judgements * plan.judge_s
    writing = (of_twins + of_singles + rewritten) * plan.write_s
    assigning = (assignments + among_similar) * plan.assign_s
    seconds = judging + writing + assigning
    return TwinBudget(
        thirds=thirds,
        judgements=judgements,
        first_captions=of_twins + of_singles,
        rewritten=rewritten,
        assignments=assignments,
        among_similar=among_similar,
        judging=hours_for(judging),
        writing=hours_for(writing),
        assigning=hours_for(assigning),
        hours=hours_for(seconds),
        cost=cost_of(seconds, plan.hourly_rate),
        days=whole_up(seconds / (plan.people * plan.hours_a_day * SECONDS_AN_HOUR)),
    )
