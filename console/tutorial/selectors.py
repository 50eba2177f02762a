"""What the lead's page of the tutorial shows: the practice pairs chosen and those to choose from, the versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.http import Http404

from annotator.guideline.selectors.reading import ShownClip, smallest_clips
from annotator.guideline.selectors.versions import DiffLine, diff_lines
from annotator.models import Tutorial
from annotator.tutorial.selectors import practice_candidates, practices_of
from annotator.tutorial.services import Chosen
from moments.models import Campaign, Pair, Query

MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """A practice pair in the form, as it was typed; `query` is empty if there is no such pair."""

    number: str
    level: str
    explanation: str
    query: str
    clip: ShownClip | None


@dataclass(frozen=True, slots=True)
class ShownTutorial:
    """One version next to the one before it."""

    tutorial: Tutorial
    lines: list[DiffLine]
    practices: list[Chosen]


def tutorial_versions(campaign: Campaign) -> list[Tutorial]:
    """The versions, newest first, each with `done_by`, the number of people who finished it; one SQL query."""
    return list(campaign.tutorials.annotate(done_by=Count("done")).order_by("-version"))


def chosen_tutorial(campaign: Campaign, wanted: str) -> ShownTutorial | None:
    """The version that `wanted` names, None if it names nothing; raises Http404 if there is no such version."""
    if not wanted:
        return None
    found = campaign.tutorials.filter(version=int(wanted)).first() if wanted.isdecimal() and len(wanted) < 6 else None
    if found is None:
        raise Http404("no such version")
    before = campaign.tutorials.filter(version=found.version - 1).first()
    lines = list(diff_lines(before.text if before else "", found.text))
    return ShownTutorial(found, lines, chosen_of(found))


def chosen_of(tutorial: Tutorial) -> list[Chosen]:
    """The version's practice pairs as they were chosen."""
    return [Chosen(one.pair.number, one.relevance, one.explanation) for one in practices_of(tutorial)]


def practice_queries(campaign: Campaign) -> list[Query]:
    """The queries that have a pair to practise on, by number."""
    queries = Query.objects.filter(pk__in=practice_candidates(campaign).values("query"))
    return list(queries.order_by("query_id"))


def candidates_of(query: Query, taken: Sequence[str]) -> list[tuple[Pair, ShownClip | None]]:
    """The query's pairs that may be practised on, with clips, best rank first, less those taken; two SQL queries."""
    pairs = practice_candidates(query.campaign).filter(query=query).select_related("moment").order_by("rank")
    free = [pair for pair in pairs[:MOST_SHOWN] if str(pair.number) not in taken]
    clips = smallest_clips(pair.moment_id for pair in free)
    return [(pair, clips.get(pair.moment_id)) for pair in free]


def rows_of(campaign: Campaign, typed: Sequence[tuple[str, str, str]]) -> list[PracticeRow]:
    """The form's rows (number, level, explanation) with query and clip; two SQL queries."""
    numbers = [int(number) for number, _, _ in typed if number.isdecimal() and len(number) < 19]
    pairs: dict[str, Pair] = {
        str(pair.number): pair for pair in campaign.pairs.filter(number__in=numbers).select_related("query")
    }
    clips = smallest_clips(pair.moment_id for pair in pairs.values())
    return [
        PracticeRow(
            number, level, explanation, pair.query.text if pair else "", clips.get(pair.moment_id) if pair else None
        )
        for number, level, explanation in typed
        for pair in [pairs.get(number)]
    ]
