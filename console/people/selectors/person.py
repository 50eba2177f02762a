"""Everything that the lead's page of one person shows, in a fixed number of SQL queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.db.models import OuterRef, Subquery
from django.http import Http404

from annotator.models import Membership, PersonWarning, Purpose, Role, Score
from annotator.people.selectors.access import Lead
from annotator.worktime.hours import SECOND, Stopwatch
from annotator.worktime.selectors import Millis
from consensus.models import Verdict, VerdictKind
from consensus.people.records import (
    AgreementCounts,
    RecordedScore,
    ScoreFigures,
    agreement,
    by_hundred,
    by_week,
    figures,
    whole_figures,
)
from consensus.people.selectors.paces import recent_paces
from console.frame.trend import trend
from moments.base.charts import Chart
from moments.campaign.selectors import newest_protocol

By = Literal["scores", "week"]
BLOCKS_SHOWN = 26


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person over time: all scores, the last hundred, blocks oldest first, hidden checks, warnings.

    Paces are seconds a score, the campaign's as the median of its people's; `earlier` blocks are not shown;
    `superseded` scores no longer count: voided, or of a pair that was reopened or a query that was edited.
    """

    member: Membership
    tolerance: int
    whole: ScoreFigures
    recent: ScoreFigures
    blocks: list[ScoreFigures]
    earlier: int
    trend: Chart
    campaign_pace_s: float | None
    gold: AgreementCounts
    repeats: AgreementCounts
    superseded: int
    warnings: list[PersonWarning]

    @property
    def open_warnings(self) -> list[PersonWarning]:
        """Those that wait for a lead's answer."""
        return [warning for warning in self.warnings if warning.answered_at is None]


class _Row(NamedTuple):
    at: int
    shown_ms: int | None
    purpose: str
    superseded: bool
    pair: int
    relevance: int
    plays: int | None
    gold: int | None
    verdict: int | None


def person_in(lead: Lead, pseudonym: str) -> Membership:
    """The annotator of that pseudonym; raises Http404 if the campaign has none."""
    people = Membership.objects.filter(campaign=lead.campaign, role=Role.ANNOTATOR, pseudonym=pseudonym)
    member = people.select_related("campaign", "user").first()
    if member is None:
        raise Http404("no such person")
    return member


def person_page(member: Membership, *, by: By) -> PersonPage:
    """The person's page, in blocks of a hundred scores or by week."""
    rows = _rows(member)
    tolerance, scale = newest_protocol(member.campaign).tolerance, member.campaign.scale
    answers = _answers(member, rows)
    pieces = list(by_week(answers, member.campaign.zone) if by == "week" else by_hundred(answers))
    blocks = [figures(label, block, tolerance=tolerance, scale=scale) for label, block in pieces[-BLOCKS_SHOWN:]]
    own = {row.pair: row.relevance for row in rows if row.purpose == Purpose.CAMPAIGN}
    again = {row.pair: row.relevance for row in rows if row.purpose == Purpose.REPEAT}
    golds = {row.pair: row.relevance for row in rows if row.purpose == Purpose.GOLD}
    truths = {row.pair: row.gold for row in rows if row.gold is not None}
    return PersonPage(
        member=member,
        tolerance=tolerance,
        whole=whole_figures(answers, tolerance=tolerance, scale=scale),
        recent=figures("last 100", answers[-100:], tolerance=tolerance, scale=scale),
        blocks=blocks,
        earlier=len(pieces) - len(blocks),
        trend=_trend(blocks),
        campaign_pace_s=recent_paces(member.campaign).of_campaign,
        gold=agreement(golds, truths, tolerance=tolerance),
        repeats=agreement(again, own, tolerance=tolerance),
        superseded=sum(row.purpose == Purpose.CAMPAIGN and row.superseded for row in rows),
        warnings=list(member.warnings.order_by("-raised_at", "-pk")),
    )


def _rows(member: Membership) -> list[_Row]:
    """The person's current scores in the order of work, whatever for; one SQL query."""
    verdict = Verdict.objects.filter(
        pair=OuterRef("seat__pair"), attempt=OuterRef("seat__attempt"), superseded=False, kind=VerdictKind.AGREED
    )
    scores = Score.objects.filter(annotator=member, current=True).order_by("worked_at", "pk")
    rows = scores.values_list(
        Millis("worked_at"),
        "shown_ms",
        "seat__purpose",
        "seat__superseded",
        "seat__pair",
        "relevance",
        "plays",
        "seat__pair__gold__relevance",
        Subquery(verdict.values("relevance")[:1]),
    )
    return [_Row(*row) for row in rows.iterator(chunk_size=5000)]


def _answers(member: Membership, rows: Sequence[_Row]) -> list[RecordedScore]:
    """The campaign scores that count; each took the time since the score before it, whatever that was for."""
    events = ((row.at, row.shown_ms, True, member.pk) for row in rows)
    took = Stopwatch().count(events, member.campaign.idle_s * SECOND)
    return [
        RecordedScore(row.at, row.relevance, row.verdict, row.plays, millis)
        for row, millis in zip(rows, took, strict=True)
        if row.purpose == Purpose.CAMPAIGN and not row.superseded
    ]


def _trend(blocks: Sequence[ScoreFigures]) -> Chart:
    measures = [
        ("within tolerance", [block.within.value for block in blocks]),
        ("kappa", [block.kappa.value for block in blocks]),
    ]
    return trend([block.label for block in blocks], measures)
