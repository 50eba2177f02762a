"""`draw_windows`: windows of video around the images of decided questions (M5)."""

from __future__ import annotations

from typing import Any

from consensus.derived.services.making import draw_windows
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Draws windows."""

    help = (
        "Draw a window of 2 to 30 s around the image of every decided question that has one. A second run draws only "
        "a new window for each rejected one. A lead confirms each on the page Captions and windows."
    )
    reports = True

    def run(self, **options: Any) -> None:
        """Draw, and say which questions get none."""
        made = draw_windows(campaign=self.campaign, now=self.now(), actor="command")
        figures = {"made": made.made, "already_there": made.known, "without": list(made.without)}
        self.report(figures, as_json=options["json"])
