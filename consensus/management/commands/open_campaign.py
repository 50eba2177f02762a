"""`open_campaign`: round-1 seats for batch 1 of every query."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from consensus.opening.services import Opened, open_campaign
from consensus.opening.warnings import clip_warning, people_warning
from moments.campaign.selectors import newest_protocol, parameters_of
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Opens a campaign."""

    help = (
        "Open batch 1 of every ranked query, the videos of a marking campaign, or twins whose clips are cut. To open "
        "what is added later, run it again."
    )
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
        self._warn(opened)
        figures = {
            **({"twins": opened.twins} if opened.twins else {"queries": opened.queries}),
            "seats": opened.seats,
            "missing_clips": opened.missing_clips,
            "qualified": opened.qualified,
        }
        self.report(figures, as_json=options["json"])

    def _report_writing(self, opened: Opened, *, as_json: bool) -> None:
        """What opened in a marking campaign."""
        self._warn(opened)
        figures = {"videos": opened.videos, "missing_proxies": opened.missing_clips, "qualified": opened.qualified}
        self.report(figures, as_json=as_json)

    def _warn(self, opened: Opened) -> None:
        kind, twin = self.campaign.kind, parameters_of(newest_protocol(self.campaign)).twin
        for warning in (
            clip_warning(opened.missing_clips, kind=kind),
            people_warning(opened.qualified, kind=kind, twin=twin),
        ):
            if warning:
                self.warn(warning)
