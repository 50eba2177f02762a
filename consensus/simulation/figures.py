"""The figures by which a simulated campaign is held against a real one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.scale import SCALE, Scale

UNDECIDED = -1
REPORTED_RANKS = (1, 2, 3, 5, 10, 20)

Grid = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CampaignFigures:
    """What a campaign comes to.

    Shares (0 to 1) are of all scored pairs, those of the verdicts by relevance from 0 up; `extended` is
    of all queries. `kappa` and `quadratic_kappa` are of the first two scores. The kappas `of_rows` are
    of each pair's first two rows when its rows are sorted by worker, as in the published file: of four
    rows any two. `by_rank` is the mean relevance at REPORTED_RANKS of the full batches whose first
    pair is an own moment (`own_moment_from`).
    """

    queries: int
    pairs: int
    in_round_2: float
    discarded: float
    extended: float
    verdicts: tuple[float, ...]
    kappa: float
    quadratic_kappa: float
    kappa_of_rows: float
    quadratic_kappa_of_rows: float
    by_rank: tuple[float, ...]

    def measures(self) -> dict[str, float]:
        """The figures without the counts by name, one number a name (`verdict_3`, `rank_20`)."""
        return {
            "in_round_2": self.in_round_2,
            "discarded": self.discarded,
            "extended": self.extended,
            **{f"verdict_{score}": share for score, share in enumerate(self.verdicts)},
            "kappa": self.kappa,
            "quadratic_kappa": self.quadratic_kappa,
            "kappa_of_rows": self.kappa_of_rows,
            "quadratic_kappa_of_rows": self.quadratic_kappa_of_rows,
            **{f"rank_{rank}": mean for rank, mean in zip(REPORTED_RANKS, self.by_rank, strict=False)},
        }


def figures_of(
    *,
    queries: int,
    extended: float,
    verdicts: Grid,
    in_round_2: Mask,
    first_two: tuple[Grid, Grid],
    rows: tuple[Grid, Grid],
    batches: Grid,
    scale: Scale = SCALE,
) -> CampaignFigures:
    """The figures of a campaign from one entry a scored pair, and its full batches with one row each.

    A discarded pair's verdict is UNDECIDED. `rows` are the first two by worker, see CampaignFigures.
    """
    return CampaignFigures(
        queries=queries,
        pairs=len(verdicts),
        in_round_2=float(in_round_2.mean()),
        discarded=float((verdicts == UNDECIDED).mean()),
        extended=extended,
        verdicts=tuple(float((verdicts == score).mean()) for score in scale.levels),
        kappa=kappa_of(*first_two, scale=scale),
        quadratic_kappa=kappa_of(*first_two, quadratic=True, scale=scale),
        kappa_of_rows=kappa_of(*rows, scale=scale),
        quadratic_kappa_of_rows=kappa_of(*rows, quadratic=True, scale=scale),
        by_rank=means_by_rank(batches, scale),
    )


def own_moment_from(scale: Scale) -> int:
    """The relevance from which a first pair counts as the query's own moment: 3 of 4, on other scales that share."""
    return -(-3 * scale.span // 4)


def means_by_rank(batches: Grid, scale: Scale = SCALE) -> tuple[float, ...]:
    """Mean relevance at REPORTED_RANKS over full batches (one a row) that open with an own moment.

    Ranks deeper than a batch are left out; all of them when no batch opens so or a rank has no verdict.
    """
    opening = batches[batches[:, 0] >= own_moment_from(scale)]
    columns = [opening[:, rank - 1] for rank in REPORTED_RANKS if rank <= batches.shape[1]]
    agreed = [column[column != UNDECIDED] for column in columns]
    return tuple(float(column.mean()) for column in agreed) if all(map(len, agreed)) else ()


def kappa_of(first: Grid, second: Grid, *, quadratic: bool = False, scale: Scale = SCALE) -> float:
    """Cohen's kappa (1960) of two score columns; `quadratic` weighs by squared distance (Cohen 1968).

    1.0 if both columns hold one and the same score throughout: there is nothing to disagree on.
    """
    counts = np.zeros((scale.count, scale.count))
    np.add.at(counts, (first, second), 1)
    shares = counts / counts.sum()
    distances = np.subtract.outer(np.array(scale.levels), np.array(scale.levels))
    weights = distances**2 if quadratic else distances != 0
    by_chance = float((weights * np.outer(shares.sum(axis=1), shares.sum(axis=0))).sum())
    return 1.0 - float((weights * shares).sum()) / by_chance if by_chance else 1.0
