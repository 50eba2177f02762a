"""What this floor stores."""

from consensus.models.captions import CaptionAttempt, CaptionRun
from consensus.models.decisions import KeptContradiction, TruthSegment, Verdict, VerdictKind
from consensus.models.digests import LeadDigest
from consensus.models.export import DatasetCard, Export, ExportState
from consensus.models.imported import ArchiveScore
from consensus.models.listing import SavedView
from consensus.models.review import BatchReview, Decision
from consensus.models.rewrites import (
    CaptionRewrite,
    RewriteSample,
    SampledRewrite,
    TwinRewriteAnswer,
    TwinRewriteRun,
)
from consensus.models.splits import VideoSplit
from consensus.models.twins import TwinOutcome, TwinTruth

__all__ = [
    "ArchiveScore",
    "BatchReview",
    "CaptionAttempt",
    "CaptionRewrite",
    "CaptionRun",
    "DatasetCard",
    "Decision",
    "Export",
    "ExportState",
    "KeptContradiction",
    "LeadDigest",
    "RewriteSample",
    "SampledRewrite",
    "SavedView",
    "TruthSegment",
    "TwinOutcome",
    "TwinRewriteAnswer",
    "TwinRewriteRun",
    "TwinTruth",
    "Verdict",
    "VerdictKind",
    "VideoSplit",
]
