"""Takes back what a lead decided on a question: it waits for a lead again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.asking.services.states import reopen_ask
from annotator.models import Ask, AskState
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.marking.ledger_kinds import QUESTION_UNDECIDED
from consensus.models import Verdict, VerdictKind
from consensus.truths.selectors.complete import AUTHOR, MARKER, given_answers, questions_for_lead
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Pair

STATES = {
    VerdictKind.ADJUDICATED: AskState.ACCEPTED,
    VerdictKind.WITHDRAWN: AskState.REJECTED,
    VerdictKind.RETURNED: AskState.RETURNED,
}


@transaction.atomic
def take_back_question(*, pair: Pair, actor: str, now: datetime, reason: str = "", seen: int | None = None) -> Verdict:
    """Supersede the lead's verdict on the question, which waits for a lead again; the verdict that no longer stands.

    Raises BadInput if the rule decided it, if its verdict is another than was `seen`, if its author has begun to change
    a returned question, if the question had not come to the lead when it was withdrawn, and if one of its answers was
    voided since.
    """
    hold_campaign(pair.campaign)
    pair.refresh_from_db(fields=["attempt"])
    standing = current_verdicts().filter(pair=pair).first()
    if standing is None:
        raise BadInput("the question is not decided")
    if standing.actor == "rule":
        raise BadInput("the question was decided by the rules, and no lead has decided it")
    if seen not in (None, standing.pk):
        raise BadInput("the question has been decided again in the meantime; look at it again")
    _refuse_changed(pair, standing)
    Verdict.objects.filter(pk=standing.pk).update(superseded=True)
    if not reopen_ask(pair=pair.pk, state=STATES[VerdictKind(standing.kind)], now=now):
        raise BadInput("the question has changed in the meantime; look at it again")
    if not questions_for_lead(pair.campaign).filter(pk=pair.pk).exists():
        raise BadInput("the question was withdrawn before the rules left it to a lead, so it cannot be put back")
    if not {AUTHOR, MARKER} <= set(given_answers([pair])[pair.pk]):
        raise BadInput("an answer to the question has since been voided, so there is nothing left to decide")
    payload = {"attempt": pair.attempt, "before": standing.kind, "by": standing.actor, "reason": reason}
    record_decision(campaign=pair.campaign, kind=QUESTION_UNDECIDED, actor=actor, payload=payload, now=now, pair=pair)
    return standing


def _refuse_changed(pair: Pair, standing: Verdict) -> None:
    """Raise BadInput if the author has saved something since the question was returned."""
    saved = Ask.objects.filter(pair=pair, changed_at__gt=standing.decided_at)
    if standing.kind == VerdictKind.RETURNED and saved.exists():
        raise BadInput("its author has already begun to change the question")
