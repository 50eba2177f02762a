"""Counts what the report is made of, in a fixed number of SQL queries."""

from __future__ import annotations

from collections import Counter, defaultdict

from django.db.models import Avg, Count, F, FloatField, Max, Min, QuerySet, Value
from django.db.models.functions import Cast, Floor

from annotator.text.section import BINS_A_UNIT
from consensus.decisions.selectors.score_source import score_source
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.rawscores.depth import commonest_couple
from consensus.report.counts import BatchBorder, Counts, MomentLine, QueryLine
from evaluation.scale import Scale
from moments.campaign.selectors import levels_of
from moments.models import Batch, Campaign

# Similarities are kept to six decimals; half of the last one puts what was rounded into its bin.
ROUNDING = 0.0000005


def report_counts(campaign: Campaign) -> Counts:
    """The counts of the verdicts that stand, and of the scores they rest on."""
    verdicts = current_verdicts().filter(pair__campaign=campaign).order_by()
    agreed = verdicts.filter(kind=VerdictKind.AGREED)
    by_rank = _counted(agreed, "pair__rank")
    counted = agreed if by_rank else verdicts
    return Counts(
        by_rank=by_rank,
        by_bin=_by_bin(agreed),
        ended=dict(verdicts.values_list("kind").annotate(pairs=Count("pk"))),
        ranges=_ranges(campaign),
        queries=_queries(counted, agreed, campaign.scale),
        moments=_moments(counted),
        border=_border(campaign, agreed),
        levels=levels_of(campaign),
    )


def _counted(agreed: QuerySet[Verdict], key: str) -> dict[tuple[int, int], int]:
    rows = agreed.values_list(key, "relevance").annotate(pairs=Count("pk"))
    return {(int(place), int(level or 0)): pairs for place, level, pairs in rows}


def _by_bin(agreed: QuerySet[Verdict]) -> dict[tuple[int, int], int]:
    scaled = (Cast("pair__similarity", FloatField()) + Value(ROUNDING)) * Value(float(BINS_A_UNIT))
    return _counted(agreed.annotate(bin=Floor(scaled)), "bin")


def _ranges(campaign: Campaign) -> dict[tuple[int, int], int]:
    """The pairs by lowest and highest score of their current attempt."""
    source = score_source(campaign)
    pairs = source.ruled.order_by().values(source.pair)
    extremes = pairs.annotate(low=Min("relevance"), high=Max("relevance")).values_list("low", "high")
    return dict(Counter(extremes.iterator(chunk_size=5000)))


def _border(campaign: Campaign, agreed: QuerySet[Verdict]) -> BatchBorder | None:
    second = Batch.objects.filter(campaign=campaign, number=2).order_by()
    starts = second.annotate(first=Min("pairs__rank")).values_list("first", flat=True)
    first, queries = set(starts), len(starts)
    if len(first) != 1:
        return None
    rank = first.pop()
    extended = agreed.filter(pair__query__batches__number=2, pair__rank__in=(rank - 1, rank))
    means = dict(extended.values_list("pair__rank").annotate(mean=Avg("relevance")))
    couples = _couples(campaign)
    changed = sum(first != second for first, second in couples)
    return BatchBorder(rank, queries, means.get(rank - 1), means.get(rank), len(couples), changed)


def _couples(campaign: Campaign) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Who gave most scores in the two batches of each query that has scores in both."""
    source = score_source(campaign)
    query, batch = source.of_pair(("query", "batch__number"))
    given: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    rows = source.ruled.filter(**{f"{query}__batches__number": 2}).order_by()
    for of_query, number, worker, scores in rows.values_list(query, batch, source.worker).annotate(n=Count("pk")):
        given[of_query][number][worker] += scores
    batches = [counts for counts in given.values() if 1 in counts and 2 in counts]
    return [(commonest_couple(counts[1]), commonest_couple(counts[2])) for counts in batches]


def _queries(counted: QuerySet[Verdict], agreed: QuerySet[Verdict], scale: Scale) -> list[QueryLine]:
    counts: dict[int, dict[int, int]] = defaultdict(dict)
    rows = agreed.values_list("pair__query", "relevance").annotate(pairs=Count("pk"))
    for query, level, pairs in rows:
        counts[query][int(level or 0)] = pairs
    texts = counted.values_list("pair__query", "pair__query__split", "pair__query__text").distinct()
    return [
        QueryLine(split, text, tuple(counts[query].get(level, 0) for level in scale.levels))
        for query, split, text in texts.order_by("pair__query__query_id")
    ]


def _moments(counted: QuerySet[Verdict]) -> list[MomentLine]:
    lying = counted.annotate(seconds=F("pair__moment__end_s") - F("pair__moment__start_s")).values_list(
        "pair__query__split", "pair__moment", "seconds", "pair__moment__video", "pair__moment__video__duration_s"
    )
    return list(map(MomentLine._make, lying.distinct().order_by("pair__query__split", "pair__moment")))
