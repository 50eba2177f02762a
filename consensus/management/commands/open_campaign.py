"""`open_campaign`: round-1 seats for batch 1 of every query."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from consensus.opening.services import Opened, open_campaign
from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.base.plurals import counted
from moments.management.command import ReelevanceCommand

PEOPLE_A_QUESTION = 3  # its author, a marker and, where they do not agree, a third person (M2, M3)


class Command(ReelevanceCommand):
    """Opens a campaign."""

    help = "Open batch 1 of every ranked query. To open queries that are ranked later, run it again."
    reports = True
    remedies = {"allow_missing_clips": ", or open with --allow-missing-clips"}

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether clips may be missing."""
        super().add_arguments(parser)
        parser.add_argument(
            "--allow-missing-clips",
            action="store_true",
            help="open even if clips are missing; pairs without a clip wait until it is cut",
        )

    def run(self, **options: Any) -> None:
        """Open it and warn about what is missing."""
        opened = open_campaign(
            campaign=self.campaign,
            allow_missing_clips=options["allow_missing_clips"],
            now=self.now(),
            actor="command",
        )
        if opened.videos:
            self._report_writing(opened, as_json=options["json"])
            return
        if opened.missing_clips:
            lacking = counted(opened.missing_clips, "moment has", "moments have")
            self.warn(f"{lacking} no clip; their pairs wait until you run cut_clips")
        if opened.qualified < PEOPLE_A_PAIR:
            self.warn(
                f"{counted(opened.qualified, 'qualified annotator')}; a pair may need {PEOPLE_A_PAIR}, "
                "and pairs for which nobody is left go to the lead"
            )
        figures = {
            "queries": opened.queries,
            "seats": opened.seats,
            "missing_clips": opened.missing_clips,
            "qualified": opened.qualified,
        }
        self.report(figures, as_json=options["json"])

    def _report_writing(self, opened: Opened, *, as_json: bool) -> None:
        """What opened in a campaign that marks."""
        if opened.missing_clips:
            lacking = counted(opened.missing_clips, "video has", "videos have")
            self.warn(f"{lacking} no proxy; nobody can write questions about them until you run cut_clips")
        if opened.qualified < PEOPLE_A_QUESTION:
            self.warn(
                f"{counted(opened.qualified, 'qualified annotator')}; a question may need {PEOPLE_A_QUESTION}: "
                "its author, a marker and a third person"
            )
        figures = {"videos": opened.videos, "missing_proxies": opened.missing_clips, "qualified": opened.qualified}
        self.report(figures, as_json=as_json)
