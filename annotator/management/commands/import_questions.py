"""`import_questions`: ready questions from CSV, JSON Lines or QVHighlights, all or nothing."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotator.asking.files.question_file import read_questions
from annotator.asking.services.importing import import_questions
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports questions."""

    help = (
        "Import ready questions as drafts: CSV or JSON Lines (vid_name, task, query, and maybe origin, windows, "
        "condition_video, condition_s), or QVHighlights (qid, query, vid, relevant_windows). A bad line stops the "
        "import. The next author of a video gets its questions."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        rows = read_questions(options["file"])
        imported = import_questions(campaign=self.campaign, rows=rows, now=self.now(), actor="command")
        figures = {"added": imported.added, "already_there": imported.known, "questions": self.campaign.asks.count()}
        self.report(figures, as_json=options["json"])
