"""`restore_campaign`: an archived campaign, made again."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from archive.restoring.people_file import accounts_in
from archive.restoring.services.restoring import restore_campaign
from moments.base.plurals import counted
from moments.management.command import ReelevanceCommand


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
        accounts = accounts_in(options["people"]) if options["people"] else {}
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
