"""Makes captions and windows of decided questions; nothing counts before a person accepts it (M5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.exam.services.references import require_marking
from annotator.marking.segments import Segment
from annotator.models import Ask, AskTask, DerivedAsk, DerivedState, DerivedTask
from consensus.derived.caption_file import GivenCaption
from consensus.derived.selectors import decided_asks, live_derived, truths_of
from consensus.derived.services.deciding import reject_outdated
from consensus.marking.ledger_kinds import CAPTIONS_IMPORTED, WINDOWS_DRAWN
from consensus.marking.windows import draw_window
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Campaign, Moment

CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Made:
    """How many were made, how many were there already, and the questions around whose image no window fits."""

    made: int
    known: int
    without: tuple[int, ...] = ()


@transaction.atomic
def draw_windows(*, campaign: Campaign, now: datetime, actor: str) -> Made:
    """A window around the image of every decided question that has one and no window yet; they wait for a person.

    Only the campaign's seed, the question's number and how many of its windows were rejected decide: a second run makes
    nothing, and after a rejection the next run draws another window. Raises BadInput if the campaign does not mark.
    """
    require_marking(campaign)
    hold_campaign(campaign)
    reject_outdated(campaign=campaign, now=now)
    asks = list(decided_asks(campaign).filter(task=AskTask.IMS, condition_video__isnull=False))
    have = set(live_derived(campaign).filter(task=DerivedTask.VMS).values_list("ask", flat=True))
    rejected = Counter(
        DerivedAsk.objects.filter(ask__in=asks, task=DerivedTask.VMS, state=DerivedState.REJECTED).values_list(
            "ask", flat=True
        )
    )
    wholes = {whole.video_id: whole for whole in campaign.moments.filter(whole=True)}
    truths = truths_of(asks)
    made, without = [], []
    for ask in asks:
        if ask.pk in have:
            continue
        window = _window(ask, wholes, truths.get(ask.pair_id or 0, ()), campaign.seed, rejected[ask.pk])
        if window is None:
            without.append(ask.number)
        else:
            made.append(window)
            window.made_at = now
    DerivedAsk.objects.bulk_create(made, batch_size=CHUNK)
    if made:
        payload = {"made": len(made), "without": without}
        record_decision(campaign=campaign, kind=WINDOWS_DRAWN, actor=actor, payload=payload, now=now)
    return Made(len(made), len(have & {ask.pk for ask in asks}), tuple(without))


@transaction.atomic
def import_captions(*, campaign: Campaign, rows: Sequence[GivenCaption], requester: str, now: datetime) -> Made:
    """Captions of decided questions' truths, which wait for a person other than the requester.

    The caption that a question has adds nothing. Raises BadInput if the campaign does not mark, and BadLine, with
    nothing added, for a question that is not decided, or that has another caption.
    """
    require_marking(campaign)
    hold_campaign(campaign)
    reject_outdated(campaign=campaign, now=now)
    asks = {ask.number: ask for ask in decided_asks(campaign)}
    captions = dict(live_derived(campaign).filter(task=DerivedTask.CA).values_list("ask__number", "text"))
    made = []
    for row in rows:
        if row.question not in asks:
            raise row.place.error(f"question: {row.question} is not decided, or not a question of the campaign")
        if captions.get(row.question, row.text) != row.text:
            raise row.place.error(f"question: {row.question} has another caption; reject that one first")
        if row.question in captions:
            continue
        captions[row.question] = row.text
        ask = asks[row.question]
        made.append(
            DerivedAsk(ask=ask, task=DerivedTask.CA, text=row.text, origin=row.origin, requester=requester, made_at=now)
        )
    DerivedAsk.objects.bulk_create(made, batch_size=CHUNK)
    if made:
        payload = {"made": len(made)}
        record_decision(campaign=campaign, kind=CAPTIONS_IMPORTED, actor=requester, payload=payload, now=now)
    return Made(len(made), len(rows) - len(made))


def _window(
    ask: Ask, wholes: dict[int, Moment], truths: Sequence[Segment], seed: int, rejected: int
) -> DerivedAsk | None:
    whole = wholes.get(ask.condition_video_id or 0)
    if whole is None or ask.condition_ms is None or ask.condition_ms >= whole.end_ms:
        return None
    shown = truths if ask.condition_video_id == ask.video_id else ()
    window = draw_window(
        ask.condition_ms,
        duration_ms=whole.end_ms,
        seed=(seed, "window", ask.number, rejected),
        truths=shown,
    )
    if window is None:
        return None
    return DerivedAsk(ask=ask, task=DerivedTask.VMS, start_ms=window.start_ms, end_ms=window.end_ms)
