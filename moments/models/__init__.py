"""What the first floor stores."""

from moments.models.campaign import Campaign, CampaignStatus, ProtocolVersion
from moments.models.clips import Clip, ClipState
from moments.models.corpus import Moment, MomentKind, Query, Split, Video
from moments.models.ledger import LedgerEntry, LedgerHead
from moments.models.ranking import Batch, Pair

__all__ = [
    "Batch",
    "Campaign",
    "CampaignStatus",
    "Clip",
    "ClipState",
    "LedgerEntry",
    "LedgerHead",
    "Moment",
    "MomentKind",
    "Pair",
    "ProtocolVersion",
    "Query",
    "Split",
    "Video",
]
