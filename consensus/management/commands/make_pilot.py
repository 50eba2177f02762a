"""`make_pilot`: people score the same pairs to train and to tune the guideline."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from annotator.people.selectors.memberships import pseudonym_of
from annotator.pilots.services import PilotPlan, make_pilot
from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.management.command import ReelevanceCommand
from moments.models import Split

DEFAULTS = PilotPlan()


class Command(ReelevanceCommand):
    """Makes a pilot."""

    help = (
        "Give people the same pairs, so that they train and the lead sees where they disagree (docs/pilots.md). The "
        "scores are paid and never become labels. To them, these pairs look like all others."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which queries, how many pairs of each, and who scores."""
        super().add_arguments(parser)
        parser.add_argument(
            "--queries", type=int, nargs="+", default=[], metavar="ID", help="the queries, instead of drawing them"
        )
        parser.add_argument(
            "--split",
            default=DEFAULTS.split,
            choices=Split.values,
            help="the split to draw from (default: %(default)s)",
        )
        parser.add_argument("--count", type=int, default=DEFAULTS.count, help="how many to draw (default: %(default)s)")
        parser.add_argument(
            "--seed", type=int, default=DEFAULTS.seed, help="the seed of the draw (default: %(default)s)"
        )
        parser.add_argument(
            "--top",
            type=int,
            default=DEFAULTS.top,
            help="how many of the most similar candidates of each query (default: %(default)s)",
        )
        parser.add_argument(
            "--people", nargs="+", default=[], metavar="W", help="worker IDs or pseudonyms (default: all qualified)"
        )

    def run(self, **options: Any) -> None:
        """Make it and say what it takes."""
        plan = PilotPlan(
            split=options["split"],
            count=options["count"],
            seed=options["seed"],
            query_ids=options["queries"],
            top=options["top"],
            people=[pseudonym_of(self.campaign, person) for person in options["people"]],
        )
        made = make_pilot(campaign=self.campaign, plan=plan, needed=PEOPLE_A_PAIR, now=timezone.now(), actor="command")
        figures = {
            "pilot": made.pilot.number,
            "queries": made.queries,
            "people": made.people,
            "pairs": made.pairs,
            "seats": made.seats,
            "met_before": made.met,
            "missing_clips": made.missing_clips,
        }
        self.report(figures, as_json=options["json"])
