"""What the first floor stores."""

from moments.models.campaign import Campaign, CampaignStatus, EarlyPress, ProtocolVersion
from moments.models.clips import Clip, ClipState
from moments.models.corpus import Moment, MomentKind, Query, QueryVersion, Split, Video
from moments.models.ledger import LedgerEntry, LedgerHead
from moments.models.ranking import Batch, Pair

__all__ = [
    "Batch",
    "Campaign",
    "CampaignStatus",
    "Clip",
    "ClipState",
    "EarlyPress",
    "LedgerEntry",
    "LedgerHead",
    "Moment",
    "MomentKind",
    "Pair",
    "ProtocolVersion",
    "Query",
    "QueryVersion",
    "Split",
    "Video",
]
