"""`restore_campaign`: an archived campaign, made again."""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from archive.restoring.services.restoring import restore_campaign
from moments.base.errors import BadInput, BadLine
from moments.base.plurals import counted
from moments.management.command import ReelevanceCommand

COLUMNS = ["worker_id", "account"]


class Command(ReelevanceCommand):
    """Restores a campaign."""

    help = (
        "Restore a campaign from a file that archive_campaign wrote, completely or not at all. Worker IDs that other "
        "accounts already use are refused unless --people maps them to accounts. API tokens, invites and sessions are "
        "not restored (docs/archive.md)."
    )
    reports = True
    remedies = {
        "people": "; map them to accounts with --people FILE",
        "slug": "; give the restored one another name with --slug",
    }

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, another slug, and the accounts of people."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", help="another name for the campaign")
        parser.add_argument(
            "--people",
            type=Path,
            metavar="CSV",
            help="a CSV file with the columns worker_id,account that maps worker IDs to accounts",
        )
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def run(self, **options: Any) -> None:
        """Restore it and report what was restored."""
        accounts = _accounts(options["people"]) if options["people"] else {}
        with self.progress(None, "rows and bytes") as advance:
            restored = restore_campaign(path=options["file"], slug=options["slug"], accounts=accounts, advance=advance)
        if restored.unready:
            self.warn(f"{counted(restored.unready, 'clip is', 'clips are')} missing; run cut_clips to cut them again")
        report = {
            "campaign": restored.campaign.slug,
            "people": restored.people,
            "new_accounts": restored.new_accounts,
            "clips_to_cut": restored.unready,
        }
        self.report(report, as_json=options["json"])


def _accounts(path: Path) -> dict[str, str]:
    """Worker ID → account; raises BadInput naming the file and line."""
    accounts: dict[str, str] = {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            if next(reader, None) != COLUMNS:
                raise BadLine(str(path), 1, f"expected the columns {','.join(COLUMNS)}")
            for row in reader:
                if len(row) != 2 or not all(row):
                    raise BadLine(str(path), reader.line_num, "expected a worker ID and an account")
                if row[0] in accounts:
                    raise BadLine(str(path), reader.line_num, f"{row[0]} is listed twice")
                accounts[row[0]] = row[1]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    return accounts
