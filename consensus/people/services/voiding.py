"""Voids a person's scores: as one action, shown in advance, without deleting a row (I2, I3, I4)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from annotator.models import Membership, Seat
from annotator.seats.services.superseding import hold_people
from annotator.seats.services.voiding import void_seats
from consensus.decisions.ledger_kinds import PERSON_VOIDED, SCORES_VOIDED
from consensus.models import BatchReview, Decision, Verdict
from consensus.people.selectors.voiding import (
    Voiding,
    preview_voiding,
    replaced_seats,
    touched_reviews,
    touched_verdicts,
)
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import CampaignKind


class Changed(BadInput):
    """What voiding would do is not what the lead was shown."""


@transaction.atomic
def void_person(*, member: Membership, now: datetime, actor: str, reason: str, seen: Voiding | None = None) -> Voiding:
    """Take every campaign score of the person out of the count; what that did. A second call does nothing.

    Verdicts that rest on the scores are superseded, and so are reviews of their batches, but for extended ones;
    sweeps make both again once others have scored. The person's hours stay as they are. Raises BadInput without a
    reason, in a campaign that marks (a question cannot do without its author's marking), and Changed where it would do
    something else than was `seen`.
    """
    if not reason:
        raise BadInput("reason: is empty")
    if member.campaign.kind == CampaignKind.MARK:
        raise BadInput("markings cannot be voided; suspend the person, and withdraw the questions that are wrong")
    hold_campaign(member.campaign)
    hold_people(member.campaign)
    does = preview_voiding(member=member)
    if seen is not None and seen != does:
        if not does.scores:
            raise Changed("this person's scores are already void")
        raise Changed("people continued working, so the figures below have changed; check them and confirm again")
    wanted = list(replaced_seats(member).select_related("pair__query").order_by("pk"))
    reviews = touched_reviews(member).exclude(decision=Decision.EXTEND)
    BatchReview.objects.filter(pk__in=reviews.values("pk")).update(superseded=True)
    Verdict.objects.filter(pk__in=touched_verdicts(member).values("pk")).update(superseded=True)
    void_seats(member=member, wanted=wanted)
    if does.scores:
        records = [Record(PERSON_VOIDED, actor, {"person": member.pseudonym, "reason": reason, **asdict(does)})]
        records += _by_query(member, wanted, actor, reason)
        record_decisions(campaign=member.campaign, records=records, now=now)
    return does


def _by_query(member: Membership, wanted: list[Seat], actor: str, reason: str) -> list[Record]:
    """An entry for each query with the pairs that are scored again."""
    pairs: dict[int, list[int]] = defaultdict(list)
    for seat in wanted:
        pairs[seat.pair.query.query_id].append(seat.pair.number)
    return [
        Record(SCORES_VOIDED, actor, {"person": member.pseudonym, "reason": reason, "pairs": numbers}, query)
        for query, numbers in sorted(pairs.items())
    ]
