"""How a campaign keeps its people, and what somebody is told who was paused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from annotator.models import Membership, PersonWarning, Staffing, WarningKind
from moments.models import Campaign

PAUSED = later("You are suspended in this campaign, so you get no clips for now. What you worked stays paid.")
WHY = {
    WarningKind.PACE: later(
        "A rule paused you because your last labels came much faster than other people’s. "
        "Watching each clip in full and comparing it with the text takes longer."
    ),
    WarningKind.KAPPA: later(
        "A rule paused you because your labels of late agree less with the final ones than this campaign asks for. "
        "The guideline says what each level means."
    ),
}
NEXT = later("Ask the campaign’s lead, who can tell you more and let you go on.")


def staffing_of(campaign: Campaign) -> Staffing:
    """The campaign's staffing; one that is not stored, with the defaults, where nobody set any."""
    return Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)


def pause_words(member: Membership) -> list[str]:
    """What somebody suspended is told, without a figure: that they are, why where a rule did it, whom to ask."""
    open_pauses = PersonWarning.objects.filter(member=member, paused=True, answered_at=None).order_by("raised_at")
    reasons = [WHY[WarningKind(kind)] for kind in open_pauses.values_list("kind", flat=True)]
    return [str(words) for words in (PAUSED, *reasons, NEXT)]
