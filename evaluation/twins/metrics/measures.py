"""Every measure of twins, in the order of reports: commands, docs and tests take them from here."""

from __future__ import annotations

from evaluation.twins.metrics.accuracy import ACCURACY
from evaluation.twins.metrics.mean_rank import MEAN_RANK
from evaluation.twins.metrics.median_rank import MEDIAN_RANK
from evaluation.twins.metrics.recall import RECALL

TWIN_MEASURES = {measure.name: measure for measure in (RECALL, MEDIAN_RANK, MEAN_RANK, ACCURACY)}
