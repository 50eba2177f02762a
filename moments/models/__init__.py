"""What this floor stores."""

from moments.models.campaign import (
    Campaign,
    CampaignKind,
    CampaignStatus,
    EarlyPress,
    MarkingParameters,
    ProtocolVersion,
)
from moments.models.checks import on_scale
from moments.models.clips import (
    Clip,
    ClipPart,
    ClipPartKind,
    ClipState,
    CutOrder,
    Poster,
    SampleClip,
    VideoCut,
    VideoCutState,
)
from moments.models.corpus import Direction, Moment, MomentKind, Query, QueryVersion, Split, Video, WithdrawnMoment
from moments.models.illustrations import Illustration
from moments.models.jobs import Job, JobState, StepFailure, WorkerBeat
from moments.models.ledger import LedgerEntry, LedgerHead
from moments.models.ranking import Batch, CandidateList, Pair, PairSource
from moments.models.rewriting import RewriteAttempt, RewriteRun, RewriteSource, RewriteState, Rewriting
from moments.models.scale import ScaleLevel
from moments.models.source_proxies import SourceProxy
from moments.models.staging import StagedFile, StagedKind
from moments.models.twin_parameters import TwinParameters
from moments.models.twins import Twin
from moments.models.uploads import GivenPlace, VideoUpload

__all__ = [
    "Batch",
    "Campaign",
    "CampaignKind",
    "CampaignStatus",
    "CandidateList",
    "Clip",
    "ClipPart",
    "ClipPartKind",
    "ClipState",
    "CutOrder",
    "Direction",
    "EarlyPress",
    "GivenPlace",
    "Illustration",
    "Job",
    "JobState",
    "LedgerEntry",
    "LedgerHead",
    "MarkingParameters",
    "Moment",
    "MomentKind",
    "Pair",
    "PairSource",
    "Poster",
    "ProtocolVersion",
    "Query",
    "QueryVersion",
    "RewriteAttempt",
    "RewriteRun",
    "RewriteSource",
    "RewriteState",
    "Rewriting",
    "SampleClip",
    "ScaleLevel",
    "SourceProxy",
    "Split",
    "StagedFile",
    "StagedKind",
    "StepFailure",
    "Twin",
    "TwinParameters",
    "Video",
    "VideoCut",
    "VideoCutState",
    "VideoUpload",
    "WithdrawnMoment",
    "WorkerBeat",
    "on_scale",
]
