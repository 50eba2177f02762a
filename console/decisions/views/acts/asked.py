"""What a form of a queue asks for, and the acts that answer it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from annotator.people.selectors.access import Lead
from console.decisions.choices import Choice
from moments.models import Pair


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as it was sent: who, on which item, what, why, and what the card had shown; of a
    judgement of twins also by which `criterion` time matters.
    """

    lead: Lead
    item: int
    value: str
    reason: str
    seen: str
    now: datetime
    criterion: str = ""

    @property
    def pair(self) -> Pair:
        """The campaign's pair of that number; raises Http404 if there is none."""
        pairs = self.lead.campaign.pairs.select_related(
            "campaign", "query", "moment__video__campaign", "batch__protocol"
        )
        pair = pairs.filter(number=self.item).first()
        if pair is None:
            raise Http404("no such pair")
        return pair

    @property
    def seen_number(self) -> int | None:
        """The number in the mark of what was shown; None if there is none."""
        is_number = self.seen.isascii() and self.seen.isdecimal() and len(self.seen) < 19
        return int(self.seen) if is_number else None


@dataclass(frozen=True, slots=True)
class Acts:
    """What decides an item, undoes that, and changes its reason; each raises BadInput where it cannot."""

    decide: Callable[[Asked, Choice], object]
    undo: Callable[[Asked], object]
    explain: Callable[[Asked], object] | None = None
