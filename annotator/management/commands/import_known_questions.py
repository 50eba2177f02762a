"""`import_known_questions`: questions whose answer is known, for exams and hidden checks (R10)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotator.asking.files.question_file import read_questions
from annotator.asking.services.known_questions import import_known_questions
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Imports questions with their answers."""

    help = (
        "Import questions whose answer is known, for exams and hidden checks of a marking campaign. It takes the "
        "files of import_questions, with windows in every line. An empty list means that the video has no answer. A "
        "bad line "
        "stops the import."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def run(self, **options: Any) -> None:
        """Read all of it, then import all of it."""
        rows = read_questions(options["file"])
        imported = import_known_questions(campaign=self.campaign, rows=rows, now=self.now(), actor="command")
        figures = {"added": len(imported.added), "already_there": imported.known}
        self.report(figures, as_json=options["json"])
        if imported.added and not options["json"]:
            self.say("next: make an exam of them with draw_exam or on the exam page, or make them gold")
