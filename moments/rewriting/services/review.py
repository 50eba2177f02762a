"""A person's decisions on captions: accept an answer or the description, edit, let it be tried again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.ledger.services import record_decision
from moments.models import Moment, RewriteAttempt, RewriteSource, RewriteState, Rewriting
from moments.rewriting.checks import Checked
from moments.rewriting.faults import EDITED
from moments.rewriting.ledger_kinds import CAPTION_DECIDED
from moments.rewriting.selectors.progress import require_unsampled
from moments.rewriting.services.store import Tried, attempt_fields

LONGEST_CAPTION = 1_000
PERSON = "person"


class DecidedAlready(BadInput):
    """Somebody, or a run, decided on the caption meanwhile."""


@transaction.atomic
def accept_caption(*, rewriting: Rewriting, attempt: int | None, reviewer: str, actor: str, now: datetime) -> str:
    """Take the text of that attempt, or without one the description itself, as the caption; the caption.

    Raises BadInput for an attempt without a usable text, DecidedAlready if nothing is left to decide.
    """
    _hold(rewriting)
    if attempt is None:
        text, source = rewriting.moment.description, str(RewriteSource.ORIGINAL)
    else:
        chosen = rewriting.attempts.filter(number=attempt).first()
        if chosen is None:
            raise BadInput(f"there is no attempt {attempt}")
        text, source = _usable(chosen.text), _source_of(chosen)
    _accept(rewriting, text, source, reviewer, now, (RewriteState.REVIEW, RewriteState.FAILED))
    _record(rewriting, actor, now, {"decision": "accepted", "attempt": attempt, "source": source})
    return text


@transaction.atomic
def edit_caption(
    *, rewriting: Rewriting, text: str, checked: Checked | None, reviewer: str, actor: str, now: datetime
) -> str:
    """Take a text that a person wrote as the caption, whatever its checks say; they are kept with it.

    An accepted caption may be edited too. Raises BadInput for a text that is blank, too long or not one line.
    """
    _hold(rewriting)
    text = _usable(" ".join(text.split()))
    _accept(rewriting, text, RewriteSource.PERSON, reviewer, now, (rewriting.state,))
    number = (rewriting.attempts.aggregate(number=Max("number"))["number"] or 0) + 1
    fields = attempt_fields(rewriting.pk, number, Tried(text, None, PERSON, "by hand", checked=checked), now)
    detail = checked.fault.sentence[:300] if checked and checked.fault else ""
    RewriteAttempt.objects.create(**{**fields, "outcome": EDITED, "detail": detail})
    values = {"similarity": checked.similarity if checked else None, "names": len(checked.names) if checked else None}
    _record(rewriting, actor, now, {"decision": "edited", "attempt": number, "source": RewriteSource.PERSON, **values})
    return text


@transaction.atomic
def retry_caption(*, rewriting: Rewriting, actor: str, now: datetime) -> None:
    """Let the next run try it again, twice; raises DecidedAlready where it waits or is accepted already."""
    _hold(rewriting)
    open_still = Rewriting.objects.filter(pk=rewriting.pk, state__in=(RewriteState.REVIEW, RewriteState.FAILED))
    if not open_still.update(state=RewriteState.WAITING, tries=0, reason=""):
        raise DecidedAlready("this caption has already been decided")
    _record(rewriting, actor, now, {"decision": "retry"})


def _hold(rewriting: Rewriting) -> None:
    """Let decisions follow each other, and refuse them once captions were used."""
    hold_campaign(rewriting.moment.campaign)
    require_unsampled(rewriting.moment.campaign)


def _accept(
    rewriting: Rewriting, text: str, source: str, reviewer: str, now: datetime, states: tuple[str, ...]
) -> None:
    open_still = Rewriting.objects.filter(pk=rewriting.pk, state__in=states, tries=rewriting.tries, text=rewriting.text)
    accepted = {"state": RewriteState.ACCEPTED, "source": source, "text": text, "reason": "", "decided_at": now}
    if not open_still.update(**accepted, reviewer=reviewer[:40]):
        raise DecidedAlready("this caption has already been decided")
    Moment.objects.filter(pk=rewriting.moment_id).update(caption=text)


def _usable(text: str) -> str:
    """A text that can be a caption; raises BadInput."""
    if not text.strip():
        raise BadInput("caption: expected text, got none")
    if len(text) > LONGEST_CAPTION:
        raise BadInput(f"caption: expected at most {LONGEST_CAPTION:,} characters, got {len(text):,}")
    if not text.isprintable():
        raise BadInput("caption: contains a line break or another control character")
    return text


def _source_of(attempt: RewriteAttempt) -> str:
    if attempt.model == PERSON:
        return RewriteSource.PERSON
    return RewriteSource.NAMES if attempt.prompt.startswith("names:") else RewriteSource.MODEL


def _record(rewriting: Rewriting, actor: str, now: datetime, fields: dict[str, object]) -> None:
    payload = {"desc_id": rewriting.moment.desc_id, **fields}
    record_decision(campaign=rewriting.moment.campaign, kind=CAPTION_DECIDED, actor=actor, payload=payload, now=now)
