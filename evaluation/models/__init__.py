"""What the fourth floor stores."""

from evaluation.models.runs import Run, RunKind, RunScores, RunState
from evaluation.models.snapshots import LabelSnapshot

__all__ = ["LabelSnapshot", "Run", "RunKind", "RunScores", "RunState"]
