"""The queues in their order, by the kind of campaign.

A further one is a `Queue` in `QUEUES`, `MARKED_QUEUES` or `TWIN_QUEUES`, with its acts in `views/acts` and templates
of its card and its line, `console/decisions/_<key>.html` and `_<key>_done.html`. Queues of several kinds may share a
key and templates.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from console.decisions.selectors.twins import TWIN_QUEUES
from moments.models import Campaign, CampaignKind

QUEUES: tuple[Queue, ...] = (
    DISCARDED_PAIRS,
    REPORTED_PAIRS,
    STUCK_PAIRS,
    EXAM_TRUTHS,
    GOLD_TRUTHS,
    CONTRADICTIONS,
    DISPUTED_QUERIES,
)

BY_KIND: Mapping[str, tuple[Queue, ...]] = {
    CampaignKind.GRADE: QUEUES,
    CampaignKind.MARK: MARKED_QUEUES,
    CampaignKind.TWIN: TWIN_QUEUES,
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A queue with how many items await a decision."""

    queue: Queue
    count: int


def queues_of(campaign: Campaign) -> tuple[Queue, ...]:
    """Those of a campaign of this kind, in order."""
    return BY_KIND[campaign.kind]


def waiting_queues(lead: Lead) -> list[Waiting]:
    """Each queue with its count; one SQL query or two each."""
    return [Waiting(queue, queue.found(lead).count()) for queue in queues_of(lead.campaign)]
