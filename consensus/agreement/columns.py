"""A campaign's scores as columns, which its figures of agreement are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.statistics.ratings import Ratings
from annotator.statistics.scale import Integers
from evaluation.scale import SCALE, Scale

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """One entry a score in each column, sorted by pair, then rater.

    `rater` indexes `raters`, who are sorted; `at` is when the level was pressed, in milliseconds since 1970.
    Scores lie on `scale`.
    """

    raters: tuple[str, ...]
    pair: Integers
    query: Integers
    rater: Integers
    round: Integers
    score: Integers
    at: Integers
    scale: Scale = SCALE

    def only(self, kept: Flags) -> Scored:
        """The entries that `kept` (true or false, one an entry) keeps."""
        pair, query, rater, round_, score, at = (
            column[kept] for column in (self.pair, self.query, self.rater, self.round, self.score, self.at)
        )
        return Scored(self.raters, pair, query, rater, round_, score, at, self.scale)

    def ratings(self) -> Ratings[str]:
        """The same with pairs as units."""
        return Ratings(self.raters, self.scale.levels, self.units()[1], self.rater, self.score - self.scale.lowest, 0)

    def units(self) -> tuple[Integers, Integers]:
        """Where each pair's entries begin, and the place of each entry's pair."""
        begins = np.ones(len(self.pair), dtype=np.bool_)
        begins[1:] = self.pair[1:] != self.pair[:-1]  # they are sorted
        return np.flatnonzero(begins), begins.cumsum() - 1

    def ends(self) -> tuple[Integers, Integers]:
        """The lowest and the highest score of each pair."""
        starts, _ = self.units()
        if not len(starts):
            return self.score, self.score
        return np.minimum.reduceat(self.score, starts), np.maximum.reduceat(self.score, starts)


def paired(scored: Scored, *, first_round: bool) -> Scored:
    """The scores of pairs that have two or more of them; with `first_round` only those of round 1."""
    asked = scored.only(scored.round == 1) if first_round else scored
    _, places = asked.units()
    return asked.only(np.bincount(places)[places] > 1) if len(places) else asked
