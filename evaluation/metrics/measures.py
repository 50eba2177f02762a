"""Every measure, in the order of reports: commands, pages, docs and tests take them from here."""

from __future__ import annotations

from evaluation.metrics.average_precision import AP
from evaluation.metrics.axiou import AXIOU
from evaluation.metrics.judged import JUDGED
from evaluation.metrics.ncxiou import NCXIOU
from evaluation.metrics.ndcg import NDCG
from evaluation.metrics.recall import RECALL

MEASURES = {measure.name: measure for measure in (NDCG, RECALL, AP, AXIOU, NCXIOU, JUDGED)}
