"""Voids a person's scores or answers: as one action, shown in advance, without deleting a row (I2, I3, I4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from annotator.joining.services.admitting import suspend_person
from annotator.models import Membership, Seat
from annotator.seats.services.superseding import hold_people
from annotator.seats.services.voiding import void_seats
from consensus.decisions.ledger_kinds import PERSON_VOIDED, SCORES_VOIDED
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.marking.ledger_kinds import QUESTION_MARKED_AGAIN
from consensus.models import BatchReview, Decision, Verdict
from consensus.pairs.services.restarting import mark_questions_again
from consensus.people.selectors.voiding import (
    Voiding,
    preview_voiding,
    replaced_seats,
    touched_reviews,
    touched_verdicts,
)
from consensus.people.selectors.voiding_marked import VoidedAnswers, preview_voided_answers, restarting_seats
from consensus.people.selectors.voiding_twins import VoidedTwins, preview_voided_twins
from consensus.people.services.voiding_twins import void_twins
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import CampaignKind


class Changed(BadInput):
    """What voiding would do is not what the lead was shown."""


Voided = Voiding | VoidedAnswers | VoidedTwins
PREVIEWS: Mapping[str, Callable[..., Voided]] = {
    CampaignKind.GRADE: preview_voiding,
    CampaignKind.MARK: preview_voided_answers,
    CampaignKind.TWIN: preview_voided_twins,
}


@transaction.atomic
def void_person(
    *,
    member: Membership,
    now: datetime,
    actor: str,
    reason: str,
    seen: Voided | None = None,
    suspends: bool = False,
) -> Voided:
    """Take every campaign score of the person out of the count; what that did. A second call does nothing.

    Verdicts that rest on the scores are superseded, and so are reviews of their batches, but for extended ones;
    sweeps make both again once others have scored. Where segments are marked, other people mark the questions again; in
    a twins campaign others judge, write and check again. The person's hours stay as they are. Where it `suspends`,
    the person is suspended in the same transaction, so that what waits in their queue goes to others too. Raises
    BadInput without a reason, and Changed where it would do something else than was `seen`.
    """
    if not reason:
        raise BadInput("reason: is empty")
    hold_campaign(member.campaign)
    hold_people(member.campaign)
    does = voiding_of(member)
    if seen is not None and seen != does:
        if not does.scores:
            what = "scores" if isinstance(does, Voiding) else "answers"
            raise Changed(f"this person's {what} are already void")
        raise Changed("people continued working, so the figures below have changed; check them and confirm again")
    void = {CampaignKind.GRADE: _void_scores, CampaignKind.MARK: _void_answers, CampaignKind.TWIN: void_twins}
    by_question = void[CampaignKind(member.campaign.kind)](member, now, actor, reason)
    if does.scores:
        whole = Record(PERSON_VOIDED, actor, {"person": member.pseudonym, "reason": reason, **asdict(does)})
        record_decisions(campaign=member.campaign, records=[whole, *by_question], now=now)
    if suspends:
        suspend_person(member=member, reason=reason, now=now, actor=actor)
    return does


def voiding_of(member: Membership) -> Voided:
    """What voiding would do now, as the campaign's kind has it."""
    return PREVIEWS[member.campaign.kind](member=member)


def _void_scores(member: Membership, now: datetime, actor: str, reason: str) -> list[Record]:
    wanted = list(replaced_seats(member).select_related("pair__query").order_by("pk"))
    reviews = touched_reviews(member).exclude(decision=Decision.EXTEND)
    BatchReview.objects.filter(pk__in=reviews.values("pk")).update(superseded=True)
    Verdict.objects.filter(pk__in=touched_verdicts(member).values("pk")).update(superseded=True)
    void_seats(member=member, wanted=wanted)
    return _by_query(member, wanted, actor, reason)


def _void_answers(member: Membership, now: datetime, actor: str, reason: str) -> list[Record]:
    """Have the questions marked again; the entries say of each what it was."""
    wanted = list(restarting_seats(member).select_related("pair__query", "pair__ask").order_by("pair__number"))
    pairs = [seat.pair for seat in wanted]
    before = dict(current_verdicts().filter(pair__in=pairs).values_list("pair", "kind"))
    mark_questions_again(campaign=member.campaign, pairs=pairs, lost={seat.pk for seat in wanted}, now=now)
    void_seats(member=member, wanted=())
    told = {"person": member.pseudonym, "reason": reason}
    return [
        Record(
            QUESTION_MARKED_AGAIN,
            actor,
            {**told, "attempt": seat.pair.attempt, "role": _role(seat, member), "before": before.get(seat.pair_id)},
            seat.pair.query.query_id,
            seat.pair.number,
        )
        for seat in wanted
    ]


def _role(seat: Seat, member: Membership) -> str:
    if seat.round == 2:
        return "third annotator"
    return "author" if seat.pair.ask.author_id == member.pk else "marker"


def _by_query(member: Membership, wanted: list[Seat], actor: str, reason: str) -> list[Record]:
    """An entry for each query with the pairs that are scored again."""
    pairs: dict[int, list[int]] = defaultdict(list)
    for seat in wanted:
        pairs[seat.pair.query.query_id].append(seat.pair.number)
    return [
        Record(SCORES_VOIDED, actor, {"person": member.pseudonym, "reason": reason, "pairs": numbers}, query)
        for query, numbers in sorted(pairs.items())
    ]
