"""Reads a campaign's standing verdicts, scores and reviews for a replay under another protocol."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Count, F, Max, Min, Q

from annotator.models import Score, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from consensus.decisions.selectors.score_source import archived_by_pair, is_archive
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import BatchReview, VerdictKind
from consensus.rules.ruling import ROUND_SIZE
from consensus.what_if.replay import DISCARDED, OPEN, WAITING, WITHDRAWN, End, PastBatch, PastPair, Replay, replay
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign
from moments.protocol import ProtocolError


def what_if(campaign: Campaign, changes: Mapping[str, Any]) -> Replay:
    """The campaign's scores under its own protocols with some keys replaced; nothing is written.

    Raises BadInput naming the key whose value some batch's protocol cannot take.
    """
    try:
        replace(newest_protocol(campaign).protocol, **changes).require_on(campaign.scale)
        return replay(past_batches(campaign), changes)
    except ProtocolError as error:
        raise BadInput(str(error)) from error


def past_batches(campaign: Campaign) -> list[PastBatch]:
    """The opened batches by query and number, in a fixed number of SQL queries.

    A round counts once the rule has looked at it: scores that wait for a sweep are an open round.
    Rows are read at once: for a server-side cursor PostgreSQL plans for the first rows, which takes ten times as long.
    """
    pairs = _pairs_by_batch(campaign)
    reviews = _reviews(campaign)
    spare = _spare(campaign)
    protocols = {version.pk: version.protocol for version in campaign.protocols.all()}
    rows = campaign.batches.order_by("query__query_id", "number").values_list(
        "pk", "query", "query__query_id", "number", "protocol"
    )
    return [
        PastBatch(
            query=query_id,
            number=number,
            protocol=protocols[protocol],
            advice=reviews.get(pk, ("", ""))[0],
            decision=reviews.get(pk, ("", ""))[1],
            spare=spare.get((query, number), 0),
            pairs=pairs[pk],
        )
        for pk, query, query_id, number, protocol in rows
    ]


def _pairs_by_batch(campaign: Campaign) -> dict[int, list[PastPair]]:
    in_rounds = not is_archive(campaign)
    scores = _scores(campaign) if in_rounds else archived_by_pair(campaign)
    verdicts = _verdicts(campaign)
    batches: dict[int, list[PastPair]] = defaultdict(list)
    rows = campaign.pairs.filter(batch__isnull=False).order_by("batch", "rank").values_list("pk", "batch")
    for pair, batch in rows:
        settled = scores.get(pair, ())
        batches[batch].append(PastPair(verdicts.get(pair, WAITING if settled else OPEN), settled, in_rounds))
    return batches


def _scores(campaign: Campaign) -> dict[int, tuple[int, ...]]:
    """The scores of complete settled rounds by pair, ascending within each round."""
    live = Q(*[(f"seat__{name}", value) for name, value in LIVE_CAMPAIGN.children])  # type: ignore[misc]
    rounds = (
        Score.objects.filter(
            live,
            current=True,
            seat__campaign=campaign,
            seat__state=SeatState.SETTLED,
            seat__attempt=F("seat__pair__attempt"),
        )
        .order_by()
        .values("seat__pair", "seat__round")
        .annotate(low=Min("relevance"), high=Max("relevance"), scores=Count("pk"))
        .filter(scores=ROUND_SIZE)
        .values_list("seat__pair", "seat__round", "low", "high")
    )
    first: dict[int, tuple[int, ...]] = {}
    second: dict[int, tuple[int, ...]] = {}
    for pair, number, low, high in rounds:
        (first if number == 1 else second)[pair] = (low, high)
    return {pair: scores + second.get(pair, ()) for pair, scores in first.items()}


def _verdicts(campaign: Campaign) -> dict[int, End]:
    words = {VerdictKind.DISCARDED: DISCARDED, VerdictKind.ADJUDICATED: DISCARDED, VerdictKind.WITHDRAWN: WITHDRAWN}
    rows = current_verdicts().filter(pair__campaign=campaign).values_list("pair", "kind", "relevance")
    return {
        pair: words[VerdictKind(kind)] if relevance is None or kind != VerdictKind.AGREED else relevance
        for pair, kind, relevance in rows
    }


def _reviews(campaign: Campaign) -> dict[int, tuple[str, str]]:
    rows = BatchReview.objects.filter(campaign=campaign, superseded=False)
    return {batch: (advice, decision) for batch, advice, decision in rows.values_list("batch", "advice", "decision")}


def _spare(campaign: Campaign) -> dict[tuple[Any, int], int]:
    """How many pairs a further batch would hold, by query and the number of its last batch (R6)."""
    protocol = newest_protocol(campaign).protocol
    queries = (
        campaign.queries.filter(retired_at=None, batches__isnull=False)
        .annotate(last=Max("batches__number"))
        .filter(last__lt=protocol.batches)
        .values_list("pk", "last")
    )
    unopened = campaign.pairs.filter(batch=None, study_only=False).order_by().values("query").annotate(left=Count("pk"))
    left = dict(unopened.values_list("query", "left"))
    return {(query, last): min(left.get(query, 0), protocol.batch_size) for query, last in queries}
