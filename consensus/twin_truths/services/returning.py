"""Gives captions back to their writer, with the reason; what was not returned stays locked (T4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from annotator.models import CaptionOrder, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.services.checking import add_seats_at, reserve_for
from annotator.twins.tasks import TwinTask
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import caption_orders, pairs_of
from consensus.twin_truths.services.ordering import WRITER, writers_of
from consensus.twins.ledger_kinds import TWIN_CAPTIONS_RETURNED
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair


@dataclass(frozen=True, slots=True)
class ReturnedClip:
    """A pair of writing with the reasons why its captions come back: forward, then backward; "" for one that stays."""

    pair: Pair
    reasons: tuple[str, str]


def return_captions(
    *, campaign: Campaign, returned: Mapping[int, str], now: datetime, actor: str = "rule"
) -> list[Pair]:
    """Have the captions of those moments (by primary key) written again, for that reason; the pairs of writing.

    The writer gets both captions; the one that nobody objects to is locked. If the writer has them in hand already,
    because the other one came back before, this one is unlocked too. The caller holds the campaign, has stored the
    verdicts on the captions, and knows that the writer can no longer change the present ones.
    """
    if not returned:
        return []
    clips = _clips(returned)
    writing = _in_hand(clips)
    _unlock([clip for clip in clips if clip.pair.pk in writing])
    back = [clip for clip in clips if clip.pair.pk not in writing]
    _restart(campaign, back, now, actor)
    return [clip.pair for clip in clips]


def _clips(returned: Mapping[int, str]) -> list[ReturnedClip]:
    twins = {twin.forward_id: twin for twin in twins_of_moments(returned).values()}
    pairs = pairs_of(TwinTask.CAPTION, twins)
    return [
        ReturnedClip(pair, (returned.get(moment, ""), returned.get(twins[moment].backward_id, "")))
        for moment, pair in sorted(pairs.items())
    ]


def _in_hand(clips: Sequence[ReturnedClip]) -> set[int]:
    """The pairs whose captions are being written again."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=[clip.pair.pk for clip in clips], attempt=F("pair__attempt"))
    return set(seats.exclude(state=SeatState.SETTLED).values_list("pair", flat=True))


def _unlock(clips: Sequence[ReturnedClip]) -> None:
    orders = caption_orders(clip.pair for clip in clips)
    for clip in clips:
        order, (forward, backward) = orders[clip.pair.pk], clip.reasons
        if forward:
            order.keeps_forward, order.forward_reason = False, forward
        if backward:
            order.keeps_backward, order.backward_reason = False, backward
        order.save()


def _restart(campaign: Campaign, clips: Sequence[ReturnedClip], now: datetime, actor: str) -> None:
    """The next attempt at the captions, by the same writer if they still may work."""
    if not clips:
        return
    pairs = [clip.pair for clip in clips]
    before = caption_orders(pairs)
    Verdict.objects.bulk_create(_verdict(clip, now, actor) for clip in clips)
    writers = writers_of(pairs)
    Pair.objects.filter(pk__in=[pair.pk for pair in pairs]).update(attempt=F("attempt") + 1)
    for pair in pairs:
        pair.attempt += 1
    CaptionOrder.objects.bulk_create(
        CaptionOrder(
            pair=clip.pair,
            attempt=clip.pair.attempt,
            both=before[clip.pair.pk].both,
            keeps_forward=not clip.reasons[0],
            keeps_backward=before[clip.pair.pk].both and not clip.reasons[1],
            forward_reason=clip.reasons[0],
            backward_reason=clip.reasons[1],
        )
        for clip in clips
    )
    seats = add_seats_at(places=[(pair, *WRITER) for pair in pairs])
    reserve_for(seats=[(seat, writers[seat.pair_id]) for seat in seats if seat.pair_id in writers], now=now)
    record_decisions(campaign=campaign, records=[_record(clip, actor) for clip in clips], now=now)


def _verdict(clip: ReturnedClip, now: datetime, actor: str) -> Verdict:
    assert clip.pair.batch is not None
    return Verdict(
        pair=clip.pair,
        attempt=clip.pair.attempt,
        kind=VerdictKind.RETURNED,
        round=1,
        protocol=clip.pair.batch.protocol,
        actor=actor,
        reason=_reason(clip),
        decided_at=now,
    )


def _reason(clip: ReturnedClip) -> str:
    return "; ".join(
        f"{name}: {reason}" for name, reason in zip(("forward", "backward"), clip.reasons, strict=True) if reason
    )


def _record(clip: ReturnedClip, actor: str) -> Record:
    payload = {"attempt": clip.pair.attempt, "reason": _reason(clip)}
    return Record(TWIN_CAPTIONS_RETURNED, actor, payload, clip.pair.query.query_id, clip.pair.number)
