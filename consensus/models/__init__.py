"""What this floor stores."""

from consensus.models.decisions import TruthSegment, Verdict, VerdictKind
from consensus.models.digests import LeadDigest
from consensus.models.export import DatasetCard, Export, ExportState
from consensus.models.imported import ArchiveScore
from consensus.models.review import BatchReview, Decision

__all__ = [
    "ArchiveScore",
    "BatchReview",
    "DatasetCard",
    "Decision",
    "Export",
    "ExportState",
    "LeadDigest",
    "TruthSegment",
    "Verdict",
    "VerdictKind",
]
