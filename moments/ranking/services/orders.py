"""Takes orders to rank and pool candidates, and carries out those that wait; safe to run twice, and at once."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal

from django.db import transaction

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.encoders import is_encoder, kind_of, known_encoders
from moments.encoders.services import stored_encoder
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_newest
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, CampaignStatus, Job
from moments.ranking.selectors import all_queries, captions_of, rankable_queries
from moments.ranking.services.pooling import PoolOrder, check_order, pool_candidates
from moments.ranking.services.ranking import RankedCounts, check_top, list_candidates, rank_candidates

How = Literal["pairs", "list"]
STEP = "rank candidates"


def order_ranking(
    *, campaign: Campaign, encoder: str, top: int, how: How, by_admin: bool, actor: str, now: datetime
) -> None:
    """Have a worker rank with one encoder: into pairs, or into a list to compare.

    Raises BadInput for what could not be ranked now, and while a ranking is under way. Only admins name a model, which
    the server would look for on its disk or load from a hub.
    """
    check_top(top)
    require_installed(encoder, by_admin=by_admin)
    (rankable_queries if how == "pairs" else all_queries)(campaign)
    _order(campaign, {"how": how, "encoder": encoder, "top": top}, actor, now)


def order_pooling(*, campaign: Campaign, order: PoolOrder, by_admin: bool, actor: str, now: datetime) -> None:
    """Have a worker pool candidates; raises BadInput as `order_ranking` does."""
    check_order(campaign, order)
    for name in {*filter(is_encoder, order.sources), order.measured_by}:
        require_installed(name, by_admin=by_admin)
    rankable_queries(campaign)
    _order(campaign, {"how": "pool", **asdict(order), "sources": list(order.sources)}, actor, now)


def require_installed(encoder: str, *, by_admin: bool) -> None:
    """Raise BadInput for an encoder that is unknown or has no model, whose packages are not there, or that only an
    admin may name.
    """
    kind = kind_of(encoder)
    if kind is None or encoder == kind.name.removesuffix(":NAME") + ":":
        raise BadInput(f"there is no encoder {encoder!r}; expected one of: {known_encoders()}", field="encoder")
    if kind.is_family and not by_admin:
        raise BadInput(f"{encoder}: only admins name a model", field="encoder")
    if missing := kind.missing():
        raise BadInput(f"{encoder}: {missing}", field="encoder")


def rank_ordered(*, now: datetime) -> int:
    """Carry out every order that waits or whose worker was lost, one after another; how many were tried."""
    return do_jobs(RANKING, now=now)


def rank_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if an order waits and none is at work; whether one was started."""
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=RANKING.name, now=now)
    return free_jobs(RANKING.name, now).exists() and begin_beside(STEP, rank_ordered, now=now)


@transaction.atomic
def _order(campaign: Campaign, order: dict[str, Any], actor: str, now: datetime) -> None:
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; its candidates do not change")
    captions_of(campaign)
    hold_campaign(campaign)
    if order_newest(campaign=campaign, kind=RANKING.name, actor=actor, now=now, order=order) is None:
        raise BadInput("candidates are already being ranked; wait for the result or cancel it")


def _rank(job: Job, go: Go) -> str:
    """What the command with the same settings does."""
    return _pool(job, go) if job.order["how"] == "pool" else _rank_by_one(job, go)


def _pool(job: Job, go: Go) -> str:
    order = PoolOrder(**{key: value for key, value in job.order.items() if key != "how"})
    go.begin(_pieces(job.campaign) * max(1, sum(map(is_encoder, order.sources))))
    pool = pool_candidates(campaign=job.campaign, order=order, now=go.now(), advance=go.add, encoding=go.add)
    lacking = [f"{source} has no list for {count:,}" for source, count in pool.lacking.items() if count]
    return "; ".join([_made(pool.queries, pool.pairs, pool.left_alone), *lacking])


def _rank_by_one(job: Job, go: Go) -> str:
    name, top = job.order["encoder"], job.order["top"]
    go.begin(_pieces(job.campaign))
    work = rank_candidates if job.order["how"] == "pairs" else list_candidates
    encoder = stored_encoder(name)
    done = work(
        campaign=job.campaign, encoder=encoder, name=name, top=top, now=go.now(), advance=go.add, encoding=go.add
    )
    if isinstance(done, RankedCounts):
        return _made(done.queries, done.pairs, done.left_alone)
    return f"{counted(done.candidates, 'candidate')} of {name} listed for {counted(done.queries, 'query', 'queries')}"


RANKING = JobKind("ranking", STEP, _rank, failed="ranking ended with an error")


def _pieces(campaign: Campaign) -> int:
    """Texts to encode and queries to rank, for one encoder."""
    return campaign.moments.count() + 2 * campaign.queries.count()


def _made(queries: int, pairs: int, left_alone: int) -> str:
    made = f"{counted(pairs, 'pair')} created for {counted(queries, 'query', 'queries')}"
    stayed = f"; {counted(left_alone, 'query', 'queries')} did not change, open or in use" if left_alone else ""
    return made + stayed
