"""What the review page lists: batches that await a lead, and all queries with their state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.models import Seat
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.access import Lead
from consensus.decisions.selectors.verdicts import unscorable_pairs, verdict_of_pair
from consensus.models import BatchReview, Decision
from consensus.review.small_charts import Outcome, SmallMark, outcomes_counted, small_chart
from consensus.rules.certainty import Certainty, Decided, certainty_of, decided_by_bin
from consensus.rules.extension import Advice
from moments.base.charts import Chart
from moments.models import Batch, Campaign, Pair, Query


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A batch in review with its little chart, what became of its pairs, and how often leads extended such batches."""

    review: BatchReview
    certainty: Certainty | None
    chart: Chart
    outcomes: str


@dataclass(frozen=True, slots=True)
class CertainReview:
    """A batch in review with the certainty of its suggestion."""

    review: BatchReview
    certainty: Certainty | None


@dataclass(frozen=True, slots=True)
class Following:
    """How many of the batches that await a decision would be extended and closed as suggested, and how many neither."""

    extend: int
    close: int
    unsure: int

    @property
    def total(self) -> int:
        """How many can be decided as suggested."""
        return self.extend + self.close


def awaiting_reviews(lead: Lead, *, after: int | None = None) -> QuerySet[BatchReview]:
    """Batches that await a decision, those that wait longest first; those behind the review `after`, if given.

    That one may be decided in the meantime, so nothing is left out or comes twice while somebody decides.
    """
    waiting = (
        lead.campaign.reviews.filter(decision=Decision.PENDING, superseded=False)
        .select_related("batch__query", "batch__protocol")
        .order_by("suggested_at", "pk")
    )
    last = lead.campaign.reviews.filter(pk=after).first() if after is not None else None
    if last is None:
        return waiting
    return waiting.filter(Q(suggested_at__gt=last.suggested_at) | Q(suggested_at=last.suggested_at, pk__gt=last.pk))


def following(reviews: QuerySet[BatchReview]) -> Following:
    """What following the suggestions on those reviews would do; one SQL query."""
    counted = dict(reviews.order_by().values_list("advice").annotate(n=Count("pk")))
    return Following(
        counted.get(Advice.EXTEND.value, 0), counted.get(Advice.CLOSE.value, 0), counted.get(Advice.NONE.value, 0)
    )


def pending_among(campaign: Campaign, reviews: Sequence[int]) -> list[BatchReview]:
    """Those of the campaign's reviews that await a decision and have a suggestion, in the order of the queue."""
    pending = campaign.reviews.filter(pk__in=reviews, decision=Decision.PENDING, superseded=False)
    suggested = pending.exclude(advice=Advice.NONE.value).order_by("suggested_at", "pk")
    return list(suggested.select_related("campaign", "batch__query", "batch__campaign", "batch__protocol"))


def decided_lately(lead: Lead, *, most: int) -> list[BatchReview]:
    """The newest decisions of people that stand, newest first."""
    reviews = lead.campaign.reviews.exclude(decision=Decision.PENDING).exclude(actor="rule").filter(superseded=False)
    return list(reviews.select_related("batch__query").order_by("-decided_at", "-pk")[:most])


def review_cards(reviews: Iterable[BatchReview]) -> list[ReviewCard]:
    """The reviews of one campaign with the charts of their batches; two SQL queries."""
    reviews = list(reviews)
    marks = _marks_by_batch([review.batch for review in reviews])
    return [
        ReviewCard(
            certain.review,
            certain.certainty,
            small_chart(
                marks[certain.review.batch_id],
                threshold=certain.review.batch.protocol.threshold,
                scale=certain.review.campaign.scale,
            ),
            outcomes_counted(marks[certain.review.batch_id]),
        )
        for certain in with_certainties(reviews)
    ]


def with_certainties(reviews: Sequence[BatchReview]) -> list[CertainReview]:
    """Reviews of one campaign, each with how often leads extended batches of about its value; one SQL query."""
    if not reviews:
        return []
    own = _decided_by_people(reviews[0].campaign)
    found = []
    for review in reviews:
        protocol = review.batch.protocol.protocol
        decided = own.get((protocol.statistic, protocol.window), {})
        found.append(CertainReview(review, certainty_of(review.value, protocol, decided, review.campaign.scale)))
    return found


def _decided_by_people(campaign: Campaign) -> dict[tuple[str, int], dict[int, Decided]]:
    """What people decided in the campaign, by statistic and window, then by bin of R7's value."""
    reviews = BatchReview.objects.filter(campaign=campaign, superseded=False, value__isnull=False)
    decided = reviews.exclude(decision=Decision.PENDING).exclude(actor="rule").order_by()
    by_rule: dict[tuple[str, int], list[tuple[float, int, int]]] = defaultdict(list)
    rows = decided.values_list("batch__protocol__statistic", "batch__protocol__window", "value")
    extended = Count("pk", filter=Q(decision=Decision.EXTEND))
    for statistic, window, value, batches, extensions in rows.annotate(batches=Count("pk"), extended=extended):
        by_rule[statistic, window].append((value, batches, extensions))
    return {rule: decided_by_bin(values, campaign.scale) for rule, values in by_rule.items()}


def _marks_by_batch(batches: Sequence[Batch]) -> dict[int, list[SmallMark]]:
    """The batches' pairs by rank, the last of each marked as those that R7 looks at."""
    verdict = verdict_of_pair()
    escalated = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), attempt=OuterRef("attempt"), round=2)
    rows = Pair.objects.filter(batch__in=[batch.pk for batch in batches]).order_by("batch", "rank")
    found: dict[int, list[SmallMark]] = defaultdict(list)
    for batch, similarity, kind, relevance, disputed in rows.values_list(
        "batch",
        "similarity",
        Subquery(verdict.values("kind")[:1]),
        Subquery(verdict.values("relevance")[:1]),
        Exists(escalated),
    ):
        found[batch].append(SmallMark(similarity, cast(Outcome, kind or "undecided"), relevance, disputed))
    for batch_row in batches:
        marks, window = found[batch_row.pk], batch_row.protocol.window
        marks[-window:] = [replace(mark, decisive=True) for mark in marks[-window:]]
    return found


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
class ListedQuery:
    """A query with its state in words."""

    query: Query
    state: str
    label: str


def query_rows(queries: Sequence[Query]) -> list[ListedQuery]:
    """The rows of `listed_queries` with the state that each is in."""
    return [ListedQuery(query, *_state_of(query)) for query in queries]


def _state_of(query: Query) -> tuple[str, str]:
    facts = vars(query)
    if query.retired_at is not None:
        return "retired", "retired"
    if query.split == "exam":
        return "exam", "for the exam"
    if not facts["newest_batch"]:
        return "unopened", "not opened"
    if facts["awaits"]:
        return "awaiting", "awaiting review"
    if facts["closed"]:
        return "closed", "closed"
    return "open", "being scored"


def _counted(pairs: QuerySet[Pair]) -> Coalesce:
    counts = pairs.order_by().values("query").annotate(pairs=Count("pk")).values("pairs")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
