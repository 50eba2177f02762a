"""The items of queues: what a card shows before the decision, and what a line tells after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from annotator.player.selectors import PlayableClip
from console.decisions.choices import Choice, Reason, Words
from moments.campaign.selectors import levels_of
from moments.models import Campaign, Pair


@dataclass(frozen=True, slots=True)
class Card:
    """An item that awaits a decision; `seen` is a mark of its state, which the form sends back.

    An item that is no pair has a `heading`. `about` is what the queue's template shows beside the clip. `refused` are
    the choices that it has not, with why.
    """

    item: int
    what: str
    pair: Pair | None
    clip: PlayableClip | None
    seen: str = ""
    heading: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """A decision that was made. `undo` labels the button that takes it back; empty if nothing can.

    `reason` may still be changed by who decided if the queue has `reasons` to choose from.
    """

    item: int
    what: str
    pair: Pair | None
    outcome: str
    actor: str
    at: datetime
    reason: str
    seen: str = ""
    undo: str = ""
    has_reasons: bool = False
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Queue:
    """A kind of decision: how it speaks, what awaits it, in the order of `place`, and what was decided.

    `place` names the field by which items are ordered, which is also their number in addresses.
    """

    key: str
    words: Words
    found: Callable[[Lead], QuerySet[Any]]
    cards: Callable[[Lead, Sequence[Any]], list[Card]]
    lately: Callable[[Lead, int | None], Sequence[Done]]
    choices: Callable[[Campaign], tuple[Choice, ...]]
    reasons: tuple[Reason, ...] = ()
    place: str = "number"


def what_of(pair: Pair, campaign: Campaign) -> str:
    """What a pair is called: where segments are marked, by its question."""
    return f"{'Question' if campaign.is_marked else 'Pair'} {pair.number}"


def level_choices(campaign: Campaign, *, done: str) -> tuple[Choice, ...]:
    """One choice for each level of the campaign's scale, by its digit; `done` says it with the level filled in."""
    return tuple(
        Choice(
            key=str(level.relevance),
            value=str(level.relevance),
            label=level.name,
            does="",
            done=done.format(level.relevance),
            hint=level.short,
        )
        for level in levels_of(campaign)
    )
