"""Sets the truth of exam pairs in draft and of gold, and takes it back."""

from __future__ import annotations

from django.http import Http404

from annotator.checks.services.golds import set_gold, take_back_gold
from annotator.exam.services.bank import ItemEdit, save_items
from annotator.exam.services.making import clear_truth, set_truth
from annotator.models import ExamItem, Gold
from console.decisions.choices import Choice
from console.decisions.selectors.items import what_of
from console.decisions.selectors.truths import drafted_items
from console.decisions.views.acts.asked import Acts, Asked
from moments.base.errors import BadInput


def _item(asked: Asked) -> ExamItem:
    items = ExamItem.objects.filter(exam__campaign=asked.lead.campaign, pk=asked.item)
    item = items.select_related("exam__campaign", "pair__query").first()
    if item is None:
        raise Http404("no such pair of an exam")
    if not drafted_items(asked.lead.campaign).filter(pk=item.pk).exists():
        raise BadInput(f"pair {item.pair.number} is no longer in a draft, so its truth is fixed")
    return item


def _decide_exam(asked: Asked, choice: Choice) -> object:
    item = _item(asked)
    if item.truth is not None:
        raise BadInput(f"pair {item.pair.number} already has the truth {item.truth}")
    edit = ItemEdit(int(choice.value), asked.reason or item.explanation, asked.seen)
    return save_items(exam=item.exam, edits={item.pair.number: edit}, actor=asked.lead.actor, now=asked.now)


def _undo_exam(asked: Asked) -> object:
    seen = -1 if asked.seen_number is None else asked.seen_number
    item = _item(asked)
    clear_truth(item=item, seen=seen, now=asked.now, actor=asked.lead.actor)
    return item


def _explain_exam(asked: Asked) -> object:
    item = _item(asked)
    set_truth(item=item, explanation=asked.reason, now=asked.now, actor=asked.lead.actor)
    return item


def _decide_gold(asked: Asked, choice: Choice) -> object:
    return set_gold(
        pair=asked.pair,
        relevance=int(choice.value) if choice.value.isdecimal() else None,
        now=asked.now,
        actor=asked.lead.actor,
        explanation=asked.reason,
        fresh=True,
    )


def _undo_gold(asked: Asked) -> object:
    gold = Gold.objects.select_related("campaign", "pair__campaign", "pair__query").filter(pair=asked.pair).first()
    what = what_of(asked.pair, asked.lead.campaign).lower()
    if gold is None or gold.relevance != asked.seen_number:
        raise BadInput(f"{what} is no longer gold with the answer that was set then")
    if not take_back_gold(gold=gold, now=asked.now, actor=asked.lead.actor):
        raise BadInput(f"{what} was already stopped")
    return gold


EXAM = Acts(_decide_exam, _undo_exam, _explain_exam)
GOLD = Acts(_decide_gold, _undo_gold)
