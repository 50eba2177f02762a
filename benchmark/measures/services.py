"""Studies of measures as a study of runs that people order."""

from __future__ import annotations

from benchmark.measures.order import MOST_SYSTEMS, MeasureOrder
from benchmark.measures.sections import sections_of
from benchmark.measures.selectors import bench_of
from benchmark.models import MeasureStudy
from benchmark.studies.services import Prepared, RunStudy
from evaluation.studies.studied import studied
from moments.models import Campaign


def prepare_measures(campaign: Campaign, order: MeasureOrder) -> Prepared:
    """The studies of the order; raises what `bench_of` raises."""
    found = bench_of(campaign, order)
    pieces = order.plan.pieces(len(found.bench.entries.names))
    return Prepared(found.snapshot, pieces, lambda progress: studied(found.bench, order.plan, progress))


MEASURES = RunStudy(
    name="measures",
    step="study measures",
    order=MeasureOrder,
    most_runs=MOST_SYSTEMS,
    table=MeasureStudy,
    prepare=prepare_measures,
    sections=sections_of,
    busy="the measures are already being studied",
    failed="the measures could not be studied",
)
