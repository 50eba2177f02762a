"""A timesheet as the rows of a file: by day, or by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from annotator.pay.money import hours_of
from annotator.pay.selectors.timesheet import Timesheet
from annotator.text.spreadsheet import Cell
from moments.base.errors import BadInput

DAY_COLUMNS = ("worker_id", "day", "state", "labels", "active_s", "hours", "hourly_rate", "amount", "currency")
LINE_COLUMNS = (
    *("worker_id", "kind", "first_day", "last_day", "labels", "active_s", "hours"),
    *("hourly_rate", "amount", "currency", "reason"),
)
KINDS = ("day", "line")

Row = tuple[Cell, ...]


def table_of(sheet: Timesheet, by: str) -> tuple[tuple[str, ...], list[Row]]:
    """The columns and rows by "day" or by "line"; raises BadInput for another word."""
    if by == "day":
        return DAY_COLUMNS, list(_day_rows(sheet))
    if by == "line":
        return LINE_COLUMNS, sorted(_line_rows(sheet), key=lambda row: (str(row[0]), str(row[1]), str(row[2])))
    raise BadInput(f"by: expected one of {', '.join(KINDS)}, got {by[:40]!r}")


def document_of(sheet: Timesheet) -> dict[str, Any]:
    """The whole timesheet for JSON; amounts are strings, so that no cent is lost on the way."""
    return {
        "campaign": sheet.campaign.slug,
        "from": str(sheet.first),
        "to": str(sheet.last),
        "time_zone": sheet.campaign.time_zone,
        "idle_s": sheet.campaign.idle_s,
        "currency": sheet.campaign.currency,
        "days": [_plain(DAY_COLUMNS, row) for row in _day_rows(sheet)],
        "lines": [_plain(LINE_COLUMNS, row) for row in table_of(sheet, "line")[1]],
        "active_s": sheet.total.active_s,
        "labels": sheet.total.labels,
        "closed": str(sheet.total.closed),
        "late": str(sheet.total.late),
        "open": str(sheet.total.open),
        "adjustments": str(sheet.total.adjusted),
        "amount": str(sheet.total.amount),
    }


def _day_rows(sheet: Timesheet) -> Iterator[Row]:
    for row in sheet.days:
        yield (
            *(row.member.user.username, row.day, row.state, row.labels, row.active_s, hours_of(row.active_s)),
            *(row.hourly_rate, row.amount, sheet.campaign.currency),
        )


def _line_rows(sheet: Timesheet) -> Iterator[Row]:
    currency = sheet.campaign.currency
    for line in sheet.lines:
        yield (
            *(line.member.user.username, line.state, line.first_day, line.last_day, line.labels),
            *(line.active_s, hours_of(line.active_s), line.hourly_rate, line.amount, line.currency, ""),
        )
    for late in sheet.late:
        yield (
            *(late.member.user.username, "late", late.period.first_day, late.period.last_day, None),
            *(
                late.active_s,
                hours_of(late.active_s),
                None,
                late.amount,
                currency,
                "came in after the period was closed",
            ),
        )
    for made in sheet.adjustments:
        day, seconds = sheet.day_of[made.pk], made.late_s
        yield (
            *(sheet.workers[made.annotator_id], "adjustment", day, day, None),
            *(seconds, None if seconds is None else hours_of(seconds), None, made.amount, currency, made.reason),
        )


def _plain(columns: tuple[str, ...], row: Row) -> dict[str, Any]:
    return {
        column: cell if cell is None or isinstance(cell, int) else str(cell)
        for column, cell in zip(columns, row, strict=True)
    }
