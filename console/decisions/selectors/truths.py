"""Pairs whose true level a lead sets: those of exams in draft, and those that become gold."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet

from annotator.checks.selectors import pairs_for_gold
from annotator.exam.selectors.bank import mark_of
from annotator.models import ExamItem, ExamState, Gold, TruthKind
from annotator.people.selectors.access import Lead
from annotator.player.selectors import playable_clips
from console.decisions.choices import Choice
from console.decisions.queues import EXAM_TRUTH, GOLD_TRUTH
from console.decisions.selectors.discarded import SHOWN_LATELY
from console.decisions.selectors.items import Card, Done, Queue, level_choices, what_of
from moments.models import Batch, Campaign, LedgerEntry, Pair


def drafted_items(campaign: Campaign) -> QuerySet[ExamItem]:
    """The pairs of the campaign's gold exams in draft, with or without their truth."""
    drafts = ExamItem.objects.filter(
        exam__campaign=campaign, exam__state=ExamState.DRAFT, exam__truth_kind=TruthKind.GOLD, dropped=False
    )
    return drafts.select_related("exam__campaign", "pair__query", "pair__moment").order_by("pk")


def _without_truth(lead: Lead) -> QuerySet[ExamItem]:
    return drafted_items(lead.campaign).filter(truth=None)


def _exam_cards(lead: Lead, items: Sequence[ExamItem]) -> list[Card]:
    clips = playable_clips(item.pair.moment_id for item in items)
    return [
        Card(
            item=item.pk,
            what=f"Pair {item.pair.number}",
            pair=item.pair,
            clip=clips.get(item.pair.moment_id),
            seen=mark_of(None, item.explanation),
            about={"exam": item.exam.number},
        )
        for item in items
    ]


def _exam_lately(lead: Lead, item: int | None) -> list[Done]:
    known = drafted_items(lead.campaign).exclude(truth=None)
    items = known.filter(pk=item) if item is not None else known
    rows = {row.pair.number: row for row in items}
    entries = lead.campaign.ledger.filter(kind="exam_item_set", pair_number__in=list(rows))
    return [_exam_done(rows[entry.pair_number or 0], entry) for entry in _newest(entries)]


def _newest(entries: QuerySet[LedgerEntry]) -> list[LedgerEntry]:
    """The newest entry on each pair, the newest first."""
    found: dict[int | None, LedgerEntry] = {}
    for entry in entries.order_by("-number")[: 4 * SHOWN_LATELY]:
        found.setdefault(entry.pair_number, entry)
    return list(found.values())[:SHOWN_LATELY]


def _exam_done(row: ExamItem, entry: LedgerEntry) -> Done:
    return Done(
        item=row.pk,
        what=f"Pair {row.pair.number}",
        pair=row.pair,
        outcome=f"truth {row.truth}",
        actor=entry.actor,
        at=entry.at,
        reason=row.explanation,
        seen=str(row.truth),
        undo="Undo",
        has_reasons=True,
    )


def _for_gold(lead: Lead) -> QuerySet[Pair]:
    opened = Batch.objects.filter(query=OuterRef("query"))
    return pairs_for_gold(lead.campaign, asked="").filter(Exists(opened)).order_by("number")


def _gold_cards(lead: Lead, pairs: Sequence[Pair]) -> list[Card]:
    clips = playable_clips(pair.moment_id for pair in pairs)
    return [
        Card(item=pair.number, what=f"Pair {pair.number}", pair=pair, clip=clips.get(pair.moment_id)) for pair in pairs
    ]


def _gold_lately(lead: Lead, item: int | None) -> list[Done]:
    golds = Gold.objects.filter(campaign=lead.campaign, active=True).select_related("pair__query")
    golds = golds.filter(pair__number=item) if item is not None else golds
    rows = {gold.pair.number: gold for gold in golds.order_by("-pk")[:SHOWN_LATELY]}
    entries = lead.campaign.ledger.filter(kind="gold_set", pair_number__in=list(rows))
    return [
        Done(
            item=gold.pair.number,
            what=what_of(gold.pair, lead.campaign),
            pair=gold.pair,
            outcome="gold" if gold.relevance is None else f"gold with {gold.relevance}",
            actor=entry.actor,
            at=entry.at,
            reason="",
            seen="" if gold.relevance is None else str(gold.relevance),
            undo="Undo",
        )
        for entry in _newest(entries)
        for gold in [rows[entry.pair_number or 0]]
    ]


def _exam_choices(campaign: Campaign) -> tuple[Choice, ...]:
    return level_choices(campaign, done="truth {}")


def _gold_choices(campaign: Campaign) -> tuple[Choice, ...]:
    return level_choices(campaign, done="gold with {}")


EXAM_TRUTHS = Queue("exam", EXAM_TRUTH, _without_truth, _exam_cards, _exam_lately, _exam_choices, place="pk")
GOLD_TRUTHS = Queue("gold", GOLD_TRUTH, _for_gold, _gold_cards, _gold_lately, _gold_choices)
