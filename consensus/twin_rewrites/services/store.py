"""Keeps one answer for one caption: its rewrites, kept and refused, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import F

from consensus.models import CaptionRewrite, TwinRewriteAnswer, TwinRewriteRun
from consensus.twin_rewrites.faults import AnswerFault
from consensus.twin_rewrites.prompt import RewriteRequest
from consensus.twin_rewrites.selectors.tasks import TrainingCaption, is_in_training
from consensus.twins.rewrites.choosing import RewriteFault
from moments.campaign.services import hold_campaign
from moments.rewriting.faults import PASSED, EndpointAnswer, one_line


@dataclass(frozen=True, slots=True)
class WeighedRewrite:
    """A new rewrite with its similarities, None where it was not compared; `fault` says why it is not kept."""

    text: str
    to_own: float | None = None
    to_twin: float | None = None
    fault: RewriteFault | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """What came of an answer: new rewrites, and those (by key) that are kept now and were not needed before."""

    fault: AnswerFault | None
    rewrites: Sequence[WeighedRewrite] = ()
    promoted: Sequence[int] = field(default=())


@transaction.atomic
def keep_rewrites(
    *,
    run: TwinRewriteRun,
    of: TrainingCaption,
    request: RewriteRequest,
    answer: EndpointAnswer,
    weighed: WeighedAnswer,
    now: datetime,
) -> TwinRewriteAnswer:
    """Store the answer, its tokens and its rewrites; rewrites that are kept stand.

    Nothing is kept of a caption that is no longer accepted, or no longer in training.
    """
    hold_campaign(run.campaign)
    paid = {"tokens_in": F("tokens_in") + answer.tokens_in, "tokens_out": F("tokens_out") + answer.tokens_out}
    TwinRewriteRun.objects.filter(pk=run.pk).update(**paid)
    if weighed.fault is None and not is_in_training(of, run.campaign):
        weighed = WeighedAnswer(AnswerFault("overtaken"))
    fault = weighed.fault
    promoted = CaptionRewrite.objects.filter(pk__in=weighed.promoted).update(fault="", stands=True)
    stored = TwinRewriteAnswer.objects.create(
        run=run,
        caption_id=of.caption,
        direction=of.direction,
        temperature=request.temperature,
        request_sha256=request.sha256,
        outcome=fault.kind if fault else PASSED,
        detail=one_line(fault.detail, 300) if fault else "",
        given=len(weighed.rewrites) + promoted,
        kept=sum(one.fault is None for one in weighed.rewrites) + promoted,
        tokens_in=answer.tokens_in,
        tokens_out=answer.tokens_out,
        at=now,
    )
    CaptionRewrite.objects.bulk_create(_row(stored, of, one) for one in weighed.rewrites)
    return stored


def _row(stored: TwinRewriteAnswer, of: TrainingCaption, one: WeighedRewrite) -> CaptionRewrite:
    return CaptionRewrite(
        answer=stored,
        caption_id=of.caption,
        pair_id=of.pair,
        direction=of.direction,
        text=one.text,
        to_own=one.to_own,
        to_twin=one.to_twin,
        fault=one.fault or "",
        detail=one_line(one.detail, 300),
        stands=one.fault is None,
    )
