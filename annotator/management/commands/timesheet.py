"""`timesheet`: what everybody worked and is owed, as a file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotator.pay.entries import check_range, read_day
from annotator.pay.selectors.sheet import pay_sheet
from annotator.pay.selectors.timesheet import Timesheet, timesheet
from annotator.pay.selectors.timesheet_rows import KINDS, document_of, table_of
from annotator.text.spreadsheet import csv_text
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Writes a timesheet."""

    help = (
        "Write everybody's working hours in a range of days to a new file: CSV by day or by line, or with --json the "
        "whole timesheet as JSON. The days are those of the campaign's time zone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which days, where to, and how."""
        super().add_arguments(parser)
        parser.add_argument(
            "--from", dest="first", required=True, metavar="DAY", help="the first day, such as 2026-03-01"
        )
        parser.add_argument("--to", dest="last", required=True, metavar="DAY", help="the last day, inclusive")
        parser.add_argument(
            "--out", type=Path, required=True, metavar="FILE", help="a new file; it is created with mode 600"
        )
        parser.add_argument("--by", choices=KINDS, default="day", help="what a row of the CSV is (%(default)s)")
        parser.add_argument(
            "--json", action="store_true", help="write the file as JSON and print the report as one JSON object"
        )

    def run(self, **options: Any) -> None:
        """Write the file and say what it sums up to."""
        first, last = read_day(options["first"], "--from"), read_day(options["last"], "--to")
        check_range(first, last, ("--from", "--to"))
        sheet = pay_sheet(self.campaign, now=self.now())
        if last > sheet.today:
            raise BadInput(f"--to: {last} is in the future; today is {sheet.today}")
        shown = timesheet(sheet, first, last)
        document = document_of(shown)
        if options["json"]:
            text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        else:
            text = csv_text(*table_of(shown, options["by"]))
        _write(options["out"], text)
        self.report(_summary(shown, document, options["out"]), as_json=options["json"])


def _summary(sheet: Timesheet, document: dict[str, Any], out: Path) -> dict[str, Any]:
    sums = ("active_s", "labels", "closed", "late", "open", "adjustments", "amount", "currency")
    return {"file": str(out), "people": len(sheet.totals), **{name: document[name] for name in sums}}


def _write(out: Path, text: str) -> None:
    try:
        out.touch(mode=0o600, exist_ok=False)
    except FileExistsError as error:
        raise BadInput(f"--out: {out} exists already") from error
    except OSError as error:
        raise BadInput(f"--out: {out}: {error.strerror}") from error
    out.write_text(text, encoding="utf-8", newline="")
