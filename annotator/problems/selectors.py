"""Reports of clips that did not play, and whose clips were cut again since."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Problem, ProblemKind
from moments.models import Campaign, Clip, ClipState, Pair

LEAVE_A_PAIR_SHOWN = (ProblemKind.QUESTION, ProblemKind.BROKEN_CLIP)


def mended_reports(campaign: Campaign) -> QuerySet[Problem]:
    """Open reports of a clip that does not play, since which every clip that may be shown was cut again.

    Of several renditions the one that did not play is not known, so all must be newer than the report.
    """
    ready = Clip.objects.filter(moment=OuterRef("pair__moment"), state=ClipState.READY)
    older = ready.filter(Q(cut_at=None) | Q(cut_at__lte=OuterRef("reported_at")))
    reports = Problem.objects.filter(kind=ProblemKind.BROKEN_CLIP, resolved_at=None, pair__campaign=campaign)
    return reports.filter(Exists(ready), ~Exists(older))


def held_back(pairs: QuerySet[Pair]) -> QuerySet[Pair]:
    """Those of the pairs that an open report of another kind keeps from everybody, on the pair or on its query."""
    still_open = Problem.objects.filter(resolved_at=None)
    own = still_open.filter(pair=OuterRef("pk")).exclude(kind__in=LEAVE_A_PAIR_SHOWN)
    of_the_query = still_open.filter(pair__query=OuterRef("query"), kind=ProblemKind.QUERY)
    unplayed = still_open.filter(pair=OuterRef("pk"), kind=ProblemKind.BROKEN_CLIP)
    return pairs.filter(Exists(own) | Exists(of_the_query) | Exists(unplayed))
