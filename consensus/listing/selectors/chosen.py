"""The pairs on which a lead wants to act, and which of them an action refuses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.checks.selectors import refused_golds
from annotator.guideline.selectors.examples import refused_examples
from consensus.listing.actions import MOST_AT_ONCE, Action, mark_of
from consensus.listing.filters import PairView
from consensus.listing.selectors.filtering import pairs_in_view
from consensus.pairs.selectors.refusals import refused_reopenings, refused_withdrawals
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.models import Campaign, Pair, Split


def _of_exam(pairs: Sequence[Pair]) -> dict[int, str]:
    """Pairs whose query nobody gives out by priority."""
    of_exam = [pair for pair in pairs if pair.query.split == Split.EXAM]
    return {pair.pk: f"query {pair.query.query_id} belongs to the exam" for pair in of_exam}


REFUSALS = {
    "withdraw": refused_withdrawals,
    "reopen": refused_reopenings,
    "example": refused_examples,
    "gold": refused_golds,
    "priority": _of_exam,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Pairs that stay as they are for the same reason, by number."""

    reason: str
    numbers: list[int]

    def __str__(self) -> str:
        return f"{counted(len(self.numbers), 'pair')}, because {self.reason}"


@dataclass(frozen=True, slots=True)
class Preview:
    """The pairs that an action would change, and why it refuses the others; `mark` stands for the former."""

    allowed: list[Pair]
    refused: list[Refusal]

    @property
    def mark(self) -> str:
        """A mark of what would change."""
        return mark_of(pair.pk for pair in self.allowed)

    @property
    def queries(self) -> list[int]:
        """The numbers of the queries that they belong to."""
        return sorted({pair.query.query_id for pair in self.allowed})


def chosen_pairs(campaign: Campaign, *, numbers: Sequence[int], view: PairView | None) -> list[Pair]:
    """The pairs of those numbers, or all of the view if there is one, by number.

    Raises BadInput for none, for too many, and for a number that the campaign does not have.
    """
    found = pairs_in_view(campaign, view) if view else campaign.pairs.filter(number__in=numbers, study_only=False)
    count = found.count()
    if not view and count < len(set(numbers)):
        known = set(found.values_list("number", flat=True))
        raise BadInput(f"pairs: the campaign has no pair {min(set(numbers) - known)}")
    if not count:
        raise BadInput("pairs: choose at least one")
    if count > MOST_AT_ONCE:
        raise BadInput(f"pairs: {count:,} are too many at once; filter until at most {MOST_AT_ONCE:,} are left")
    keys = list(found.values_list("pk", flat=True))
    pairs = Pair.objects.filter(pk__in=keys).select_related("campaign", "query", "moment", "batch__protocol")
    return list(pairs.order_by("number"))


def preview_of(action: Action, pairs: Sequence[Pair]) -> Preview:
    """What the action would do to the pairs now."""
    refused = REFUSALS[action.name](pairs)
    by_reason: dict[str, list[int]] = defaultdict(list)
    for pair in pairs:
        if pair.pk in refused:
            own = f"pair {pair.number} "
            reason = refused[pair.pk]
            by_reason[f"each {reason.removeprefix(own)}" if reason.startswith(own) else reason].append(pair.number)
    reasons = [Refusal(reason, numbers) for reason, numbers in by_reason.items()]
    return Preview([pair for pair in pairs if pair.pk not in refused], reasons)
