"""Everything that the lead's page of one person shows in a twins campaign; a fixed number of SQL queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from annotator.asking.selectors.work_time import kept_time_spent
from annotator.models import Assignment, Membership, PersonWarning, Score, Seat
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.twins.answers import check_result
from annotator.twins.tasks import TwinTask
from consensus.models import Verdict, VerdictKind


@dataclass(frozen=True, slots=True)
class TwinPersonPage:
    """A person's work that counts: judgements, captions of clips and how many of them came back, assignments by result.

    `worked_s` is the time at work in seconds, as of up to five minutes ago. Voided answers are counted apart.
    """

    member: Membership
    judgements: int
    written: int
    returned: int
    checks: dict[str, int]
    voided: int
    worked_s: float
    warnings: list[PersonWarning]

    @property
    def assigned(self) -> int:
        """How many captions they assigned."""
        return sum(self.checks.values())

    @property
    def has_answers(self) -> bool:
        """Whether anything could be made void."""
        return bool(self.judgements or self.written or self.assigned)

    @property
    def open_warnings(self) -> list[PersonWarning]:
        """Those that wait for a lead's answer."""
        return [warning for warning in self.warnings if warning.answered_at is None]


def twin_person_page(member: Membership) -> TwinPersonPage:
    """The person's page as of now."""
    scores = Score.objects.filter(annotator=member, current=True, seat__purpose="campaign")
    live = scores.filter(seat__superseded=False)
    return TwinPersonPage(
        member=member,
        judgements=_of_task(live, TwinTask.JUDGE).count(),
        written=_of_task(live, TwinTask.CAPTION).count(),
        returned=_returned(live),
        checks=_checks(member),
        voided=scores.filter(seat__superseded=True).count(),
        worked_s=kept_time_spent(member.campaign).of_person(member.pk) / 1000,
        warnings=list(member.warnings.order_by("-raised_at", "-pk")),
    )


def _of_task(scores: QuerySet[Score], task: TwinTask) -> QuerySet[Score]:
    return scores.filter(seat__pair__query__query_id=task.query_id)


def _returned(live: QuerySet[Score]) -> int:
    """How many times captions of the person went back to them or to somebody else."""
    back = Verdict.objects.filter(
        pair=OuterRef("seat__pair"), attempt=OuterRef("seat__attempt"), kind=VerdictKind.RETURNED, superseded=False
    )
    return _of_task(live, TwinTask.CAPTION).filter(Exists(back)).count()


def _checks(member: Membership) -> dict[str, int]:
    """The person's assignments that count, by their result."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, annotator=member)
    rows = Assignment.objects.filter(score__seat__in=seats, score__current=True)
    columns = rows.values_list("chosen__desc_id", "score__seat__pair__moment__desc_id")
    counts = Counter(check_result(chosen, right=right).value for chosen, right in columns)
    return {name: counts[name] for name in ("right", "wrong", "cannot tell")}
