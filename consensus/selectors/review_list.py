"""What the review page lists: batches that await a lead, and all queries with their state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from consensus.charts import SMALL, RankChart, rank_chart
from consensus.models import BatchReview, Decision
from consensus.selectors.marks import marks_by_query
from consensus.selectors.pages import Lead
from consensus.selectors.settling import unscorable_pairs, verdict_of_pair
from moments.models import Batch, Pair, Query


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A batch in review with its little chart."""

    review: BatchReview
    chart: RankChart
    relevances: str


def awaiting_reviews(lead: Lead) -> QuerySet[BatchReview]:
    """Batches that await a decision, those that wait longest first."""
    return (
        lead.campaign.reviews.filter(decision=Decision.PENDING, superseded=False)
        .select_related("batch__query", "batch__protocol")
        .order_by("suggested_at", "pk")
    )


def review_cards(reviews: Iterable[BatchReview]) -> list[ReviewCard]:
    """The reviews with the charts of their batches; one SQL query."""
    reviews = list(reviews)
    marks = marks_by_query([review.batch for review in reviews])
    cards = []
    for review in reviews:
        of_batch = [mark for mark in marks.get(review.batch.query_id, []) if mark.batch == review.batch.number]
        said = ", ".join(str(mark.relevance) if mark.outcome == "agreed" else mark.outcome for mark in of_batch)
        cards.append(ReviewCard(review, rank_chart(of_batch, frame=SMALL), said))
    return cards


def listed_queries(lead: Lead, *, attention: bool = False) -> QuerySet[Query]:
    """The campaign's queries with `opened` and `decided` pairs, the newest batch, whether one awaits a lead.

    With `attention` only those with a pair that is parked, or that nobody can score.
    """
    pairs = Pair.objects.filter(query=OuterRef("pk"))
    verdict = verdict_of_pair()
    reviews = BatchReview.objects.filter(batch__query=OuterRef("pk"), superseded=False)
    newest = Batch.objects.filter(query=OuterRef("pk")).order_by("-number")
    queries = lead.campaign.queries.annotate(
        opened=_counted(pairs.filter(batch__isnull=False)),
        decided=_counted(pairs.filter(Exists(verdict))),
        parked_pairs=_counted(pairs.filter(parked=True)),
        newest_batch=Coalesce(Subquery(newest.values("number")[:1]), 0),
        awaits=Exists(reviews.filter(decision=Decision.PENDING)),
        closed=Exists(reviews.filter(decision=Decision.CLOSE)),
    ).order_by("query_id")
    if attention:
        stuck = unscorable_pairs(lead.campaign).order_by().values("query")
        queries = queries.filter(Q(parked_pairs__gt=0) | Q(pk__in=stuck))
    return queries


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A query with its state in words."""

    query: Query
    state: str
    label: str


def query_rows(queries: Sequence[Query]) -> list[QueryRow]:
    """The rows of `listed_queries` with the state that each is in."""
    return [QueryRow(query, *_state_of(query)) for query in queries]


def _state_of(query: Query) -> tuple[str, str]:
    facts = vars(query)
    if query.retired_at is not None:
        return "retired", "retired"
    if query.split == "exam":
        return "exam", "for the exam"
    if not facts["newest_batch"]:
        return "unopened", "not opened"
    if facts["awaits"]:
        return "awaiting", "awaits review"
    if facts["closed"]:
        return "closed", "closed"
    return "open", "being scored"


def _counted(pairs: QuerySet[Pair]) -> Coalesce:
    counts = pairs.order_by().values("query").annotate(pairs=Count("pk")).values("pairs")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
