"""`import_videos`: the whole videos that questions are asked about, all or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.corpus.files.video_file import read_videos
from moments.corpus.services import import_videos
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports whole videos."""

    help = (
        "Import whole videos into a marking campaign, from JSON Lines (vid_name duration domain) or, from "
        "a file named .csv, CSV (vid_name,duration,domain). The domain may be left out. If one line is bad, nothing is "
        "imported. A second run adds nothing."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        imported = import_videos(campaign=self.campaign, rows=read_videos(options["file"]))
        figures = {
            "added": imported.added,
            "already_there": imported.known,
            "videos": self.campaign.videos.count(),
        }
        self.report(figures, as_json=options["json"])
