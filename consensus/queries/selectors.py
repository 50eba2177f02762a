"""What editing or retiring a query would do, for the lead to see beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Max, Q

from annotator.guideline.selectors.reading import newest_guideline
from annotator.models import Ask, AskState, GuidelineExample, Purpose, Score, Seat, Standing
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.rules.ruling import PEOPLE_A_PAIR, ROUND_SIZE
from moments.models import Query

REWORDED = (AskState.SUBMITTED, AskState.CHECKED, AskState.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What of a query would be superseded, and who is left to score it again.

    `left` is how many qualified people never scored the pair that most have scored; None without pairs.
    """

    pairs: int
    scores: int
    verdicts: int
    withdrawn: int
    waiting: int
    qualified: int
    left: int | None
    examples: list[int]

    @property
    def too_few(self) -> bool:
        """Whether some pair could not even get its first two scores."""
        return self.left is not None and self.left < ROUND_SIZE

    @property
    def few(self) -> bool:
        """Whether some pair could not get a second round."""
        return self.left is not None and not self.too_few and self.left < PEOPLE_A_PAIR


def consequences(query: Query) -> Consequences:
    """What an edit or a retirement would do now, in a fixed number of SQL queries."""
    people = qualified_annotators(query.campaign)
    qualified = people.count()
    pairs = query.pairs.filter(batch__isnull=False)
    scored = Q(seats__purpose=Purpose.CAMPAIGN, seats__scores__current=True)
    learned = Q(seats__purpose__in=[Purpose.EXAM, Purpose.GOLD, Purpose.STUDY, Purpose.PILOT])
    barred = Count("seats__annotator", filter=Q(seats__annotator__in=people) & (scored | learned), distinct=True)
    most = pairs.annotate(barred=barred).aggregate(most=Max("barred"))["most"]
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=pairs)
    verdicts = (
        current_verdicts()
        .filter(pair__in=pairs)
        .aggregate(all=Count("pk"), withdrawn=Count("pk", filter=Q(kind=VerdictKind.WITHDRAWN)))
    )
    return Consequences(
        pairs=pairs.count(),
        scores=Score.objects.filter(seat__in=live, current=True).count(),
        verdicts=verdicts["all"],
        withdrawn=verdicts["withdrawn"],
        waiting=live.filter(state__in=WAITING_STATES).count(),
        qualified=qualified,
        left=None if most is None else qualified - most,
        examples=_examples_in_force(query),
    )


def _examples_in_force(query: Query) -> list[int]:
    newest = newest_guideline(query.campaign)
    shown = GuidelineExample.objects.filter(guideline=newest, pair__query=query).order_by("pair__number")
    return list(shown.values_list("pair__number", flat=True))


def may_be_reworded(ask: Ask) -> bool:
    """Whether a lead may edit the question's text; a returned one is its author's, as long as they can work."""
    author = ask.author
    can_write = author is not None and author.user.is_active and author.standing == Standing.QUALIFIED
    return ask.state in REWORDED or (ask.state == AskState.RETURNED and not can_write)
