"""A person's scores over time: agreement with verdicts, severity, pace, care; pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import groupby
from statistics import median
from typing import NamedTuple

from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.confusion import ConfusionTable, confusion_table
from annotator.statistics.differences import mean_signed_difference, within_tolerance
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting, cohen_kappa
from evaluation.scale import SCALE, Scale

SECOND = 1000
SCORES_A_BLOCK = 100
NO_INTERVAL = Resampling(resamples=0)


class RecordedScore(NamedTuple):
    """One score: when (milliseconds since 1970), which, the verdict on its pair if agreed, full plays if known.

    `took` is the active time that it added, in milliseconds.
    """

    at: int
    relevance: int
    verdict: int | None
    plays: int | None
    took: int


@dataclass(frozen=True, slots=True)
class ScoreFigures:
    """What a stretch of scores comes to.

    `unplayed` is the share given before a full play, of the `plays_known` scores that say how often the clip ran.
    """

    label: str
    scores: int
    within: Estimate
    kappa: Estimate
    severity: Estimate
    pace_s: float | None
    plays_known: int
    unplayed: float | None

    @property
    def decided(self) -> int:
        """How many scores lie on pairs with an agreed verdict."""
        return self.within.n


@dataclass(frozen=True, slots=True)
class AgreementCounts:
    """How `n` scores compare with other people's or earlier ones: how many are equal or within the tolerance."""

    n: int
    equal: int
    within: int

    @property
    def equal_percent(self) -> int:
        """The share that is equal; of none it is 0."""
        return round(100 * self.equal / self.n) if self.n else 0

    @property
    def within_percent(self) -> int:
        """The share within the tolerance; of none it is 0."""
        return round(100 * self.within / self.n) if self.n else 0


def figures(
    label: str,
    scores: Sequence[RecordedScore],
    *,
    tolerance: int,
    scale: Scale = SCALE,
    resampling: Resampling = NO_INTERVAL,
) -> ScoreFigures:
    """The figures of those scores; by default without intervals."""
    table = with_verdicts(scores, scale)
    known = [score.plays for score in scores if score.plays is not None]
    return ScoreFigures(
        label=label,
        scores=len(scores),
        within=within_tolerance(table, tolerance, resampling=resampling),
        kappa=cohen_kappa(table, Weighting.QUADRATIC, resampling=resampling),
        severity=mean_signed_difference(table, resampling=resampling),
        pace_s=round(median(score.took for score in scores) / SECOND, 1) if scores else None,
        plays_known=len(known),
        unplayed=known.count(0) / len(known) if known else None,
    )


def whole_figures(scores: Sequence[RecordedScore], *, tolerance: int, scale: Scale = SCALE) -> ScoreFigures:
    """The figures of all scores, with intervals."""
    return figures("all", scores, tolerance=tolerance, scale=scale, resampling=STANDARD)


def with_verdicts(scores: Iterable[RecordedScore], scale: Scale) -> ConfusionTable:
    """How often which score met which verdict."""
    decided = [(score.relevance, score.verdict) for score in scores if score.verdict is not None]
    given, verdicts = [score for score, _ in decided], [reached for _, reached in decided]
    return confusion_table(given, verdicts, scale=scale.levels)


def by_hundred(scores: Sequence[RecordedScore]) -> Iterator[tuple[str, Sequence[RecordedScore]]]:
    """Blocks of a hundred scores in the order of work, the last one as long as it is."""
    for start in range(0, len(scores), SCORES_A_BLOCK):
        block = scores[start : start + SCORES_A_BLOCK]
        yield f"{start + 1}–{start + len(block)}", block


def by_week(scores: Sequence[RecordedScore], zone: tzinfo) -> Iterator[tuple[str, Sequence[RecordedScore]]]:
    """Blocks by week, which begins on Monday in that time zone; weeks without work are left out."""

    def monday(score: RecordedScore) -> str:
        day = datetime.fromtimestamp(score.at / SECOND, UTC).astimezone(zone).date()
        return (day - timedelta(days=day.weekday())).isoformat()

    for week, block in groupby(scores, key=monday):
        yield week, list(block)


def agreement(given: Mapping[int, int], reference: Mapping[int, int], *, tolerance: int) -> AgreementCounts:
    """How the scores of the units that both mappings hold compare."""
    distances = [abs(given[unit] - reference[unit]) for unit in given if unit in reference]
    return AgreementCounts(len(distances), distances.count(0), sum(distance <= tolerance for distance in distances))
