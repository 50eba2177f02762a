"""What this floor stores."""

from benchmark.models.runs import DocumentKind, Run, RunKind, RunScores, RunState
from benchmark.models.snapshots import LabelSnapshot
from benchmark.models.studies import KeptStudy, MeasureStudy, StabilityStudy

__all__ = [
    "DocumentKind",
    "KeptStudy",
    "LabelSnapshot",
    "MeasureStudy",
    "Run",
    "RunKind",
    "RunScores",
    "RunState",
    "StabilityStudy",
]
