"""What this floor stores."""

from consensus.models.captions import CaptionAttempt, CaptionRun
from consensus.models.decisions import KeptContradiction, TruthSegment, Verdict, VerdictKind
from consensus.models.digests import LeadDigest
from consensus.models.export import DatasetCard, Export, ExportState
from consensus.models.imported import ArchiveScore
from consensus.models.listing import SavedView
from consensus.models.review import BatchReview, Decision
from consensus.models.splits import VideoSplit
from consensus.models.twins import TwinOutcome, TwinTruth

__all__ = [
    "ArchiveScore",
    "BatchReview",
    "CaptionAttempt",
    "CaptionRun",
    "DatasetCard",
    "Decision",
    "Export",
    "ExportState",
    "KeptContradiction",
    "LeadDigest",
    "SavedView",
    "TruthSegment",
    "TwinOutcome",
    "TwinTruth",
    "Verdict",
    "VerdictKind",
    "VideoSplit",
]
