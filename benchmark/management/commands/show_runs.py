"""`show_runs`: a campaign's scored runs, their means over seeds, and published results beside them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from benchmark.runs.measures import SHOWN
from benchmark.runs.selectors.reports import runs_figures, runs_lines
from benchmark.runs.selectors.runs import Shown, known_splits, labels_in_force_of, runs_of
from evaluation.scoring.scorecard import ALL
from moments.base.errors import BadInput
from moments.management.command import ReelevanceCommand


class Command(ReelevanceCommand):
    """Reads and prints."""

    help = (
        "Show NDCG of the runs that are scored against the newest labels, and the mean and standard deviation of runs "
        "whose names differ only in the seed ('mine seed 1', 'mine seed 2'). The reference by similarity bounds what "
        "systems trained on similarity reach (docs/measures.md)."
    )
    reports = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which figures."""
        super().add_arguments(parser)
        parser.add_argument("--split", default=ALL, help="one split (default: all queries)")
        parser.add_argument("--k", type=int, default=20, choices=SHOWN.ks, help="the cutoff (default: 20)")
        parser.add_argument("--iou", type=float, default=0.5, choices=SHOWN.ious, help="the threshold (default: 0.5)")
        parser.add_argument("--published", action="store_true", help="also show the published results of TVR-Ranking")

    def run(self, **options: Any) -> None:
        """Read and say."""
        if self.campaign.is_twin:
            raise BadInput("shows runs on graded relevance only; the page Runs shows those on twins")
        runs = list(runs_of(self.campaign))
        splits = known_splits(runs)
        if options["split"] not in splits:
            raise BadInput(f"expected one of {', '.join(splits)}, got {options['split']!r}", field="split")
        shown = Shown(options["split"], options["k"], options["iou"])
        figures = runs_figures(runs, labels_in_force_of(self.campaign), shown, published=options["published"])
        for line in [json.dumps(figures, ensure_ascii=False)] if options["json"] else runs_lines(figures):
            self.say(line)
