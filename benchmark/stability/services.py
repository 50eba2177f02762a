"""How sure an order is, as a study of runs that people order."""

from __future__ import annotations

from benchmark.models import StabilityStudy
from benchmark.stability.order import MOST_SYSTEMS, StabilityOrder
from benchmark.stability.sections import sections_of
from benchmark.stability.selectors import asked_of
from benchmark.studies.services import Prepared, RunStudy
from evaluation.stability.questions import questioned
from moments.models import Campaign


def prepare_stability(campaign: Campaign, order: StabilityOrder) -> Prepared:
    """The questions of the order; raises what `asked_of` raises."""
    asked, plan = asked_of(campaign, order), order.plan
    return Prepared(
        asked.snapshot,
        plan.pieces(len(asked.names), raters=asked.scores is not None),
        lambda progress: questioned(
            asked.systems(), asked.labels, asked.criterion, plan, scores=asked.scores, progress=progress
        ),
    )


STABILITY = RunStudy(
    name="stability",
    step="study how sure orders are",
    order=StabilityOrder,
    most_runs=MOST_SYSTEMS,
    table=StabilityStudy,
    prepare=prepare_stability,
    sections=sections_of,
    busy="the order of the runs is already being studied",
    failed="the order of the runs could not be studied",
)
