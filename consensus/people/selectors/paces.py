"""How fast a campaign's people have scored recently."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from statistics import median

from annotator.models import Score
from annotator.worktime.hours import SECOND, Stopwatch
from annotator.worktime.selectors import Millis
from moments.models import Campaign

MOST_SCORES = 5000
LAST = 100
FEWEST = 30


@dataclass(frozen=True, slots=True)
class Paces:
    """By member the active milliseconds that each of the person's scores took and when it was saved, oldest first."""

    by_member: dict[int, list[tuple[int, datetime]]]

    def of(self, member: int, *, since: datetime | None = None) -> float | None:
        """The median seconds of the person's last hundred scores, saved after `since`; None below thirty."""
        took = self._last(member, since)
        return median(took) / SECOND if len(took) >= FEWEST else None

    def scores(self, member: int, *, since: datetime | None = None) -> int:
        """Over how many scores that median is, a hundred at most."""
        return len(self._last(member, since))

    def _last(self, member: int, since: datetime | None) -> list[int]:
        known = self.by_member.get(member, [])
        return [millis for millis, saved_at in known if since is None or saved_at > since][-LAST:]

    @property
    def of_campaign(self) -> float | None:
        """The median of the people's medians in seconds, so that nobody weighs more for scoring more."""
        paces = [pace for pace in map(self.of, self.by_member) if pace is not None]
        return median(paces) if paces else None


def recent_paces(campaign: Campaign) -> Paces:
    """The paces of who made the campaign's last 5,000 scores; one SQL query."""
    newest = Score.objects.filter(seat__campaign=campaign, current=True).order_by("-pk")[:MOST_SCORES]
    rows = newest.values_list("annotator_id", Millis("worked_at"), "shown_ms", "saved_at")
    by_member: dict[int, list[tuple[int, datetime]]] = {}
    for member, scores in groupby(sorted(rows, key=itemgetter(0, 1)), key=itemgetter(0)):
        listed = list(scores)
        took = Stopwatch().count(((at, shown, True, member) for _, at, shown, _ in listed), campaign.idle_s * SECOND)
        # What came before the first of them lies outside the rows, so its time is not known.
        by_member[member] = [(millis, row[3]) for millis, row in zip(took[1:], listed[1:], strict=True)]
    return Paces(by_member)
