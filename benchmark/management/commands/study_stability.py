"""`study_stability`: how sure the order of a campaign's runs is."""

from __future__ import annotations

from argparse import ArgumentParser

from benchmark.management.study_command import StudyCommand
from benchmark.stability.services import STABILITY
from evaluation.cli.stability import add_criterion_options, add_draw_options
from evaluation.stability.report import as_lines


class Command(StudyCommand):
    """The questions of `run_stability` about the runs that a campaign keeps; the page of stability shows them too."""

    help = "Show how certain the order of a campaign's runs is (docs/uncertainty.md)."
    study = STABILITY
    lines = staticmethod(as_lines)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The runs, the measure, and the draws of `run_stability`."""
        super().add_arguments(parser)
        add_criterion_options(parser)
        add_draw_options(parser)
