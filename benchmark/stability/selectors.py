"""What the questions about an order of runs are asked of: labels in force, the scores behind them, the runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmark.models import LabelSnapshot
from benchmark.snapshots.selectors import labels_in
from benchmark.stability.order import StabilityOrder
from benchmark.studies.selectors import require_comparable, run_predictions
from consensus.labels.selectors.labels import raw_scores
from evaluation.metrics.columns import Predictions
from evaluation.metrics.measures import MEASURES
from evaluation.reading.labels import Labels
from evaluation.reading.raw_scores import PairMoment, RawScores
from evaluation.scale import Scale
from evaluation.stability.judged import judged_pairs
from evaluation.stability.questions import Scores
from evaluation.stability.systems import Criterion, Systems, query_values
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of, newest_protocol
from moments.models import Campaign
from moments.protocol import Protocol
from moments.scale import gains_of


@dataclass(frozen=True, slots=True)
class Asked:
    """Runs with their predictions, the labels and the scores behind them, and the measure that orders the runs."""

    snapshot: LabelSnapshot
    labels: Labels
    criterion: Criterion
    scores: Scores | None
    names: list[str]
    predictions: list[Predictions]

    def systems(self) -> Systems:
        """The runs under the measure, which takes a moment for each."""
        queries = len(self.labels.query_ids)
        return Systems(
            self.names, self.predictions, query_values(self.predictions, self.labels.truths, queries, self.criterion)
        )


def asked_of(campaign: Campaign, order: StabilityOrder) -> Asked:
    """What the order is about; raises BadInput as `require_comparable` does, and if no scores are behind the labels."""
    snapshot = require_comparable(campaign, order.runs)
    labels = labels_in(snapshot).labels
    criterion = Criterion(MEASURES[order.measure], replace(order.settings, gains=gains_of(levels_of(campaign))))
    scores = _scores(campaign, labels, criterion.settings.scale) if order.rater_resamples else None
    numbering = labels if scores is None else scores.judged.labels
    return Asked(snapshot, labels, criterion, scores, *run_predictions(campaign, order.runs, numbering))


def _scores(campaign: Campaign, labels: Labels, scale: Scale) -> Scores:
    protocol = newest_protocol(campaign).protocol
    assert isinstance(protocol, Protocol)  # runs are scored where relevance is graded
    raw = _raw_scores(campaign, scale)
    if not raw.pair_ids:
        raise BadInput("rater_resamples: there are no scores behind the labels; choose 0")
    return Scores(judged_pairs(labels, raw, tolerance=protocol.tolerance), protocol.tolerance)


def _raw_scores(campaign: Campaign, scale: Scale) -> RawScores:
    """The scores of agreed and discarded pairs as an export has them."""
    pairs, raters = dict[str, int](), dict[str, int]()
    places: list[PairMoment] = []
    cells: list[tuple[int, int, int]] = []
    for row in raw_scores(campaign):
        pair = str(row.pair_id)
        if pair not in pairs:
            places.append(PairMoment(str(row.query_id), row.video_name, row.start_s, row.end_s))
        number = pairs.setdefault(pair, len(pairs)), raters.setdefault(row.worker, len(raters))
        cells.append((*number, row.relevance))
    columns = np.array(cells, dtype=np.int64).reshape(len(cells), 3).T
    name = Path(f"the scores of {campaign.slug}")
    return RawScores(name, list(pairs), list(raters), columns[0], columns[1], columns[2], places, scale)
