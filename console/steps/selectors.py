"""What the pages of the steps offer and preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, ENCODERS, EncoderKind, is_encoder
from moments.models import Campaign
from moments.ranking.selectors import listed_sources, rankable_queries


@dataclass(frozen=True, slots=True)
class OfferedEncoder:
    """An encoder with what it lacks here; nothing if it can be used."""

    kind: EncoderKind
    missing: str


@dataclass(frozen=True, slots=True)
class CandidatesPlan:
    """What ranking now would be about; `refusal` says why it could not begin.

    `encoders` can be used by name, `families` with the name of a model; `sources` can be pooled.
    """

    moments: int
    rankable: int
    left_alone: int
    refusal: str
    offered: Sequence[OfferedEncoder]
    encoders: Sequence[str]
    families: Sequence[str]
    sources: Sequence[str]


def candidates_plan(campaign: Campaign, *, by_admin: bool) -> CandidatesPlan:
    """The plan, in a fixed number of SQL queries; only admins name a model."""
    kinds = [kind for kind in ENCODERS.values() if by_admin or not kind.is_family]
    offered = [OfferedEncoder(kind, kind.missing()) for kind in kinds]
    usable = [one.kind for one in offered if not one.missing]
    encoders = [kind.name for kind in usable if not kind.is_family]
    moments, rankable = campaign.moments.count(), 0
    try:
        queries, left_alone = rankable_queries(campaign)
        rankable = len(queries)
    except BadInput:
        left_alone = campaign.queries.count()
    listed = [name for name in listed_sources(campaign) if name not in encoders and (by_admin or not is_encoder(name))]
    return CandidatesPlan(
        moments=moments,
        rankable=rankable,
        left_alone=left_alone,
        refusal=_refusal(moments, rankable, left_alone),
        offered=offered,
        encoders=sorted(encoders, key=lambda name: name != DEFAULT_ENCODER),
        families=[kind.name.removesuffix("NAME") for kind in usable if kind.is_family],
        sources=[*encoders, *listed],
    )


def _refusal(moments: int, rankable: int, left_alone: int) -> str:
    if not moments:
        return "import moments first"
    if not rankable and not left_alone:
        return "sample or add queries first"
    return "" if rankable else "every query is open or in use, so no candidates can change"


def measuring(sources: Sequence[str]) -> list[str]:
    """Those that can give pairs their similarity."""
    return [source for source in sources if is_encoder(source)]
