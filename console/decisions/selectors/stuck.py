"""Pairs that nobody can score: clips that could not be cut, and pairs that everybody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.stuck.selectors.grading import held_up_pairs
from console.decisions.choices import Choice
from console.decisions.queues import STUCK, STUCK_REASONS
from console.decisions.selectors.exits import exits_lately
from console.decisions.selectors.items import Card, Done, Queue
from moments.clips.selectors.cutting import last_order
from moments.models import Campaign, Pair, WithdrawnMoment

AGAIN = Choice(
    "t",
    "again",
    "Cut again",
    "a worker tries once more to cut the clips of this video that failed. If the file is broken, replace it first",
    "being cut again",
)
WITHDRAW = Choice(
    "w", "withdraw", "Withdraw the pair", "only this pair ends unjudged", "withdrawn", asks_reason=True, grave=True
)
MOMENT = Choice("m", "moment", "Withdraw the moment everywhere", "", "withdrawn everywhere", True, True)
VIDEO = Choice("v", "video", "Withdraw the video everywhere", "", "withdrawn with its video", True, True)
CHOICES = (AGAIN, WITHDRAW, MOMENT, VIDEO)


@dataclass(frozen=True, slots=True)
class Reach:
    """How many pairs of opened batches a moment or video has: undecided ones, which would end, and decided ones."""

    undecided: int
    decided: int


def _found(lead: Lead) -> QuerySet[Pair]:
    return held_up_pairs(lead.campaign).select_related("query", "moment__video").order_by("number")


def _cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    order = last_order(lead.campaign)
    moments = reach(lead, "moment", [pair.moment_id for pair in pairs])
    videos = reach(lead, "moment__video", [pair.moment.video_id for pair in pairs])
    return [
        Card(
            item=pair.number,
            what=f"Pair {pair.number}",
            pair=pair,
            clip=clips.get(pair.moment_id),
            about={
                "failure": clips[pair.moment_id].failure,
                "source": order.source if order else "",
                "moment": moments.get(pair.moment_id),
                "video": videos.get(pair.moment.video_id),
            },
            refused={} if clips[pair.moment_id].failure else {AGAIN.value: "its clip is there"},
        )
        for pair in pairs
    ]


def reach(lead: Lead, field: str, keys: Sequence[int]) -> dict[int, Reach]:
    """How far the moments or videos (by primary key) reach, as `field` leads to them from pairs."""
    opened = lead.campaign.pairs.filter(**{f"{field}__in": keys}, batch__isnull=False)
    verdicts = current_verdicts().filter(pair__in=opened).values("pair")
    decided = Count("pk", filter=Q(pk__in=verdicts))
    rows = opened.order_by().values_list(field).annotate(all=Count("pk"), decided=decided)
    return {key: Reach(count - done, done) for key, count, done in rows}


def _lately(lead: Lead, item: int | None) -> list[Done]:
    done = exits_lately(lead, item)
    pairs = {each.pair.moment_id for each in done if each.pair}
    rows = {row.moment_id: row for row in WithdrawnMoment.objects.filter(moment__in=pairs)}
    return [_everywhere(each, rows.get(each.pair.moment_id)) for each in done if each.pair]


def _everywhere(done: Done, row: WithdrawnMoment | None) -> Done:
    """The line of a pair that ended with its moment."""
    if row is None or row.withdrawn_at != done.at:
        return done
    return replace(done, outcome="withdrawn everywhere", undo="Use again", seen=f"everywhere-{row.pk}")


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return CHOICES


STUCK_PAIRS = Queue("stuck", STUCK, _found, _cards, _lately, _choices, STUCK_REASONS)
