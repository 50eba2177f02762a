"""Imports scores given elsewhere into a campaign that becomes an archive: all of them or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from consensus.decisions.ledger_kinds import ARCHIVE_IMPORTED
from consensus.imported.contents import Archive
from consensus.imported.planning import ArchivePlan, PlannedPair, PlannedQuery, planned, ruled
from consensus.imported.selectors import archive_refusal
from consensus.imported.services.corpus import ArchiveCorpus, add_corpus
from consensus.imported.services.decisions import ACTOR, RuledPair, add_decisions
from consensus.models import ArchiveScore, Verdict
from consensus.rules.ruling import Ruling
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import Batch, Campaign, CampaignStatus, Moment, Pair, ProtocolVersion, Query, Video

CHUNK = 1000
QUERIES_AT_ONCE = 50


@dataclass(slots=True)
class ArchiveImported:
    """What an import made of the files; `added` is False if they were imported before.

    `other_counts` are pairs with another number of scores than two or four, `unscored` those without any: both stay
    undecided. `labels_that_differ` counts verdicts by the rules that are not what the files' labels say.
    """

    added: bool = True
    videos: int = 0
    moments: int = 0
    queries: int = 0
    pairs: int = 0
    scores: int = 0
    workers: int = 0
    agreed: int = 0
    discarded: int = 0
    other_counts: int = 0
    unscored: int = 0
    worker_twice: int = 0
    labels_that_differ: int = 0
    stand_ins: int = 0
    without_times: int = 0
    annotations_left_out: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an archive comes from: SHA-256 by file, and the terms it was read under."""

    files: Mapping[str, str]
    terms: Mapping[str, object]

    def payload(self) -> dict[str, object]:
        """As the ledger keeps it; the files' names do not matter."""
        return {"files": sorted(self.files.values()), "terms": dict(self.terms)}


@dataclass(frozen=True, slots=True)
class _Scene:
    """What every row is made under."""

    campaign: Campaign
    archive: Archive
    protocol: ProtocolVersion
    now: datetime
    done: ArchiveImported


def import_archive(
    *,
    campaign: Campaign,
    archive: Archive,
    origin: Origin,
    split: str,
    stand_ins: bool,
    now: datetime,
    advance: Callable[[int], None] = lambda pairs: None,
) -> ArchiveImported:
    """Add videos, moments, queries, pairs, scores and the verdicts by the rules; the campaign becomes an archive.

    The same files a second time add nothing. `advance` hears of pairs as they are done. Raises BadInput, with nothing
    added, for a campaign that is no draft or has candidates or seats, for another archive's campaign, and for what
    contradicts the campaign's corpus.
    """
    with transaction.atomic():
        hold_campaign(campaign)
        campaign.refresh_from_db()
        if campaign.status == CampaignStatus.ARCHIVE:
            return _imported_before(campaign, origin)
        refusal = archive_refusal(campaign)
        if refusal:
            raise BadInput(refusal)
        protocol = newest_protocol(campaign)
        plan = planned(archive, batch_size=protocol.batch_size, split=split, stand_ins=stand_ins)
        corpus = add_corpus(campaign=campaign, archive=archive, plan=plan)
        scene = _Scene(campaign, archive, protocol, now, _counted(archive, plan, corpus))
        for start in range(0, len(plan.queries), QUERIES_AT_ONCE):
            queries = plan.queries[start : start + QUERIES_AT_ONCE]
            _add_queries(scene, corpus, queries)
            advance(sum(len(query.pairs) for query in queries))
        Campaign.objects.filter(pk=campaign.pk).update(status=CampaignStatus.ARCHIVE)
        payload = {**origin.payload(), "counts": asdict(scene.done)}
        record_decision(campaign=campaign, kind=ARCHIVE_IMPORTED, actor=ACTOR, payload=payload, now=now)
        refresh_statistics(Video, Moment, Query, Pair, ArchiveScore, Verdict)
    campaign.refresh_from_db()
    return scene.done


def _imported_before(campaign: Campaign, origin: Origin) -> ArchiveImported:
    payload = campaign.ledger.filter(kind=ARCHIVE_IMPORTED.name).values_list("payload", flat=True).first()
    before = json.loads(payload or "{}")
    if {name: before.get(name) for name in ("files", "terms")} != json.loads(json.dumps(origin.payload())):
        raise BadInput(
            f"campaign {campaign.slug!r} is already an archive of other files; import these into another campaign"
        )
    return ArchiveImported(**{**before["counts"], "added": False})


