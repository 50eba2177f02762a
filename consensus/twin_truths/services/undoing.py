"""Takes back what a lead decided on a clip or caption: it waits for a lead again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import CaptionOrder, Score
from annotator.seats.services.checking import release_seats_of
from annotator.seats.services.superseding import hold_people
from annotator.twins.tasks import TwinTask, task_of
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict, VerdictKind, VideoSplit
from consensus.twin_truths.selectors.complete import RELATED, caption_orders, twins_for_lead
from consensus.twin_truths.services.deciding import AlreadyDecided
from consensus.twin_truths.services.ordering import assigned_pairs, cancel_captions, writing_of
from consensus.twin_truths.services.resuming import resume_clips
from consensus.twins.ledger_kinds import TWINS_UNDECIDED
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Pair

UNDONE = "the lead’s decision on its clip was undone"


@transaction.atomic
def take_back_twins(*, pair: Pair, actor: str, now: datetime, reason: str = "", seen: int | None = None) -> Verdict:
    """Supersede the lead's verdict on a clip or caption, which waits for a lead again; the verdict that fell.

    That is possible until something is built upon it. Raises AlreadyDecided if the verdict is another than was `seen`,
    and BadInput if the rules decided, if captions were written since, if the accepted captions are in a split, and if
    the pair had not come to a lead when it was withdrawn.
    """
    hold_campaign(pair.campaign)
    hold_people(pair.campaign)
    pair = Pair.objects.select_related("campaign", *RELATED).get(pk=pair.pk)
    standing = current_verdicts().filter(pair=pair).first()
    if standing is None:
        raise AlreadyDecided(f"pair {pair.number} is not decided")
    if standing.actor == "rule":
        raise BadInput(f"pair {pair.number} was decided by the rules, not by a lead")
    if seen not in (None, standing.pk):
        raise AlreadyDecided(f"pair {pair.number} has been decided again in the meantime; look at it again")
    undo = {
        (TwinTask.JUDGE, VerdictKind.ADJUDICATED): _judgement,
        (TwinTask.ASSIGN, VerdictKind.ADJUDICATED): _acceptance,
        (TwinTask.ASSIGN, VerdictKind.RETURNED): _return,
        (TwinTask.ASSIGN, VerdictKind.WITHDRAWN): _drop,
    }.get((task_of(pair.query.query_id), VerdictKind(standing.kind)))
    if undo is None:
        raise BadInput("a withdrawn clip stays withdrawn")
    undo(pair, standing, now)
    Verdict.objects.filter(pk=standing.pk).update(superseded=True)
    if not twins_for_lead(pair.campaign).filter(pk=pair.pk).exists():
        raise BadInput("the clip was withdrawn before the rules left it to a lead, so it stays withdrawn")
    payload = {"attempt": pair.attempt, "before": standing.kind, "by": standing.actor, "reason": reason}
    record_decision(campaign=pair.campaign, kind=TWINS_UNDECIDED, actor=actor, payload=payload, now=now, pair=pair)
    return standing


def take_back_return(pair: Pair) -> bool:
    """Have the pair's returned caption written no longer; False if its writer has saved it by now.

    If the other caption came back too, only this one is locked again. The caller supersedes the verdict on the pair.
    """
    writing = writing_of(pair)
    if _has_captions(writing, writing.attempt):
        return False
    order = caption_orders([writing])[writing.pk]
    if order.forward_reason if pair.moment.is_backward else order.backward_reason:
        _lock(order, backward=pair.moment.is_backward)
        return True
    release_seats_of(pairs=[writing.pk])
    order.delete()
    Verdict.objects.filter(pair=writing, attempt=writing.attempt - 1, superseded=False).update(superseded=True)
    Pair.objects.filter(pk=writing.pk).update(attempt=F("attempt") - 1)
    return True


def _lock(order: CaptionOrder, *, backward: bool) -> None:
    if backward:
        order.keeps_backward, order.backward_reason = True, ""
    else:
        order.keeps_forward, order.forward_reason = True, ""
    order.save()


def _judgement(pair: Pair, standing: Verdict, now: datetime) -> None:
    """Nobody writes the captions that followed from it."""
    writing = writing_of(pair)
    if writing.batch_id is None or current_verdicts().filter(pair=writing, kind=VerdictKind.WITHDRAWN).exists():
        return
    if _has_captions(writing, None):
        raise BadInput("somebody has already written captions for the clip, so the decision stays")
    cancel_captions(campaign=pair.campaign, pairs=[writing], reason=UNDONE, now=now)


def _acceptance(pair: Pair, standing: Verdict, now: datetime) -> None:
    """The captions of the clip do not count until this one does."""
    writing = writing_of(pair)
    whole = current_verdicts().filter(pair=writing)
    if whole.filter(kind=VerdictKind.WITHDRAWN).exists():
        raise BadInput("the captions of the clip have since been dropped, so the decision stays")
    if whole.exists() and VideoSplit.objects.filter(video=pair.moment.video_id).exists():
        raise BadInput("the splits have already been drawn with these captions, so the decision stays")
    whole.update(superseded=True)


def _return(pair: Pair, standing: Verdict, now: datetime) -> None:
    if not take_back_return(pair):
        raise BadInput("its writer has already written the caption again, so the decision stays")


def _drop(pair: Pair, standing: Verdict, now: datetime) -> None:
    """Everybody works on the clip's other caption where they stopped."""
    writing = writing_of(pair)
    pairs = [*assigned_pairs([writing]), writing]
    ended = current_verdicts().filter(pair__in=[one.pk for one in pairs], kind=VerdictKind.WITHDRAWN)
    ended = ended.filter(actor=standing.actor, decided_at=standing.decided_at)
    resume_clips(campaign=pair.campaign, pairs=ended.values_list("pair", flat=True), now=now)


def _has_captions(writing: Pair, attempt: int | None) -> bool:
    """Whether captions of that attempt, or of any, are stored that count."""
    scores = Score.objects.filter(seat__pair=writing, seat__superseded=False, current=True)
    return (scores if attempt is None else scores.filter(seat__attempt=attempt)).exists()
