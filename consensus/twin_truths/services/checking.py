"""Rules on captions that were assigned: accepted, checked again, returned or left to the lead (T4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.scoring.selectors.twins import twins_of_moments
from annotator.seats.services.checking import add_seats_at
from annotator.seats.services.seating import mark_settled
from annotator.twins.answers import CheckResult
from annotator.twins.tasks import TwinTask
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind
from consensus.twin_truths.selectors.complete import (
    GivenAnswer,
    caption_orders,
    checked_pairs,
    given_answers,
    pairs_of,
    times_returned,
    with_lookalikes,
)
from consensus.twin_truths.services.returning import return_captions
from consensus.twin_truths.services.writing import AMONG_SIMILAR, accept_captions
from consensus.twins.checking import CaptionRuling, CaptionStep, ReturnReason, rule_on_caption
from consensus.twins.ledger_kinds import (
    TWIN_CAPTION_ACCEPTED,
    TWIN_CAPTION_CHECKED,
    TWIN_CAPTION_FOR_LEAD,
    TWIN_CAPTION_RETURNED,
)
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Pair

LEDGER = {
    CaptionStep.ACCEPTED: TWIN_CAPTION_ACCEPTED,
    CaptionStep.CHECKER: TWIN_CAPTION_CHECKED,
    CaptionStep.LOOKALIKES: TWIN_CAPTION_CHECKED,
    CaptionStep.RETURNED: TWIN_CAPTION_RETURNED,
    CaptionStep.LEAD: TWIN_CAPTION_FOR_LEAD,
}
VERDICTS = {CaptionStep.ACCEPTED: VerdictKind.AGREED, CaptionStep.RETURNED: VerdictKind.RETURNED}
# What its writer reads, who does not know which clip is which.
TO_WRITER = {
    ReturnReason.WRONG_TWIN: "Somebody assigned this caption to the other clip.",
    ReturnReason.CANNOT_TELL: "Somebody could not tell from this caption which of the two clips it describes.",
    ReturnReason.LOOKALIKE: "Somebody assigned this caption to a similar clip.",
    ReturnReason.CANNOT_FIND: "Somebody could not tell this clip from similar ones by its caption.",
}


@dataclass(frozen=True, slots=True)
class CheckedPair:
    """A pair of assigning with its assignments and what the rules say of them."""

    pair: Pair
    given: Sequence[GivenAnswer]
    ruling: CaptionRuling

    @property
    def next_place(self) -> tuple[int, int]:
        """The round and number of the seat that comes next."""
        if self.ruling.step is CaptionStep.LOOKALIKES:
            return AMONG_SIMILAR
        taken = {one.number for one in self.given if one.round == 1}
        return 1, next(number for number in (1, 2) if number not in taken)


@transaction.atomic
def rule_on_checked(campaign: Campaign, now: datetime, *, most: int) -> list[CaptionStep]:
    """Rule on up to `most` captions; the step of each. A second call finds only what is new."""
    hold_campaign(campaign)
    pairs = checked_pairs(campaign, most=most)
    if not pairs:
        return []
    ruled = ruled_captions(pairs)
    mark_settled(seats=[one.seat for checked in ruled for one in checked.given])
    ask_next(ruled)
    Verdict.objects.bulk_create(_verdict(one, now) for one in ruled if one.ruling.step in VERDICTS)
    record_decisions(campaign=campaign, records=[_record(one) for one in ruled], now=now)
    returned = {
        one.pair.moment_id: TO_WRITER[one.ruling.reason]
        for one in ruled
        if one.ruling.step is CaptionStep.RETURNED and one.ruling.reason
    }
    return_captions(campaign=campaign, returned=returned, now=now)
    accepted = [one.pair.moment_id for one in ruled if one.ruling.step is CaptionStep.ACCEPTED]
    accept_whole(campaign=campaign, moments=accepted, now=now)
    return [one.ruling.step for one in ruled]


def ask_next(ruled: Sequence[CheckedPair]) -> int:
    """Ask somebody else about each caption of which the rules want another assignment; how many."""
    going_on = (CaptionStep.CHECKER, CaptionStep.LOOKALIKES)
    return len(add_seats_at(places=[(one.pair, *one.next_place) for one in ruled if one.ruling.step in going_on]))


def ruled_captions(pairs: Sequence[Pair]) -> list[CheckedPair]:
    """What the rules say of each caption by its final assignments."""
    given, returns, similar = given_answers(pairs), times_returned(pairs), with_lookalikes(pairs)
    both = clips_of_two(pair.moment_id for pair in pairs)
    return [
        CheckedPair(
            pair,
            given[pair.pk],
            caption_ruling(
                pair,
                given[pair.pk],
                both=both[pair.moment_id],
                returns=returns.get(pair.pk, 0),
                similar=pair.pk in similar,
            ),
        )
        for pair in pairs
    ]


def clips_of_two(moments: Iterable[int]) -> dict[int, bool]:
    """Whether the moments (by primary key) belong to twins with a caption each, and not to a single clip."""
    twins = twins_of_moments(moments)
    writing = pairs_of(TwinTask.CAPTION, {twin.forward_id for twin in twins.values()})
    orders = caption_orders(writing.values())
    return {moment: orders[writing[twin.forward_id].pk].both for moment, twin in twins.items()}


def caption_ruling(
    pair: Pair, given: Sequence[GivenAnswer], *, both: bool, returns: int, similar: bool
) -> CaptionRuling:
    """T4 on the assignments of a caption, under the protocol of its batch."""
    assert pair.batch is not None
    under = pair.batch.protocol.twin
    among: list[CheckResult] = [one.result(pair) for one in given if one.round == 2]
    return rule_on_caption(
        [one.result(pair) for one in given if one.round == 1],
        checkers=under.checkers if both else 0,
        most_returns=under.most_returns,
        returns=returns,
        lookalikes_wanted=similar,
        lookalikes=among[0] if among else None,
    )


def accept_whole(*, campaign: Campaign, moments: Iterable[int], now: datetime) -> None:
    """Accept the captions of clips whose every caption is accepted by now, of those of the moments (by primary key)."""
    twins = {twin.forward_id: twin for twin in twins_of_moments(moments).values()}
    writing = pairs_of(TwinTask.CAPTION, twins)
    orders = caption_orders(writing.values())
    asked = pairs_of(TwinTask.ASSIGN, [*twins, *(twin.backward_id for twin in twins.values())])
    counting = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)
    keys = [pair.pk for pair in (*asked.values(), *writing.values())]
    decided = dict(current_verdicts().filter(pair__in=keys).values_list("pair", "kind"))
    unfinished = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=keys, attempt=F("pair__attempt"))
    busy = set(unfinished.exclude(state=SeatState.SETTLED).values_list("pair", flat=True))
    whole = []
    for forward, pair in sorted(writing.items()):
        wanted = [forward, twins[forward].backward_id] if orders[pair.pk].both else [forward]
        if pair.pk in busy or pair.pk in decided:
            continue
        if all(decided.get(asked[moment].pk) in counting for moment in wanted):
            whole.append(pair)
    accept_captions(campaign=campaign, pairs=whole, now=now)


def _verdict(checked: CheckedPair, now: datetime) -> Verdict:
    pair = checked.pair
    assert pair.batch is not None
    return Verdict(
        pair=pair,
        attempt=pair.attempt,
        kind=VERDICTS[checked.ruling.step],
        round=max(one.round for one in checked.given),
        protocol=pair.batch.protocol,
        actor="rule",
        reason=checked.ruling.reason or "",
        decided_at=now,
    )


def _record(checked: CheckedPair) -> Record:
    pair = checked.pair
    assert pair.batch is not None
    payload = {
        "attempt": pair.attempt,
        "outcome": checked.ruling.step.value,
        "reason": checked.ruling.reason,
        "protocol": pair.batch.protocol.version,
        "assignments": [[one.worker, one.result(pair).value] for one in checked.given],
    }
    kind = LEDGER[checked.ruling.step]
    return Record(kind, "rule", payload, pair.query.query_id, pair.number)