def _counted(archive: Archive, plan: ArchivePlan, corpus: ArchiveCorpus) -> ArchiveImported:
    rows = archive.scores.values()
    return ArchiveImported(
        videos=corpus.videos_added,
        moments=corpus.moments_added,
        queries=corpus.queries_added,
        pairs=sum(len(query.pairs) for query in plan.queries),
        scores=archive.rows,
        workers=len({worker for given in rows for worker, _ in given}),
        worker_twice=sum(len({worker for worker, _ in given}) < len(given) for given in rows),
        stand_ins=plan.stand_ins,
        without_times=plan.untimed,
        annotations_left_out=archive.left_out,
    )


def _add_queries(scene: _Scene, corpus: ArchiveCorpus, queries: Sequence[PlannedQuery]) -> None:
    """The batches, pairs, scores, verdicts and reviews of some queries."""
    batches = _add_batches(scene, corpus, queries)
    pairs: list[Pair] = []
    planned_pairs: list[PlannedPair] = []
    for query in queries:
        moments = corpus.moments_of(query)
        for planned_pair, moment in zip(query.pairs, moments, strict=True):
            pairs.append(_pair(scene, corpus.queries[query.query_id], moment, planned_pair, batches, query.query_id))
            planned_pairs.append(planned_pair)
    Pair.objects.bulk_create(pairs, batch_size=CHUNK)
    _add_scores(scene, pairs)
    scores = [scene.archive.scores.get(pair.number, ()) for pair in pairs]
    rulings = [ruled(given, tolerance=scene.protocol.tolerance) for given in scores]
    _count(scene, planned_pairs, rulings)
    query_ids = {corpus.queries[query.query_id]: query.query_id for query in queries}
    ruled_pairs = [
        RuledPair(pair, query_ids[pair.query_id], given, ruling)
        for pair, given, ruling in zip(pairs, scores, rulings, strict=True)
    ]
    add_decisions(campaign=scene.campaign, protocol=scene.protocol, batches=batches, pairs=ruled_pairs, now=scene.now)


def _add_batches(scene: _Scene, corpus: ArchiveCorpus, queries: Sequence[PlannedQuery]) -> dict[tuple[int, int], Batch]:
    wanted = {(query.query_id, pair.batch) for query in queries for pair in query.pairs if pair.batch}
    batches = {
        (query, number): Batch(
            campaign=scene.campaign,
            query_id=corpus.queries[query],
            number=number,
            protocol=scene.protocol,
            opened_at=scene.now,
        )
        for query, number in sorted(wanted)
    }
    Batch.objects.bulk_create(batches.values(), batch_size=CHUNK)
    return batches


def _pair(
    scene: _Scene,
    query: int,
    moment: int,
    planned_pair: PlannedPair,
    batches: Mapping[tuple[int, int], Batch],
    query_id: int,
) -> Pair:
    entry = planned_pair.entry
    return Pair(
        campaign=scene.campaign,
        query_id=query,
        moment_id=moment,
        number=entry.pair,
        rank=planned_pair.rank,
        similarity=entry.similarity,
        batch=batches[query_id, planned_pair.batch] if planned_pair.batch else None,
    )


def _add_scores(scene: _Scene, pairs: Sequence[Pair]) -> None:
    rows = (
        ArchiveScore(campaign=scene.campaign, pair=pair, position=position, worker=worker, relevance=relevance)
        for pair in pairs
        for position, (worker, relevance) in enumerate(scene.archive.scores.get(pair.number, ()), start=1)
    )
    ArchiveScore.objects.bulk_create(rows, batch_size=5 * CHUNK)


def _count(scene: _Scene, pairs: Sequence[PlannedPair], rulings: Sequence[Ruling | None]) -> None:
    done = scene.done
    for pair, ruling in zip(pairs, rulings, strict=True):
        entry = pair.entry
        if ruling is None:
            unscored = entry.pair not in scene.archive.scores
            done.unscored += unscored
            done.other_counts += not unscored
            continue
        done.agreed += ruling.relevance is not None
        done.discarded += ruling.relevance is None
        done.labels_that_differ += entry.relevance is not None and entry.relevance != ruling.relevance
