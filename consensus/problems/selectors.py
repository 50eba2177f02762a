"""What annotators reported and asked: what waits for a lead, query by query, and what was resolved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, Exists, Min, OuterRef, Prefetch, Q, QuerySet, Subquery

from annotator.guideline.selectors.reading import ShownClip, smallest_clips
from annotator.models import Problem, ProblemKind
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import Verdict
from moments.clips.selectors.clips import clip_failures
from moments.clips.selectors.cutting import videos_being_cut
from moments.models import Campaign, Pair, Query

MOST_REPORTED = 5000


@dataclass(slots=True)
class ReportedPair:
    """A pair with what was reported of it and asked about it."""

    pair: Pair
    clip: ShownClip | None
    clip_failure: str
    verdict: Verdict | None
    reports: list[Problem] = field(default_factory=list)
    questions: list[Problem] = field(default_factory=list)

    @property
    def video(self) -> str:
        """The name of the pair's video."""
        return self.pair.moment.video.name

    @property
    def can_withdraw(self) -> bool:
        """Whether the pair is still to be scored."""
        return self.verdict is None


@dataclass(slots=True)
class ReportedQuery:
    """A query with its reported pairs; `parked` counts all that nobody is shown meanwhile."""

    query: Query
    parked: int
    pairs: list[ReportedPair]

    @property
    def about_query(self) -> bool:
        """Whether somebody reported the query itself."""
        return any(report.kind == ProblemKind.QUERY for row in self.pairs for report in row.reports)


def open_problems(campaign: Campaign) -> QuerySet[Problem]:
    """Reports and questions that wait for a lead."""
    return Problem.objects.filter(pair__campaign=campaign, resolved_at=None)


def waiting_queries(campaign: Campaign) -> QuerySet[Query]:
    """Queries that somebody reported themselves, which parks all their waiting pairs; with `parked`."""
    reported = open_problems(campaign).filter(kind=ProblemKind.QUERY).values("pair__query")
    parked = Count("pairs", filter=Q(pairs__parked=True))
    return campaign.queries.filter(pk__in=reported).annotate(parked=parked).order_by("query_id")


def waiting_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that are parked or reported, but for those of reported queries; each with its open `reports`.

    Pairs whose video is being cut are left out: what they show is about to change.
    """
    of_query = open_problems(campaign).filter(kind=ProblemKind.QUERY).values("pair__query")
    if campaign.is_twin:  # a task is the query of thousands of pairs, each of which is decided for itself
        of_query = of_query.none()
    reported = open_problems(campaign).exclude(kind=ProblemKind.QUESTION).values_list("pair", flat=True)
    parked = campaign.pairs.filter(parked=True).values_list("pk", flat=True)
    looked_at = {*reported[:MOST_REPORTED], *parked[:MOST_REPORTED]}  # each of the two is found by an index
    pairs = campaign.pairs.filter(pk__in=looked_at).exclude(query__in=of_query)
    pairs = pairs.exclude(moment__video__in=videos_being_cut(campaign))
    waiting = Problem.objects.filter(resolved_at=None).exclude(kind=ProblemKind.QUESTION).order_by("reported_at", "pk")
    reports = Prefetch("problems", waiting.select_related("annotator__user"), to_attr="reports")
    return pairs.select_related("query", "moment").prefetch_related(reports).order_by("number")


def reported_queries(campaign: Campaign) -> QuerySet[Query]:
    """The queries with open reports or questions, those whose oldest has waited longest first."""
    still_open = Q(pairs__problems__isnull=False, pairs__problems__resolved_at=None)
    waiting = Problem.objects.filter(pair__query=OuterRef("pk"), resolved_at=None)
    return (
        campaign.queries.filter(Exists(waiting))
        .annotate(oldest=Min("pairs__problems__reported_at", filter=still_open))
        .order_by("oldest", "pk")
    )


def reported_pairs(queries: Iterable[Query]) -> list[ReportedQuery]:
    """The queries with their reported pairs, in a fixed number of SQL queries."""
    queries = list(queries)
    problems = list(
        Problem.objects.filter(pair__query__in=queries, resolved_at=None)
        .select_related("pair__moment__video", "pair__batch", "annotator__user")
        .order_by("reported_at", "pk")
    )
    pairs = {problem.pair_id: problem.pair for problem in problems}
    clips = smallest_clips(pair.moment_id for pair in pairs.values())
    failures = clip_failures(pair.moment_id for pair in pairs.values())
    verdicts = {verdict.pair_id: verdict for verdict in current_verdicts().filter(pair__in=list(pairs))}
    rows = {
        pk: ReportedPair(pair, clips.get(pair.moment_id), failures.get(pair.moment_id, ""), verdicts.get(pk))
        for pk, pair in pairs.items()
    }
    for problem in problems:
        row = rows[problem.pair_id]
        (row.questions if problem.kind == ProblemKind.QUESTION else row.reports).append(problem)
    parked = Pair.objects.filter(query__in=queries, parked=True).values_list("query").annotate(Count("pk"))
    counts = dict(parked.order_by())
    of_query: dict[int, list[ReportedPair]] = defaultdict(list)
    for row in rows.values():
        of_query[row.pair.query_id].append(row)
    return [ReportedQuery(query, counts.get(query.pk, 0), of_query[query.pk]) for query in queries]


def resolved_problems(campaign: Campaign) -> QuerySet[Problem]:
    """What was resolved, newest first, each with `standing` and `level`: the verdict on its pair, if any."""
    verdict = Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("pair__attempt"), superseded=False)
    return (
        Problem.objects.filter(pair__campaign=campaign, resolved_at__isnull=False)
        .annotate(standing=Subquery(verdict.values("kind")[:1]), level=Subquery(verdict.values("relevance")[:1]))
        .select_related("pair__query", "annotator__user")
        .order_by("-resolved_at", "-pk")
    )
