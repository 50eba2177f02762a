"""All questions about an order of systems on one set of labels, as figures."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.reading.labels import Labels
from evaluation.stability.analysis import by_boundaries, by_queries, by_raters
from evaluation.stability.judged import Judged
from evaluation.stability.plan import Plan
from evaluation.stability.progress import Progress
from evaluation.stability.sizes import by_size
from evaluation.stability.systems import Criterion, Figures, Systems


@dataclass(frozen=True, slots=True)
class Scores:
    """The raw scores behind the labels, and the tolerance of R3 and R5 under which they were settled."""

    judged: Judged
    tolerance: int


def questioned(
    systems: Systems,
    labels: Labels,
    criterion: Criterion,
    plan: Plan,
    *,
    scores: Scores | None = None,
    progress: Progress | None = None,
) -> Figures:
    """What other queries, fewer queries, other boundaries and, with scores, other raters do to the order."""
    progress, draws = progress or Progress(), plan.draws
    queries, count = len(labels.query_ids), len(labels.truths.row)
    variances = plan.variances_of(labels)  # first, as it may refuse what is asked
    figures: Figures = {
        "measure": criterion.name,
        "queries": queries,
        "labels": count,
        "systems": dict(zip(systems.names, systems.means.tolist(), strict=True)),
        "by_queries": by_queries(systems, draws),
        "by_size": by_size(systems, plan.sizes_of(queries), count, draws),
    }
    if variances:
        figures["by_boundaries"] = by_boundaries(
            systems, labels.truths, criterion, variances, plan.noise, draws, progress=progress
        )
    if scores is not None and draws.raters:
        figures["by_raters"] = by_raters(
            systems, scores.judged, criterion, draws,
            tolerance=scores.tolerance, undrawn=plan.undrawn, progress=progress,
        )  # fmt: skip
    return figures
