"""`archive_campaign`: a campaign as one file, to keep or to move."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from archive.writing.services import archive_campaign
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Archives a campaign."""

    help = (
        "Write the whole campaign to one file that only its owner can read: corpus, people, scores, verdicts, ledger, "
        "runs and clips. restore_campaign restores it, on SQLite or PostgreSQL (docs/archive.md). Pause the campaign "
        "first if it will continue elsewhere: the file does not contain later scores."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to write, and what to leave out."""
        super().add_arguments(parser)
        parser.add_argument("--out", type=Path, required=True, metavar="FILE")
        parser.add_argument(
            "--no-clips", action="store_true", help="store only the list of clips with checksums, not the clips"
        )
        parser.add_argument("--no-passwords", action="store_true", help="leave out the hashes of people's passwords")

    def run(self, **options: Any) -> None:
        """Write it and say what it holds."""
        with self.progress(None, "rows and files") as advance:
            archived = archive_campaign(
                campaign=self.campaign,
                out=options["out"],
                clips=not options["no_clips"],
                passwords=not options["no_passwords"],
                advance=advance,
            )
        if archived.missing:
            self.warn(
                f"{len(archived.missing)} files were missing and are not in the archive; the first is "
                f"{archived.missing[0]}"
            )
        report = {"file": str(options["out"]), "rows": archived.rows, "files": archived.files, "bytes": archived.bytes}
        self.report({**report, "missing": len(archived.missing)}, as_json=options["json"])
