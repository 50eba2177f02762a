"""`import_moments`: moments from TVR's JSON Lines or from CSV, all or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from moments.base.errors import BadInput
from moments.corpus.files.moment_file import KINDS, read_moments
from moments.corpus.services import import_moments
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports moments."""

    help = (
        "Import moments from JSON Lines (vid_name duration ts desc type desc_id) or, from a file named .csv, "
        "CSV (vid_name,duration,start_s,end_s,desc,type,desc_id). In a twins campaign, both may have direction "
        "(forward or backward) and twin (the desc_id of the other). If one line is bad, nothing is "
        "imported. A second run adds nothing."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file and the types wanted."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--types", help="only these types, comma-separated: v,vt,t (default: all)")

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        kinds = _kinds(options["types"])
        imported = import_moments(campaign=self.campaign, rows=read_moments(options["file"]), kinds=kinds)
        figures = {
            "added": imported.added,
            "already_there": imported.known,
            "of_other_types": imported.left_out,
            "moments": self.campaign.moments.count(),
            "videos": self.campaign.videos.count(),
        }
        self.report(figures, as_json=options["json"])


def _kinds(given: str | None) -> list[str] | None:
    if given is None:
        return None
    kinds = given.split(",")
    for kind in kinds:
        if kind not in KINDS:
            raise BadInput(f"--types: there is no type {kind!r}; expected one of {', '.join(KINDS)}")
    return kinds
