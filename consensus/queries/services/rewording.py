"""Edits the text of a question in a marking campaign: a correction keeps its answers, another meaning does not."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from annotator.models import Ask, AskState, Seat
from annotator.models.asking import LONGEST_TEXT
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.problems.services.resolving import close_problems
from annotator.seats.services.hidden_checks import withdraw_checks
from annotator.seats.services.superseding import hold_people
from consensus.decisions.selectors.verdicts import has_scored
from consensus.marking.ledger_kinds import QUESTION_EDITED
from consensus.pairs.services.restarting import mark_questions_again
from consensus.queries.selectors import may_be_reworded
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.corpus.services import replace_query_text
from moments.ledger.services import record_decision
from moments.models import Pair, Query


@transaction.atomic
def reword_question(
    *, ask: Ask, text: str, same_meaning: bool, actor: str, reason: str, now: datetime, seen_version: int | None = None
) -> Pair:
    """Give a submitted question another text, as its next version; its pair.

    With the `same_meaning`, every answer still counts, and who marks the question goes on. Otherwise its next attempt
    begins without any earlier answer, the author's too, and two people who have not seen it mark it. Who is at work on
    it is told that the answer is no longer needed, and is paid. The text before stays as a QueryVersion.

    Raises BadInput for a text that cannot be taken, without a reason, for who wrote or marked the question, if another
    edit came between (`seen_version`), and for a question that is rejected or back with its author. If the author can
    no longer work, such a question may get another meaning.
    """
    campaign = ask.campaign
    hold_campaign(campaign)
    hold_people(campaign)
    ask = Ask.objects.select_related("pair__query", "pair__campaign", "pair__batch", "author__user").get(pk=ask.pk)
    pair = _editable(ask, actor, seen_version, same_meaning=same_meaning)
    before, text = pair.query, _checked(text, pair.query.text, reason)
    _replace(ask, before, text, actor, reason, now, same_meaning)
    if not same_meaning:
        _mark_anew(pair, before, now, reason)
    payload = {
        "version": before.version + 1,
        "attempt": pair.attempt,
        "same_meaning": same_meaning,
        "before_sha256": _digest(before.text),
        "after_sha256": _digest(text),
        "reason": reason,
    }
    record_decision(campaign=campaign, kind=QUESTION_EDITED, actor=actor, payload=payload, now=now, pair=pair)
    return pair


def _editable(ask: Ask, actor: str, seen_version: int | None, *, same_meaning: bool) -> Pair:
    """The question's pair, now that nobody else changes it."""
    pair = ask.pair
    if pair is None or ask.state == AskState.DRAFT:
        raise BadInput(f"question {ask.number} has not been submitted")
    if ask.state == AskState.REJECTED:
        raise BadInput(f"question {ask.number} is rejected")
    if seen_version not in (None, pair.query.version):
        raise BadInput(f"question {ask.number} has been edited in the meantime; look at it again")
    if ask.state == AskState.RETURNED and (same_meaning or not may_be_reworded(ask)):
        raise BadInput(f"question {ask.number} is back with its author, who is writing its next version")
    if has_scored(pair, actor):
        raise BadInput("the question needs another lead, because you wrote or marked it yourself")
    return pair


def _checked(text: str, before: str, reason: str) -> str:
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_TEXT or "\0" in text:
        raise BadInput(f"expected 1 to {LONGEST_TEXT:,} characters", field="text")
    if text == before:
        raise BadInput("has not changed", field="text")
    if not reason:
        raise BadInput("give a reason", field="reason")
    return text


def _replace(ask: Ask, before: Query, text: str, actor: str, reason: str, now: datetime, same_meaning: bool) -> None:
    """The new text takes the place of the one before, in the query and in the question."""
    replace_query_text(before, text, actor=actor, reason=reason, now=now, same_meaning=same_meaning)
    Ask.objects.filter(pk=ask.pk).update(text=text, version=ask.version + 1, changed_at=now)


def _mark_anew(pair: Pair, query: Query, now: datetime, reason: str) -> None:
    """Start the next attempt without any answer of this one."""
    close_problems(pairs=[pair], now=now, resolution=f"the question was edited: {reason}")
    Pair.objects.filter(pk=pair.pk, parked=True).update(parked=False)
    withdraw_checks(query=query, restarts=True)
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair=pair)
    mark_questions_again(campaign=pair.campaign, pairs=[pair], lost=set(live.values_list("pk", flat=True)), now=now)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
