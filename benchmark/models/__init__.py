"""What this floor stores."""

from benchmark.models.measures import MeasureStudy
from benchmark.models.runs import DocumentKind, Run, RunKind, RunScores, RunState
from benchmark.models.snapshots import LabelSnapshot

__all__ = ["DocumentKind", "LabelSnapshot", "MeasureStudy", "Run", "RunKind", "RunScores", "RunState"]
