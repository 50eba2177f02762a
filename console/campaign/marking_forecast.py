"""How much of a marking campaign is left, in hours of video and of work, at the rates seen so far; arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from annotator.asking.work_time import Work
from annotator.statistics.bootstrap import Resampling, Units, estimates, ratios
from annotator.statistics.scale import Floats
from consensus.simulation.marking.costs import STANDARD_COSTS
from console.campaign.planning import SECONDS_AN_HOUR, cost_of

FEWEST_PASSES = 5
FEWEST_QUESTIONS = 20
DRAWN = Resampling(resamples=1000)
# The published benchmark: 1,800 questions on 39.9 hours. The rest is what docs/rules-of-marking.md found by simulation.
USUAL_QUESTIONS_AN_HOUR = 1800 / 39.9
USUAL_SEGMENTS_A_QUESTION = 2500 / 1800
USUAL_PIECES_A_QUESTION = 0.9
USUAL_PIECE_S = 19.0
_SEARCH_S = STANDARD_COSTS.search_s + STANDARD_COSTS.segment_s * USUAL_SEGMENTS_A_QUESTION
USUAL_MARKING_S = SECONDS_AN_HOUR / STANDARD_COSTS.speed + USUAL_QUESTIONS_AN_HOUR * _SEARCH_S
USUAL_WRITING_S = USUAL_MARKING_S + USUAL_QUESTIONS_AN_HOUR * STANDARD_COSTS.question_s
USUAL = {Work.WRITING: USUAL_WRITING_S, Work.MARKING: USUAL_MARKING_S, Work.JUDGING: USUAL_PIECE_S}


@dataclass(frozen=True, slots=True)
class Pass:
    """One person's writing about one video, its questions, and how far others are with them."""

    batch: int
    video_s: float
    questions: int
    is_written: bool
    is_marked: bool
    waits_for_marker: bool
    pieces_judged: int = 0
    pieces_waiting: int = 0


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds of work a unit, on how many passes they rest; `usual` if these are too few and the usual pace is taken.

    The unit is an hour of video, or for judging a piece.
    """

    value: float
    n: int
    usual: bool


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the arithmetic: the work, how much of it is left, at what pace, and the hours that this makes."""

    work: Work
    done: float
    left: float
    pace: Pace

    @property
    def hours(self) -> float:
        """Person-hours left."""
        return self.left * self.pace.value / SECONDS_AN_HOUR


@dataclass(frozen=True, slots=True)
class MarkingForecast:
    """Person-hours left with the bounds of their 95% interval (None: nothing measured), money, and days.

    `hours_a_day` is what all people worked a day lately, None if they did not; `pieces_a_question` and
    `questions_an_hour` say how much there will be to judge and to write.
    """

    terms: tuple[Term, ...]
    low: float | None
    high: float | None
    hourly_rate: Decimal
    hours_a_day: float | None
    days_of_pace: int
    pieces_a_question: Pace
    questions_an_hour: Pace

    @property
    def hours(self) -> float:
        """Person-hours left."""
        return sum(term.hours for term in self.terms)

    @property
    def hours_bounds(self) -> tuple[float, float] | None:
        """The interval of the hours."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    @property
    def cost(self) -> Decimal:
        """What the hours cost at today's rate."""
        return self._cost(self.hours)

    @property
    def cost_bounds(self) -> tuple[Decimal, Decimal] | None:
        """The interval of the cost."""
        bounds = self.hours_bounds
        return None if bounds is None else (self._cost(bounds[0]), self._cost(bounds[1]))

    @property
    def days(self) -> float | None:
        """Days that the hours take, if people go on as lately."""
        return self._days(self.hours)

    @property
    def days_bounds(self) -> tuple[float, float] | None:
        """The interval of the days."""
        bounds = self.hours_bounds
        if bounds is None or not self.hours_a_day:
            return None
        return bounds[0] / self.hours_a_day, bounds[1] / self.hours_a_day

    def needed_a_day(self, days: int) -> float | None:
        """The hours of work a day that finish all within that many days; None if there are no days left."""
        return self.hours / days if days > 0 else None

    def _cost(self, hours: float) -> Decimal:
        return cost_of(Decimal(round(hours * SECONDS_AN_HOUR)), self.hourly_rate)

    def _days(self, hours: float) -> float | None:
        return hours / self.hours_a_day if self.hours_a_day else None


