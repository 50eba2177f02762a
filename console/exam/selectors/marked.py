"""The exam of a marking campaign, as its pages show it: what the bank may hold, and the report as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.marked_report import MarkedReport
from annotator.exam.selectors.pairs import usable_pairs
from annotator.exam.selectors.references import known_answers
from annotator.marking.written import written
from annotator.models import Ask, AskState, ReferenceQuestion
from annotator.statistics.estimate import Estimate
from annotator.text.spreadsheet import Cell
from moments.models import Campaign, Pair


def known_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """The questions with known answers that a new exam may hold, by number."""
    return usable_pairs(campaign).select_related("query", "moment__video").order_by("number")


def with_answers(pairs: Iterable[Pair]) -> list[tuple[Pair, str]]:
    """The pairs with their answers in words."""
    pairs = list(pairs)
    answers = known_answers(pair.pk for pair in pairs)
    return [(pair, written(answers[pair.pk].segments)) for pair in pairs]


def decided_asks(campaign: Campaign) -> QuerySet[Ask]:
    """The decided questions that have no copy, by number."""
    copied = ReferenceQuestion.objects.filter(source=OuterRef("pair"))
    decided = campaign.asks.filter(~Exists(copied), state=AskState.ACCEPTED)
    return decided.select_related("video").order_by("number")


def people_table(report: MarkedReport) -> tuple[list[str], list[list[Cell]]]:
    """Every sitting with its figures."""
    header = ["worker", "worker_id", "sitting", "state", "answered", "median_seconds"]
    header += ["missed_share", "found_share", "mean_iou", "mean_iou_final"]
    rows: list[list[Cell]] = []
    for row in report.people:
        member = row.sitting.member
        worker_id = "" if member.user.has_left else member.user.username
        figures = [_number(value) for value in (row.median_s, row.missed, row.found, row.iou, row.final_iou)]
        rows.append([member.pseudonym, worker_id, row.sitting.number, row.sitting.state, row.answered, *figures])
    return header, rows


def pairs_table(report: MarkedReport) -> tuple[list[str], list[list[Cell]]]:
    """Every question with its answer and the first answers to it."""
    header = ["pair", "query", "truth", "doubtful", "answered", "missed", "found_share", "mean_iou"]
    return header, [
        [
            row.item.pair.number,
            row.item.pair.query.text,
            written(row.truth.segments),
            "yes" if row.item.doubtful else "no",
            row.answered,
            row.missed,
            _number(row.found),
            _number(row.iou),
        ]
        for row in report.items
    ]


def cohort_table(report: MarkedReport) -> tuple[list[str], list[list[Cell]]]:
    """The means over people."""
    named: Sequence[tuple[str, Estimate]] = (
        ("missed_share", report.missed), ("found_share", report.found), ("mean_iou", report.iou),
    )  # fmt: skip
    return ["measure", "people", "value", "low", "high", "why_none"], [
        [name, report.takers, _number(one.value), _number(one.low), _number(one.high), one.reason]
        for name, one in named
    ]


MARKED_TABLES = {"people": people_table, "pairs": pairs_table, "cohort": cohort_table}


def _number(value: float | None) -> Cell:
    return None if value is None else Decimal(f"{round(value, 4) + 0.0:.4f}")
