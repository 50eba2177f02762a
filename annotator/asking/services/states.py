"""Moves questions from state to state as they are marked, settled, returned or rejected."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import F

from annotator.models import Ask, AskState

MARKED = (AskState.SUBMITTED, AskState.CHECKED)


def mark_checked(*, pairs: Collection[int], now: datetime) -> int:
    """Another person has marked these questions, and they are not decided yet; how many moved."""
    submitted = Ask.objects.filter(pair__in=pairs, state=AskState.SUBMITTED)
    return submitted.update(state=AskState.CHECKED, changed_at=now)


def accept_asks(*, pairs: Collection[int], now: datetime) -> int:
    """These questions have a truth; how many moved."""
    marked = Ask.objects.filter(pair__in=pairs, state__in=MARKED)
    return marked.update(state=AskState.ACCEPTED, reason="", changed_at=now)


def return_ask(*, pair: int, reason: str, now: datetime) -> bool:
    """The question goes back to its author with the reason; False if it was not being marked."""
    marked = Ask.objects.filter(pair=pair, state__in=MARKED)
    moved = marked.update(state=AskState.RETURNED, returns=F("returns") + 1, reason=reason[:1000], changed_at=now)
    return bool(moved)


def reject_asks(*, pairs: Collection[int], reason: str, now: datetime) -> int:
    """These questions are no part of the benchmark; how many moved."""
    asks = Ask.objects.filter(pair__in=pairs).exclude(state=AskState.REJECTED)
    return asks.update(state=AskState.REJECTED, reason=reason[:1000], changed_at=now)


def mark_again(*, pairs: Collection[int], now: datetime) -> int:
    """These questions are marked again, because answers no longer count; how many.

    A return that rested on such an answer does not count.
    """
    asks = Ask.objects.filter(pair__in=pairs)
    asks.filter(state=AskState.RETURNED).update(returns=F("returns") - 1)
    return asks.update(state=AskState.SUBMITTED, reason="", changed_at=now)


def forget_segments(*, pairs: Collection[int]) -> None:
    """The author's own segments no longer answer these questions, and are not shown to them again."""
    Ask.objects.filter(pair__in=pairs).update(segments=[])


def reopen_ask(*, pair: int, state: AskState, now: datetime) -> bool:
    """A lead takes back what put the question into that state: it is checked and undecided again, as it was before.

    A return that is taken back does not count. False if the question is no longer in that state.
    """
    asks = Ask.objects.filter(pair=pair, state=state)
    returns = F("returns") - 1 if state == AskState.RETURNED else F("returns")
    return bool(asks.update(state=AskState.CHECKED, returns=returns, reason="", changed_at=now))
