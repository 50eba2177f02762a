"""What the third floor stores."""

from consensus.models.decisions import BatchReview, Decision, Verdict, VerdictKind
from consensus.models.exports import DatasetCard, Export, ExportState

__all__ = [
    "BatchReview",
    "DatasetCard",
    "Decision",
    "Export",
    "ExportState",
    "Verdict",
    "VerdictKind",
]