def marking_forecast(
    passes: Sequence[Pass],
    spent: Mapping[tuple[int, Work], int],
    *,
    wanted: int | None,
    unwritten_s: float,
    unruled: int,
    ruled: int,
    hourly_rate: Decimal,
    hours_a_day: float | None,
    days_of_pace: int,
) -> MarkingForecast:
    """The forecast from the passes so far and the milliseconds `spent` on each by work.

    `wanted` questions are still missing from the quotas; None if there are none, and then the `unwritten_s` seconds of
    video without a writing are left. `unruled` questions wait for their first ruling, `ruled` have had it.
    """
    rows = _rows(passes, spent)
    done = rows.sum(axis=0)
    density = _density(passes)
    pieces = _pieces(passes, ruled)
    begun = _hours(one for one in passes if not one.is_written)
    write = unwritten_s / SECONDS_AN_HOUR + begun if wanted is None else wanted / density.value
    mark = write + _hours(one for one in passes if one.waits_for_marker) + (0 if wanted is None else begun)
    to_rule = unruled + (density.value * write if wanted is None else wanted)
    judge = sum(one.pieces_waiting for one in passes) + pieces.value * to_rule
    left = {Work.WRITING: write, Work.MARKING: mark, Work.JUDGING: judge}
    terms = tuple(
        Term(work, float(done[2 * place + 1]), left[work], _pace(rows, place, USUAL[work]))
        for place, work in enumerate(USUAL)
    )
    low, high = _bounds(rows, terms)
    return MarkingForecast(terms, low, high, hourly_rate, hours_a_day, days_of_pace, pieces, density)


def _hours(passes: Iterable[Pass]) -> float:
    return sum(one.video_s for one in passes) / SECONDS_AN_HOUR


def _rows(passes: Sequence[Pass], spent: Mapping[tuple[int, Work], int]) -> Floats:
    """A row a pass: for each work the seconds spent and the units done; a work that is not done counts neither."""
    rows = []
    for one in passes:
        units = (
            one.video_s / SECONDS_AN_HOUR if one.is_written else 0.0,
            one.video_s / SECONDS_AN_HOUR if one.is_marked else 0.0,
            float(one.pieces_judged),
        )
        row: list[float] = []
        for work, unit in zip(USUAL, units, strict=True):
            row += [spent.get((one.batch, work), 0) / 1000 if unit else 0.0, unit]
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(-1, 2 * len(USUAL))


def _pace(rows: Floats, place: int, usual: float) -> Pace:
    seconds, units = rows[:, 2 * place], rows[:, 2 * place + 1]
    n = int((units > 0).sum())
    if n < FEWEST_PASSES or not seconds.any():
        return Pace(usual, n, usual=True)
    return Pace(float(seconds.sum() / units.sum()), n, usual=False)


def _density(passes: Sequence[Pass]) -> Pace:
    written = [one for one in passes if one.is_written]
    questions = sum(one.questions for one in written)
    if len(written) < FEWEST_PASSES or not questions:
        return Pace(USUAL_QUESTIONS_AN_HOUR, len(written), usual=True)
    return Pace(questions * SECONDS_AN_HOUR / sum(one.video_s for one in written), len(written), usual=False)


def _pieces(passes: Sequence[Pass], ruled: int) -> Pace:
    if ruled < FEWEST_QUESTIONS:
        return Pace(USUAL_PIECES_A_QUESTION, ruled, usual=True)
    return Pace(sum(one.pieces_judged + one.pieces_waiting for one in passes) / ruled, ruled, usual=False)


def _bounds(rows: Floats, terms: Sequence[Term]) -> tuple[float | None, float | None]:
    """The interval of the hours left: passes are drawn again; what rests on a usual pace does not vary."""
    measured = [(place, term) for place, term in enumerate(terms) if term.left and not term.pace.usual]
    if not measured:
        return None, None
    fixed = sum(term.hours for term in terms if term.pace.usual)

    def measure(sums: Floats) -> Floats:
        hours = [ratios(sums[:, 2 * place], sums[:, 2 * place + 1]) * term.left for place, term in measured]
        return np.asarray(np.sum(hours, axis=0) / SECONDS_AN_HOUR + fixed)

    (found,) = estimates(Units(rows, np.ones(len(rows), dtype=np.int64)), [(measure, "")], DRAWN)
    return found.low, found.high
