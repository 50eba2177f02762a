"""Whether the scale of a campaign may still be changed, and what a change would concern."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.models import Exam, Gold, GuidelineExample, Practice, Seat
from moments.models import Campaign, CampaignStatus


@dataclass(frozen=True, slots=True)
class Freedom:
    """Why the scale no longer changes, and what holds the number of its levels; empty where nothing does."""

    fixed: str
    held_by: tuple[str, ...]


def scale_freedom(campaign: Campaign) -> Freedom:
    """What the database would say to a change, in words."""
    if campaign.is_trial:
        return Freedom("This is a trial. It keeps the scale of the campaign that it was copied from.", ())
    if campaign.status == CampaignStatus.ARCHIVE:
        return Freedom("The campaign is an archive. Its scores were given on these levels.", ())
    if campaign.status != CampaignStatus.DRAFT:
        return Freedom("The campaign is open. Scores given on one scale mean nothing on another.", ())
    if Seat.objects.filter(campaign=campaign).exists():
        return Freedom("People have already been given pairs. Their scores mean nothing on another scale.", ())
    holds = {
        "an exam": Exam.objects.filter(campaign=campaign),
        "a gold pair": Gold.objects.filter(campaign=campaign),
        "an example in the guideline": GuidelineExample.objects.filter(guideline__campaign=campaign),
        "a practice pair in the tutorial": Practice.objects.filter(tutorial__campaign=campaign),
    }
    return Freedom("", tuple(name for name, rows in holds.items() if rows.exists()))
