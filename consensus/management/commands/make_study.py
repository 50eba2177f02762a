"""`make_study`: a depth study behind the cut."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.utils import timezone

from annotator.people.selectors.memberships import pseudonym_of
from annotator.studies.services import StudyPlan, make_study
from consensus.studies.selectors import study_encoder
from moments.base.errors import BadInput
from moments.encoders.services import stored_encoder
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Makes a study."""

    help = (
        "Let named people score moments of some opened queries: the most similar ones, and others drawn at random. "
        "This "
        "shows how many relevant moments the cutoff misses (docs/leads-desk.md). The scores are never exported and "
        "decide nothing; their figures are on the page Studies and in the campaign's report."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to sample, and who scores."""
        super().add_arguments(parser)
        parser.add_argument("--queries", type=int, default=10, help="how many opened queries to sample (default: 10)")
        parser.add_argument(
            "--top", type=int, default=60, help="how many of the most similar moments of each query (default: 60)"
        )
        parser.add_argument("--others", type=int, default=60, help="how many moments drawn from the rest (default: 60)")
        parser.add_argument(
            "--people", nargs="+", required=True, metavar="W", help="who scores: worker IDs or pseudonyms"
        )
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--encoder", help="the encoder that ranks all moments (default: the campaign's encoder)")

    def run(self, **options: Any) -> None:
        """Make it and say what it takes."""
        name = options["encoder"] or study_encoder(self.campaign)
        if not name:
            raise BadInput("the campaign's candidates come from several encoders; choose one with --encoder")
        plan = StudyPlan(
            queries=options["queries"],
            top=options["top"],
            others=options["others"],
            people=[pseudonym_of(self.campaign, person) for person in options["people"]],
            seed=options["seed"],
        )
        made = make_study(
            campaign=self.campaign, plan=plan, encoder=stored_encoder(name), now=timezone.now(), actor="command"
        )
        figures = {
            "study": made.study.number,
            "pairs": made.pairs,
            "no_candidates": made.new,
            "seats": made.seats,
            "met_before": made.met,
            "missing_clips": made.missing_clips,
        }
        self.report(figures, as_json=options["json"])
