"""How a campaign is staffed, and the message to somebody who was paused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from annotator.models import Membership, PersonWarning, Staffing, WarningKind
from moments.models import Campaign

PAUSED = later("You are suspended in this campaign, so you get no clips for now. The work you have done is still paid.")
WHY = {
    WarningKind.PACE: later(
        "You were paused automatically because your latest scores came much faster than other people’s. "
        "Watching each clip in full and comparing it with the text takes longer."
    ),
    WarningKind.KAPPA: later(
        "You were paused automatically because your recent scores agree with the final ones less than this campaign "
        "requires. The guideline explains what each level means."
    ),
}
NEXT = later("Ask the campaign’s lead, who can explain the reason and let you continue.")


def staffing_of(campaign: Campaign) -> Staffing:
    """The campaign's staffing; one that is not stored, with the defaults, if nobody set any."""
    return Staffing.objects.filter(campaign=campaign).first() or Staffing(campaign=campaign)


def pause_words(member: Membership) -> list[str]:
    """The message to a suspended person, without figures: that they are, why if a rule did it, and whom to ask."""
    open_pauses = PersonWarning.objects.filter(member=member, paused=True, answered_at=None).order_by("raised_at")
    reasons = [WHY[WarningKind(kind)] for kind in open_pauses.values_list("kind", flat=True)]
    return [str(words) for words in (PAUSED, *reasons, NEXT)]
