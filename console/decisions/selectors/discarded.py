"""Discarded pairs, blind: a card has nothing of the scores, which appear with the lead's own."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from consensus.decisions.selectors.score_source import relevances_of
from consensus.decisions.selectors.verdicts import current_verdicts, final_scores
from consensus.models import Verdict, VerdictKind
from consensus.pairs.selectors.by_leads import adjudications, discarded_pairs
from console.decisions.choices import Choice
from console.decisions.queues import ADJUDICATION_REASONS, DISCARDED
from console.decisions.selectors.items import Card, Done, Queue, level_choices
from moments.models import Campaign, Pair

SHOWN_LATELY = 8


def _found(lead: Lead) -> QuerySet[Pair]:
    return discarded_pairs(lead.campaign, lead=lead.actor).select_related("query", "moment").order_by("number")


def _cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    standing = dict(current_verdicts().filter(pair__in=pairs).values_list("pair", "pk"))
    before = Verdict.objects.filter(pair__in=pairs, kind=VerdictKind.ADJUDICATED).order_by("pk")
    own: dict[tuple[int, int], int | None] = {}
    for pair, attempt, actor, relevance in before.values_list("pair", "attempt", "actor", "relevance"):
        own[pair, attempt] = relevance if actor == lead.actor else own.get((pair, attempt))
    return [
        Card(
            item=pair.number,
            what=f"Pair {pair.number}",
            pair=pair,
            clip=clips.get(pair.moment_id),
            seen=str(standing[pair.pk]),
            about={
                "before": own.get((pair.pk, pair.attempt)),
                "shown": (pair.pk, pair.attempt) in own,
            },
        )
        for pair in pairs
        if pair.pk in standing
    ]


def _lately(lead: Lead, item: int | None) -> list[Done]:
    given = adjudications(lead.campaign)
    rows = list(given.filter(pair__number=item) if item is not None else given[:SHOWN_LATELY])
    scores = final_scores([row.pair for row in rows])
    archived = {} if scores or not rows else relevances_of(lead.campaign, [row.pair for row in rows])
    return [
        Done(
            item=row.pair.number,
            what=f"Pair {row.pair.number}",
            pair=row.pair,
            outcome=f"adjudicated as {row.relevance}",
            actor=row.actor,
            at=row.decided_at,
            reason=row.reason,
            seen=str(row.pk),
            undo="Undo",
            has_reasons=row.actor == lead.actor,
            about={
                "scores": [(score.relevance, score.worker, score.round) for score in scores.get(row.pair_id, ())]
                or [(relevance, "", 0) for relevance in archived.get(row.pair_id, ())]
            },
        )
        for row in rows
    ]


def _choices(campaign: Campaign) -> tuple[Choice, ...]:
    return level_choices(campaign, done="adjudicated as {}")


DISCARDED_PAIRS = Queue("discarded", DISCARDED, _found, _cards, _lately, _choices, ADJUDICATION_REASONS)
