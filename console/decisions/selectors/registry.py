"""The queues in their order, by the kind of campaign.

A further one is a `Queue` in `QUEUES` or `MARKED_QUEUES`, with its acts in `views/acts` and templates of its card and
its line, `console/decisions/_<key>.html` and `_<key>_done.html`. Queues of both kinds may share a key and templates.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotator.people.selectors.access import Lead
from console.decisions.selectors.contradictory import CONTRADICTIONS
from console.decisions.selectors.discarded import DISCARDED_PAIRS
from console.decisions.selectors.disputed import DISPUTED_QUERIES
from console.decisions.selectors.items import Queue
from console.decisions.selectors.marked import MARKED_QUEUES
from console.decisions.selectors.reported import REPORTED_PAIRS
from console.decisions.selectors.stuck import STUCK_PAIRS
from console.decisions.selectors.truths import EXAM_TRUTHS, GOLD_TRUTHS
from moments.models import Campaign

QUEUES: tuple[Queue, ...] = (
    DISCARDED_PAIRS,
    REPORTED_PAIRS,
    STUCK_PAIRS,
    EXAM_TRUTHS,
    GOLD_TRUTHS,
    CONTRADICTIONS,
    DISPUTED_QUERIES,
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A queue with how many items await a decision."""

    queue: Queue
    count: int


def queues_of(campaign: Campaign) -> tuple[Queue, ...]:
    """Those of a campaign of this kind, in order."""
    return QUEUES if campaign.is_graded else MARKED_QUEUES


def waiting_queues(lead: Lead) -> list[Waiting]:
    """Each queue with its count; one SQL query or two each."""
    return [Waiting(queue, queue.found(lead).count()) for queue in queues_of(lead.campaign)]
