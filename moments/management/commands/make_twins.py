"""`make_twins`: the backward moment of every forward moment that has none."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from moments.management.command import ReelevanceCommand
from moments.material.services.twins import make_twins, plan_twins


class Command(ReelevanceCommand):
    """Makes twins."""

    help = (
        "Make the backward moment of every forward moment that has none, and pair the two as twins. Withdrawn moments "
        "and those whose clip would have one picture get none. Clips that the forward moments have are cut again "
        "together with the backward ones, by cut_clips. A second run makes nothing."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether only to look."""
        super().add_arguments(parser)
        parser.add_argument("--preview", action="store_true", help="only say what would be made")

    def run(self, **options: Any) -> None:
        """Say what it takes, and make them."""
        plan = plan_twins(self.campaign)
        made = 0
        if not options["preview"]:
            made = make_twins(campaign=self.campaign, actor="command", now=self.now())
        figures = {
            "made": made,
            **({"to_make": plan.twins} if options["preview"] else {}),
            "too_short": plan.too_short,
            "withdrawn": plan.withdrawn,
            "clips_to_cut": plan.cutting.clips,
            "gigabytes": round(plan.cutting.gigabytes, 3),
            "minutes": round(plan.cutting.minutes, 1),
        }
        self.report(figures, as_json=options["json"])
