"""Every step that a program can order, each declared once: what it does, who may, what it takes, and its service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.models import User
from annotator.people.selectors.access import Lead
from archive.trials.services.trials import COPYING, order_copy, order_trial
from archive.writing.services import ARCHIVING, order_archive
from consensus.opening.selectors.checklist import opening_of
from consensus.opening.services import OPENING, order_opening
from consensus.twin_rewrites.services.jobs import REWRITES, rewrite_manner
from consensus.twin_rewrites.services.reviewing import draw_sample
from consensus.twin_rewrites.services.runs import order_rewrites
from consensus.twin_splits.selectors import splits_now
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from consensus.upkeep.services import CHECKING, SWEEPING, order_check, order_sweep
from console.steps.api import shapes
from console.steps.api.importing import import_file
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol, parameters_of
from moments.campaign.services import set_protocol
from moments.corpus.services import add_query, sample_queries
from moments.material.services.twins import make_twins
from moments.models import Campaign, CampaignStatus
from moments.protocol import ProtocolError
from moments.ranking.services.orders import RANKING, order_pooling, order_ranking
from moments.ranking.services.pooling import PoolOrder

Made = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Order:
    """Who orders, for which campaign, with which values, and when."""

    lead: Lead
    user: User
    given: Mapping[str, Any]
    now: datetime

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.lead.campaign

    @property
    def by(self) -> dict[str, Any]:
        """Actor and time, as services take them."""
        return {"actor": self.lead.actor, "now": self.now}

    @property
    def founder(self) -> User | None:
        """Who leads a copy: the lead who orders it."""
        return None if self.lead.is_admin else self.user


@dataclass(frozen=True, slots=True)
class Step:
    """A step: `act` orders or does it and says what was made at once; `job` is the kind of the job that does the rest.

    `shows` reads what stands now, for programs that want to know before they order. A
    `graded` step is for grading campaigns, one of `twins` for twins campaigns.
    """

    name: str
    does: str
    shape: type[serializers.Serializer[Any]]
    act: Callable[[Order], Made]
    job: str = ""
    graded: bool = False
    twins: bool = False
    only_admins: bool = False
    takes_file: bool = False
    shows: Callable[[Campaign], Made] | None = None

    def is_for(self, campaign: Campaign) -> bool:
        """Whether campaigns of this kind have the step."""
        return (campaign.is_graded or not self.graded) and (campaign.is_twin or not self.twins)


def _import(order: Order) -> Made:
    file, kind = order.given["file"], order.given["kind"]
    return import_file(
        lead=order.lead, kind=kind, given_name=file.name or "", parts=file.chunks(), source=order.given["source"],
        now=order.now,
    )  # fmt: skip


def _twins(order: Order) -> Made:
    return {"twins": make_twins(campaign=order.campaign, **order.by)}


def _sample(order: Order) -> Made:
    made = sample_queries(campaign=order.campaign, **order.given, **order.by)
    return {"queries": [query.query_id for query in made]}


def _query(order: Order) -> Made:
    return {"queries": [add_query(campaign=order.campaign, **order.given, **order.by).query_id]}


def _rank(order: Order) -> Made:
    order_ranking(campaign=order.campaign, **order.given, by_admin=order.lead.is_admin, **order.by)
    return {}


def _pool(order: Order) -> Made:
    given = order.given
    pool = PoolOrder(given["sources"], given["depth"] or given["top"], given["top"], given["similarity"])
    order_pooling(campaign=order.campaign, order=pool, by_admin=order.lead.is_admin, **order.by)
    return {}


def _protocol(order: Order) -> Made:
    """The next version; its values are those that a protocol file of the campaign's kind may have."""
    campaign, newest = order.campaign, newest_protocol(order.campaign)
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; its rules do not change")
    try:
        wanted = parameters_of(newest).changed(order.given["values"])
    except (ProtocolError, TypeError) as error:
        raise BadInput(str(error), field="values") from error
    made = set_protocol(campaign=campaign, **wanted._asdict(), seen=order.given["seen"], **order.by)
    return {"version": made.version}


def _rules_now(campaign: Campaign) -> Made:
    newest = newest_protocol(campaign)
    return {"version": newest.version, "values": parameters_of(newest).as_dict()}


