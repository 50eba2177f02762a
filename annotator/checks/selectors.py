"""How a campaign is staffed, how its gold was answered, and the message to somebody who was paused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy as later

from annotator.exam.marked_bar import MarkedGrade, grade_of
from annotator.exam.selectors.references import known_answers
from annotator.marking.segments import Marking
from annotator.models import Membership, PersonWarning, Purpose, Score, Staffing, WarningKind
from annotator.scoring.selectors.answers import stored_answers
from moments.campaign.selectors import newest_protocol
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
    WarningKind.GOLD: later(
        "You were paused automatically because your recent answers miss more segments, or lie further from them, "
        "than this campaign allows. The guideline explains how exact the edges must be."
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


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """How somebody answered a gold question."""

    pair: int
    member: int
    grade: MarkedGrade


def gold_grades(
    campaign: Campaign, *, member: Membership | None = None, since: datetime | None = None
) -> list[GoldAnswer]:
    """The current answers to gold where a campaign marks, graded as in an exam (M2), the newest first.

    With `member`, only that person's; with `since`, only later ones. Nobody gets a question as gold twice, so there are
    few.
    """
    scores = Score.objects.filter(seat__campaign=campaign, seat__purpose=Purpose.GOLD, current=True)
    if member is not None:
        scores = scores.filter(annotator=member)
    if since is not None:
        scores = scores.filter(saved_at__gt=since)
    rows = list(scores.order_by("-saved_at", "-pk").values_list("pk", "seat__pair", "annotator"))
    truths = known_answers(pair for _, pair, _ in rows)
    answers = stored_answers(score for score, _, _ in rows)
    protocol = newest_protocol(campaign).marking.protocol
    return [
        GoldAnswer(pair, person, grade_of(Marking(answers[score].segments), truths[pair], protocol=protocol))
        for score, pair, person in rows
    ]
