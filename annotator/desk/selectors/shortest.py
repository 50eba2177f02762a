"""How short a segment may be in a marking campaign (M1)."""

from __future__ import annotations

from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, MarkingParameters


def shortest_segment_ms(campaign: Campaign) -> int:
    """The shortest segment of the newest protocol that has parameters of marking, in milliseconds."""
    newest = MarkingParameters.objects.filter(version__campaign=campaign).order_by("-version__version")
    known = newest.values_list("shortest_ms", flat=True).first()
    return MarkingProtocol().shortest_ms if known is None else known
