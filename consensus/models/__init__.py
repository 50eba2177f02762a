"""What the third floor stores."""

from consensus.models.archive import ArchiveScore
from consensus.models.decisions import BatchReview, Decision, Verdict, VerdictKind
from consensus.models.digests import LeadDigest
from consensus.models.exports import DatasetCard, Export, ExportState
from consensus.models.reports import ReportOrder
from consensus.models.studies import StudyOrder

__all__ = [
    "ArchiveScore",
    "BatchReview",
    "DatasetCard",
    "Decision",
    "Export",
    "ExportState",
    "LeadDigest",
    "ReportOrder",
    "StudyOrder",
    "Verdict",
    "VerdictKind",
]
