"""Counts what the report of a twins campaign is made of, in a fixed number of SQL queries."""

from __future__ import annotations

from collections import Counter

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from annotator.asking.selectors.work_time import OF_TWINS, time_spent_in
from annotator.asking.work_time import Work
from annotator.models import Purpose, Score
from annotator.twins.tasks import TwinTask, task_of
from consensus.agreement.selectors.twins import counted_twin_agreement
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.labels.selectors.twins import described_moments
from consensus.models import TwinTruth, Verdict, VerdictKind
from consensus.report.twins.counts import TwinCounts
from consensus.twin_truths.selectors.complete import twins_for_lead
from moments.models import Campaign, Pair

HOUR_MS = 3_600_000
WORK = {
    Work.JUDGING: "judging clips",
    Work.WRITING: "writing captions",
    Work.ASSIGNING: "assigning captions",
    Work.OTHER: "exams, hidden checks and other work",
}
AT_ONCE, AFTER_RETURN = "accepted at once", "accepted after a return"
BY_LEAD, DROPPED = "accepted by a lead", "dropped by a lead"
FOR_LEAD, UNDECIDED = "left to a lead", "not decided yet"
ENDS = (AT_ONCE, AFTER_RETURN, BY_LEAD, DROPPED, FOR_LEAD, UNDECIDED)
SENT_BACK = "a lead returned it"


def twin_counts(campaign: Campaign) -> TwinCounts:
    """The counts of what stands."""
    judged = current_verdicts().filter(pair__in=_pairs(campaign, TwinTask.JUDGE))
    truths = TwinTruth.objects.filter(verdict__in=judged).order_by().values_list("outcome", "criterion")
    spent = time_spent_in(campaign).people
    return TwinCounts(
        moments=list(described_moments(campaign)),
        truths={(outcome, criterion): n for outcome, criterion, n in truths.annotate(n=Count("pk"))},
        withdrawn=judged.filter(kind=VerdictKind.WITHDRAWN).count(),
        agreement=counted_twin_agreement(campaign),
        captions=_captions(campaign),
        returns=_returns(campaign),
        hours={
            name: sum(ms for (_, done), ms in spent.items() if done == work) / HOUR_MS for work, name in WORK.items()
        },
        answers=_answers(campaign),
    )


def _captions(campaign: Campaign) -> dict[str, int]:
    """Where the captions are that were passed on to be checked."""
    verdict = Verdict.objects.filter(pair=OuterRef("pk"), attempt=OuterRef("attempt"), superseded=False)
    opened = _pairs(campaign, TwinTask.ASSIGN).filter(batch__isnull=False)
    waiting = set(twins_for_lead(campaign).values_list("pk", flat=True))
    found: Counter[str] = Counter()
    for pair, attempt, kind in opened.annotate(kind=Subquery(verdict.values("kind"))).values_list(
        "pk", "attempt", "kind"
    ):
        found[FOR_LEAD if pair in waiting else _end(kind, attempt)] += 1
    return {end: found[end] for end in ENDS}


def _end(kind: str | None, attempt: int) -> str:
    if kind == VerdictKind.AGREED:
        return AT_ONCE if attempt == 1 else AFTER_RETURN
    return {VerdictKind.ADJUDICATED.value: BY_LEAD, VerdictKind.WITHDRAWN.value: DROPPED}.get(kind or "", UNDECIDED)


def _returns(campaign: Campaign) -> dict[str, int]:
    """How often captions came back by reason, the commonest first; what leads gave as reasons is one of them."""
    back = Verdict.objects.filter(
        pair__in=_pairs(campaign, TwinTask.ASSIGN), kind=VerdictKind.RETURNED, superseded=False
    )
    found: Counter[str] = Counter()
    for actor, reason, n in back.order_by().values_list("actor", "reason").annotate(n=Count("pk")):
        found[reason if actor == "rule" else SENT_BACK] += n
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _answers(campaign: Campaign) -> dict[str, int]:
    """The answers of the campaign that count, by the name of their work."""
    scores = Score.objects.filter(
        annotator__campaign=campaign, seat__purpose=Purpose.CAMPAIGN, seat__superseded=False, current=True
    )
    counted = scores.order_by().values_list(F("seat__pair__query__query_id")).annotate(n=Count("pk"))
    return {WORK[OF_TWINS[task_of(query)]]: n for query, n in counted}


def _pairs(campaign: Campaign, task: TwinTask) -> QuerySet[Pair]:
    return Pair.objects.filter(campaign=campaign, query__query_id=task.query_id)
