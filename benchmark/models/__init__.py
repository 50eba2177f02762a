"""What this floor stores."""

from benchmark.models.runs import Run, RunKind, RunScores, RunState
from benchmark.models.snapshots import LabelSnapshot

__all__ = ["LabelSnapshot", "Run", "RunKind", "RunScores", "RunState"]
