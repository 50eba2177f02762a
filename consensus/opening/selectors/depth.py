"""How deep queries may still go: batches that can be extended, and decisions that can be taken back (R6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Exists, F, Max, OuterRef

from annotator.models import Purpose, Score
from consensus.models import BatchReview, Decision, Verdict
from moments.campaign.selectors import newest_protocol
from moments.models import Batch, CampaignStatus, Pair


def extendable(batches: Sequence[Batch]) -> set[int]:
    """Those batches of one campaign that R6 and the candidates leave a next one to open for.

    A retired query opens none, nor one whose next batch is open already: it was decided, extended and started again.
    """
    if not batches or batches[0].campaign.status == CampaignStatus.ARCHIVE:
        return set()
    most = newest_protocol(batches[0].campaign).batches
    queries = [batch.query_id for batch in batches]
    opened = set(Batch.objects.filter(query__in=queries).values_list("query", "number"))
    last = last_ranks(batches)
    deepest = dict(
        Pair.objects.filter(query__in=queries, study_only=False).values_list("query").annotate(Max("rank")).order_by()
    )
    return {
        batch.pk
        for batch in batches
        if batch.number < most
        and batch.graded_query.retired_at is None
        and (batch.query_id, batch.number + 1) not in opened
        and deepest[batch.query_id] > last[batch.pk]
    }


def last_ranks(batches: Collection[Batch]) -> dict[int, int]:
    """The last rank of each batch, by its primary key."""
    in_batches = Pair.objects.filter(batch__in=[batch.pk for batch in batches])
    return dict(in_batches.order_by().values_list("batch").annotate(Max("rank")))


def undoable(reviews: Sequence[BatchReview]) -> set[int]:
    """Those reviews of one campaign whose decision a lead can take back now, by primary key.

    An extension until the first score or decision on the batch that it opened, a closing while there is a further one.
    """
    standing = [review for review in reviews if review.decision and not review.superseded]
    closed = [review for review in standing if review.decision == Decision.CLOSE]
    open_further = extendable([review.batch for review in closed])
    found = {review.pk for review in closed if review.batch_id in open_further}
    if extended := [review.pk for review in standing if review.decision == Decision.EXTEND]:
        found.update(_untouched(extended))
    return found


def _untouched(extended: Sequence[int]) -> set[int]:
    """Those extensions on whose opened batch nothing rests."""
    begun = Score.objects.filter(seat__pair__batch=OuterRef("pk"), seat__purpose=Purpose.CAMPAIGN)
    decided = Verdict.objects.filter(pair__batch=OuterRef("pk"), superseded=False).exclude(actor="rule")
    reviewed = BatchReview.objects.filter(batch=OuterRef("pk"))
    touched = Batch.objects.filter(
        Exists(begun) | Exists(decided) | Exists(reviewed),
        query=OuterRef("batch__query"),
        number=OuterRef("next_number"),
    )
    reviews = BatchReview.objects.filter(pk__in=extended).annotate(next_number=F("batch__number") + 1)
    return set(reviews.filter(~Exists(touched)).values_list("pk", flat=True))
