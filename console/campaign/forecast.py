"""How much of a campaign is left, what it costs and when it ends, at the rates seen so far; only arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from console.campaign.planning import (
    PUBLISHED_ESCALATION,
    PUBLISHED_EXTENSION,
    SCORES_A_ROUND,
    USUAL_LABEL_S,
    cost_of,
    hours_for,
    whole,
    whole_up,
)

FEWEST_PAIRS, FEWEST_QUERIES, FEWEST_LABELS = 100, 10, 100
DAYS_OF_PACE = 7
TENTH = Decimal("0.1")
LATEST = 36_500  # days; an end beyond a century is none


@dataclass(frozen=True, slots=True)
class Seen:
    """A figure and on how many it rests; `usual` if these are too few and the published one is used."""

    value: Decimal
    n: int
    usual: bool

    @property
    def percent(self) -> Decimal:
        """A share in percent, to a tenth."""
        return (100 * self.value).quantize(TENTH, ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class Left:
    """What is not done: seats that wait for a score, pairs whose round 1 is not ruled on, pairs not opened.

    `second_pairs` are those of second batches that may still be opened.
    """

    seats: int
    in_first_round: int
    first_pairs: int
    second_pairs: int


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the arithmetic: what, how many, times what, and the scores that this makes."""

    name: str
    count: int
    factor: str
    scores: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is left, in scores, hours, money and days; `a_day` and `ends_on` are None if nothing says how fast."""

    terms: tuple[Term, ...]
    scores: int
    hours: Decimal
    cost: Decimal
    a_day: Decimal | None
    days_of_pace: int
    ends_on: date | None


def escalation_seen(*, escalated: int, agreed_at_once: int) -> Seen:
    """The share of pairs that needed a second round, of those whose first was ruled on."""
    return _seen(escalated, escalated + agreed_at_once, FEWEST_PAIRS, PUBLISHED_ESCALATION)


def extension_seen(*, extended: int, closed: int) -> Seen:
    """The share of queries that were extended, of those that could be and were decided on."""
    return _seen(extended, extended + closed, FEWEST_QUERIES, PUBLISHED_EXTENSION)


def pace_seen(*, millis: int, labels: int) -> Seen:
    """The seconds at work for a label, all labels together."""
    pace = _seen(millis, labels, FEWEST_LABELS, 1000 * USUAL_LABEL_S)
    return Seen((pace.value / 1000).quantize(TENTH, ROUND_HALF_UP), labels, pace.usual)


def _seen(part: int, of: int, fewest: int, usual: Decimal) -> Seen:
    return Seen(usual if of < fewest else Decimal(part) / of, of, of < fewest)


def forecast(
    left: Left,
    *,
    escalation: Seen,
    extension: Seen,
    pace: Seen,
    hourly_rate: Decimal,
    scores_by_day: Mapping[date, int],
    today: date,
) -> Forecast:
    """The forecast: what is left times the rates, times the pace; days at the mean of the last seven full days."""
    terms = _terms(left, escalation, extension)
    scores = sum(term.scores for term in terms)
    seconds = scores * pace.value
    a_day, days = scores_a_day(scores_by_day, today)
    return Forecast(
        terms=terms,
        scores=scores,
        hours=hours_for(seconds),
        cost=cost_of(seconds, hourly_rate),
        a_day=a_day,
        days_of_pace=days,
        ends_on=_end(scores, a_day, today),
    )


def scores_a_day(scores_by_day: Mapping[date, int], today: date) -> tuple[Decimal | None, int]:
    """The mean of the last seven days before today, of fewer where work began later; and of how many days."""
    begun = min((day for day, scores in scores_by_day.items() if scores), default=today)
    days = min(DAYS_OF_PACE, (today - begun).days)
    if days <= 0:
        return None, 0
    made = sum(scores_by_day.get(today - timedelta(days=back), 0) for back in range(1, days + 1))
    return (Decimal(made) / days).quantize(TENTH, ROUND_HALF_UP) if made else None, days


@dataclass(frozen=True, slots=True)
class Needed:
    """What finishing by a day needs: scores a day, today with it, and how many people at their target of a day."""

    finish_by: date
    days: int
    a_day: int
    people: int | None

    @property
    def is_over(self) -> bool:
        """Whether the day is past."""
        return self.days <= 0


def needed(scores: int, *, finish_by: date | None, day_target: int | None, today: date) -> Needed | None:
    """What `scores` left need to be done by that day; None without a day or with nothing left."""
    if finish_by is None or not scores:
        return None
    days = (finish_by - today).days + 1
    a_day = whole_up(Decimal(scores) / days) if days > 0 else 0
    people = whole_up(Decimal(a_day) / day_target) if day_target and days > 0 else None
    return Needed(finish_by, days, a_day, people)


def _terms(left: Left, escalation: Seen, extension: Seen) -> tuple[Term, ...]:
    more, share = SCORES_A_ROUND * escalation.value, extension.value
    a_pair = SCORES_A_ROUND + more
    more_factor, pair_factor = f"2 × {escalation.percent}%", f"(2 + 2 × {escalation.percent}%)"
    first = left.in_first_round
    return (
        Term("seats waiting for a score", left.seats, "1", left.seats),
        Term("pairs in round 1 that may need round 2", first, more_factor, whole(first * more)),
        Term("pairs in unopened first batches", left.first_pairs, pair_factor, whole(left.first_pairs * a_pair)),
        Term(
            "pairs in second batches that may open",
            left.second_pairs,
            f"{extension.percent}% × {pair_factor}",
            whole(left.second_pairs * share * a_pair),
        ),
    )


def _end(scores: int, a_day: Decimal | None, today: date) -> date | None:
    """The last day of work, today's scores not counted on."""
    if not scores or a_day is None or scores / a_day > LATEST:
        return None
    return today + timedelta(days=whole_up(scores / a_day))