def _open(order: Order) -> Made:
    seen = order.given["seen"] or opening_of(order.campaign).mark
    allowed = order.given["allow_missing_clips"]
    order_opening(campaign=order.campaign, allow_missing_clips=allowed, seen=seen, **order.by)
    return {}


def _opening_now(campaign: Campaign) -> Made:
    found = opening_of(campaign)
    counts = {name: getattr(found, name) for name in ("queries", "pairs", "videos", "twins", "clipless")}
    checks = [asdict(check) for check in found.checks]
    return {"mark": found.mark, "can_open": found.can_open, **counts, "checks": checks}


def _rewrite(order: Order) -> Made:
    order_rewrites(campaign=order.campaign, manner=rewrite_manner(**order.given), **order.by)
    return {}


def _sample_rewrites(order: Order) -> Made:
    sample = draw_sample(campaign=order.campaign, **order.given, **order.by)
    return {"sample": sample.number, "rewrites": sample.size}


def _splits(order: Order) -> Made:
    given = dict(order.given)
    sizes = SplitSizes(*(given.pop(name) for name in ("val", "test", "tolerance")))
    drawn = draw_campaign_splits(campaign=order.campaign, sizes=sizes, **given, **order.by)
    clips = {split.value: count for split, count in drawn.clips.items()}
    return clips | {"kept_for_singles": drawn.kept_for_singles, "kept_for_captions": drawn.kept_for_captions}


def _splits_now(campaign: Campaign) -> Made:
    found = splits_now(campaign)
    described = {"twins": found.twins, "singles": found.singles, "sources": found.sources}
    return {**described, "clips": found.counts, "breaches": [asdict(breach) for breach in found.breaches]}


def _settle(order: Order) -> Made:
    order_sweep(campaign=order.campaign, **order.by)
    return {}


def _verify(order: Order) -> Made:
    order_check(campaign=order.campaign, **order.by)
    return {}


def _archive(order: Order) -> Made:
    order_archive(campaign=order.campaign, **order.given, **order.by)
    return {}


def _copy(order: Order) -> Made:
    order_copy(campaign=order.campaign, founder=order.founder, **order.given, **order.by)
    return {"campaign": order.given["slug"]}


def _trial(order: Order) -> Made:
    return {"campaign": order_trial(campaign=order.campaign, founder=order.founder, **order.given, **order.by)}


OPENS = "opens queries with candidates, the videos of a marking campaign, or twins with clips"
STEPS = (
    Step("import", "imports a file, all of it or nothing", shapes.ImportRequest, _import, takes_file=True),
    Step("twins", "makes the backward twin of every forward moment", shapes.NothingRequest, _twins, twins=True),
    Step("sample", "makes queries from captions", shapes.SampleRequest, _sample, graded=True),
    Step("query", "adds one query", shapes.QueryRequest, _query, graded=True),
    Step("rank", "ranks candidates with one encoder", shapes.RankRequest, _rank, RANKING.name, graded=True),
    Step("pool", "pools the candidates of several sources", shapes.PoolRequest, _pool, RANKING.name, graded=True),
    Step("protocol", "saves the next version of the rules", shapes.ProtocolRequest, _protocol, shows=_rules_now),
    Step("open", OPENS, shapes.OpenRequest, _open, OPENING.name, shows=_opening_now),
    Step("rewrite", "has a model rewrite captions", shapes.RewriteRequest, _rewrite, REWRITES.name, twins=True),
    Step("sample-rewrites", "draws rewrites for review", shapes.SampleRewritesRequest, _sample_rewrites, twins=True),
    Step("splits", "draws the splits", shapes.SplitsRequest, _splits, twins=True, shows=_splits_now),
    Step("settle", "settles at once", shapes.NothingRequest, _settle, SWEEPING.name),
    Step("verify", "checks the data", shapes.NothingRequest, _verify, CHECKING.name),
    Step("archive", "writes an archive", shapes.ArchiveRequest, _archive, ARCHIVING.name, only_admins=True),
    Step("copy", "copies the campaign", shapes.CopyRequest, _copy, COPYING.name),
    Step("trial", "plays a copy with synthetic annotators", shapes.TrialRequest, _trial, COPYING.name),
)
