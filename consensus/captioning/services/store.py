"""Keeps one answer for one question: the attempt, and the caption that waits for a person if the answer passed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import AskOrigin, DerivedAsk, DerivedTask
from consensus.captioning.faults import CaptionFault
from consensus.captioning.selectors import CaptionTask, uncaptioned
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import CaptionAttempt, CaptionRun
from consensus.models.captions import LONGEST_ANSWER
from moments.campaign.services import hold_campaign
from moments.rewriting.faults import PASSED, one_line


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer and what was asked; `fault` says why it cannot be the caption."""

    text: str
    fault: CaptionFault | None
    instants_ms: Sequence[int] = ()
    request_sha256: str = ""
    temperature: float | None = None
    tokens_in: int = 0
    tokens_out: int = 0


@transaction.atomic
def keep_caption(*, run: CaptionRun, task: CaptionTask, tried: Tried, requester: str, now: datetime) -> str:
    """Store the attempt, its tokens, and the caption if it passed; the attempt's outcome.

    A question that got a caption or another truth while the model was asked keeps what it has.
    """
    hold_campaign(run.campaign)
    paid = {"tokens_in": F("tokens_in") + tried.tokens_in, "tokens_out": F("tokens_out") + tried.tokens_out}
    CaptionRun.objects.filter(pk=run.pk).update(**paid)
    fault, made = tried.fault, None
    if fault is None and not _lacks_still(run, task):
        fault = CaptionFault("overtaken")
    if fault is None:
        given = {"task": DerivedTask.CA, "text": tried.text, "origin": AskOrigin.MODEL, "requester": requester}
        made = DerivedAsk.objects.create(ask_id=task.ask, made_at=now, **given)
    CaptionAttempt.objects.create(
        run=run,
        ask_id=task.ask,
        derived=made,
        text=tried.text.replace("\0", "\ufffd")[:LONGEST_ANSWER].encode("utf-8", "replace").decode(),
        temperature=tried.temperature,
        request_sha256=tried.request_sha256,
        instants_ms=list(tried.instants_ms),
        outcome=fault.kind if fault else PASSED,
        detail=one_line(fault.detail, 300) if fault else "",
        tokens_in=tried.tokens_in,
        tokens_out=tried.tokens_out,
        at=now,
    )
    return fault.kind if fault else PASSED


def _lacks_still(run: CaptionRun, task: CaptionTask) -> bool:
    lacking = uncaptioned(run.campaign).filter(pk=task.ask).values_list("pair", flat=True)
    return current_verdicts().filter(pk=task.verdict, pair__in=list(lacking)).exists()
