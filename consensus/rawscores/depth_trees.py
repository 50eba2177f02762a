"""How well boosted trees that see every verdict of a first batch predict what its lead decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from consensus.rawscores.depth import Relevances
from consensus.rawscores.held import DrawsError
from evaluation.metrics.columns import Bools, Floats

FEWEST_FOLDS, MOST_FOLDS = 2, 100
UNJUDGED = -1.0
ROUNDS, DEPTH, RATE = 200, 2, 0.05


@dataclass(frozen=True, slots=True)
class Forest:
    """How trees are fitted: on all folds of the queries but one, which is then predicted; raises DrawsError."""

    folds: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if not FEWEST_FOLDS <= self.folds <= MOST_FOLDS:
            raise DrawsError(f"folds: expected an integer {FEWEST_FOLDS} to {MOST_FOLDS}, got {self.folds}")


def chances_of_extension(verdicts: Sequence[Relevances], extended: Bools, forest: Forest, *, batch_size: int) -> Floats:
    """The chance that each query was extended, from trees that were fitted on other queries.

    A query is one row: its relevances by rank, with a value below the scale for a pair that did not agree or is not
    there. The folds have the same share of extended queries. Trees are boosted as by Friedman ("Greedy function
    approximation", Annals of Statistics, 2001), on histograms. The same input and seed give the same chances. Raises
    DrawsError if fewer queries than folds were extended or closed.
    """
    # scikit-learn takes seconds to import, and only this study needs it here.
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    fewest = int(min(extended.sum(), (~extended).sum()))
    if fewest < forest.folds:
        raise DrawsError(
            f"folds: expected at most {fewest}, because only that many queries were decided in one of the two ways, "
            f"got {forest.folds}"
        )
    rows = np.full((len(verdicts), batch_size), UNJUDGED)
    for row, relevances in zip(rows, verdicts, strict=True):
        row[: len(relevances)] = [UNJUDGED if one is None else one for one in relevances]
    trees = HistGradientBoostingClassifier(
        max_iter=ROUNDS, max_depth=DEPTH, learning_rate=RATE, early_stopping=False, random_state=forest.seed
    )
    folds = StratifiedKFold(forest.folds, shuffle=True, random_state=forest.seed)
    chances: Floats = cross_val_predict(trees, rows, extended, cv=folds, method="predict_proba")[:, 1]
    return chances
