"""Opens twins: the three tasks of a campaign, the pairs of each twin, and the seats of its first two judges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max

from annotator.exam.selectors.twin_bank import usable_twins
from annotator.seats.services.seating import add_single_seats
from annotator.twins.drawing import checked_among_lookalikes
from annotator.twins.tasks import TwinTask
from consensus.twin_truths.selectors.unopened import unopened_twins, with_both_clips
from consensus.twin_truths.services.lookalikes import store_lookalikes
from moments.base.errors import BadInput
from moments.database.planner_statistics import refresh_statistics
from moments.models import Batch, Campaign, Moment, Pair, ProtocolVersion, Query, Split, Twin

CHUNK = 2000
PAIRS_A_TWIN = 4


def open_twins(*, campaign: Campaign, protocol: ProtocolVersion, now: datetime) -> tuple[int, int]:
    """Have two people judge every twin whose clips are ready; how many twins, and how many seats.

    Every task is a batch of its query, under the protocol with which the campaign first opened. A pair gets its batch
    once people are asked about it. The caller holds the campaign. Raises BadInput if there is nothing to open.
    """
    twins = list(with_both_clips(unopened_twins(campaign)).select_related("forward", "backward"))
    if not twins:
        raise BadInput(_nothing_to_open(campaign))
    batches = {task: _batch_of(campaign, task, protocol, now) for task in TwinTask}
    judged, assigned = _make_pairs(campaign, twins, batches)
    seats = add_single_seats(pairs=judged)
    under = batches[TwinTask.ASSIGN].protocol.twin
    drawn = [
        pair for pair in assigned if checked_among_lookalikes(campaign.seed, pair.number, share=under.lookalike_share)
    ]
    store_lookalikes(campaign=campaign, pairs=drawn, count=under.lookalikes)
    refresh_statistics(Pair)
    return len(twins), seats


def _nothing_to_open(campaign: Campaign) -> str:
    if unopened_twins(campaign).exists():
        return "no twins have clips in both directions; run cut_clips first"
    if Batch.objects.filter(campaign=campaign).exists():
        return f"campaign {campaign.slug!r} is already open with all its twins"
    if usable_twins(campaign).exists():
        return f"all twins of campaign {campaign.slug!r} are in exams; import more moments first"
    return f"campaign {campaign.slug!r} has no twins; make twins of its moments first"


def _batch_of(campaign: Campaign, task: TwinTask, protocol: ProtocolVersion, now: datetime) -> Batch:
    query, _ = Query.objects.get_or_create(
        campaign=campaign, query_id=task.query_id, defaults={"split": Split.VAL, "text": task.text}
    )
    batch, _ = Batch.objects.select_related("protocol__twin", "query").get_or_create(
        campaign=campaign, query=query, number=1, defaults={"protocol": protocol, "opened_at": now}
    )
    return batch


def _make_pairs(
    campaign: Campaign, twins: Sequence[Twin], batches: dict[TwinTask, Batch]
) -> tuple[list[Pair], list[Pair]]:
    """The pairs of judging and of assigning."""
    number = (campaign.pairs.aggregate(last=Max("number"))["last"] or 0) + 1
    ranks = {
        task: (Pair.objects.filter(query=batch.query_id).aggregate(last=Max("rank"))["last"] or 0) + 1
        for task, batch in batches.items()
    }
    made: dict[TwinTask, list[Pair]] = {task: [] for task in TwinTask}
    for place, twin in enumerate(twins):
        for step, (task, moment) in enumerate(_asked_of(twin)):
            batch = batches[task]
            assert batch.query is not None
            pair = Pair(
                campaign=campaign,
                query=batch.query,
                moment=moment,
                number=number + PAIRS_A_TWIN * place + step,
                rank=ranks[task] + len(made[task]),
                similarity=0,
                batch=batch if task is TwinTask.JUDGE else None,
            )
            made[task].append(pair)
    Pair.objects.bulk_create([pair for pairs in made.values() for pair in pairs], batch_size=CHUNK)
    return made[TwinTask.JUDGE], made[TwinTask.ASSIGN]


def _asked_of(twin: Twin) -> list[tuple[TwinTask, Moment]]:
    """The tasks of a twin with their moments; the moment of a caption that is assigned is the right answer."""
    return [
        (TwinTask.JUDGE, twin.forward),
        (TwinTask.CAPTION, twin.forward),
        (TwinTask.ASSIGN, twin.forward),
        (TwinTask.ASSIGN, twin.backward),
    ]
