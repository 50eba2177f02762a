"""The options of `python -m evaluation stability` and of `run_stability`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from evaluation.cli.evaluate import add_file_options, add_treatment_options, chosen_settings
from evaluation.cli.progress import progress_bar
from evaluation.cli.systems import chosen_systems
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.ndcg import NDCG
from evaluation.reading.labels import Labels, read_labels
from evaluation.reading.raw_scores import read_raw_scores
from evaluation.scoring.reference_runs import Reference
from evaluation.stability.analysis import Draws
from evaluation.stability.boundaries import Noise
from evaluation.stability.judged import Judged, judged_pairs
from evaluation.stability.plan import VARIANCES, Plan
from evaluation.stability.progress import Progress
from evaluation.stability.questions import Scores, questioned
from evaluation.stability.raters import Undrawn
from evaluation.stability.report import as_lines
from evaluation.stability.systems import Criterion, Systems, query_values

HELP = "Show how certain the order of several runs is (docs/uncertainty.md)."
Options = Mapping[str, Any]


def add_stability_options(parser: ArgumentParser) -> None:
    """Add every option of the command."""
    add = parser.add_argument
    ordering = [measure for measure in MEASURES.values() if measure.orders_systems]
    add("--labels", type=Path, required=True, metavar="FILE", help="the labels, <split>.json of an export")
    add("--runs", type=Path, nargs="+", default=[], metavar="FILE", help="the runs, two or more with --references")
    add("--references", nargs="+", choices=get_args(Reference), default=[], help="reference runs to add")
    add_file_options(parser)
    add("--raw", type=Path, metavar="FILE", help="raw_annotation.csv; also redraw the raters")
    add_criterion_options(parser)
    add_treatment_options(parser, ordering)
    add("--tolerance", type=int, default=1, metavar="N", help="tolerance of rules R3 and R5 (default 1)")
    add_draw_options(parser)
    add("--json", action="store_true", help="print the report as one JSON object")


def add_criterion_options(parser: ArgumentParser) -> None:
    """The measure that orders the systems."""
    names = [measure.name for measure in MEASURES.values() if measure.orders_systems]
    add, text = parser.add_argument, f"the measure that orders the systems (default {NDCG.name})"
    add("--measure", choices=names, default=NDCG.name, help=text)
    add("--k", type=int, default=20, help="its cutoff (default 20)")
    add("--iou", type=float, default=0.5, help="its IoU threshold (default 0.5)")


def add_draw_options(parser: ArgumentParser) -> None:
    """What is drawn, and how often."""
    draws, add = Draws(), parser.add_argument
    add("--resamples", type=int, default=draws.queries, metavar="N", help="how often queries are drawn (default 1000)")
    raters = "how often raters are drawn (default 200); 0 to skip"
    add("--rater-resamples", type=int, default=draws.raters, metavar="N", help=raters)
    boundaries = "how often boundaries are drawn for each variance; 0 to skip"
    add("--noise-draws", type=int, default=draws.boundaries, metavar="N", help=boundaries)
    noises = "how ends are drawn: like starts, or by exponential lengths"
    add("--noise", choices=get_args(Noise), default="normal", help=f"{noises} (default normal)")
    variances = "variances of the drawn times, in s²"
    add("--beta2", type=float, nargs="+", default=list(VARIANCES), metavar="V", help=variances)
    wanted = "choose the variance so that noisy moments have this mean IoU with the labels, instead of --beta2"
    add("--noise-iou", type=float, nargs="+", default=[], metavar="IOU", help=wanted)
    add("--sizes", type=int, nargs="+", default=[], metavar="N", help="test-set sizes (default 10 to 2000)")
    add(
        "--undrawn",
        choices=get_args(Undrawn),
        default="keep",
        help="what to do with a pair if none of its raters was drawn",
    )
    add("--seed", type=int, default=draws.seed, help="seed of every draw (default 0)")


def ask_stability(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    criterion = Criterion(
        MEASURES[options["measure"]], chosen_settings(options, ks=[options["k"]], ious=[options["iou"]])
    )
    plan = _plan(options)
    _check(options, criterion.settings.scale.span)
    labels = read_labels(options["labels"], scale=criterion.settings.scale)
    scores = None
    if options["raw"] is not None:
        raw = read_raw_scores(options["raw"], criterion.settings.scale)
        scores = Scores(judged_pairs(labels, raw, tolerance=options["tolerance"]), options["tolerance"])
    systems = _systems(options, labels, None if scores is None else scores.judged, criterion)
    with progress_bar(plan.pieces(len(systems.names), raters=scores is not None)) as advance:
        figures = questioned(systems, labels, criterion, plan, scores=scores, progress=Progress(advance))
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def _plan(options: Options) -> Plan:
    return Plan(
        Draws(options["resamples"], options["rater_resamples"], options["noise_draws"], options["seed"]),
        sizes=tuple(options["sizes"]),
        noise=options["noise"],
        variances=tuple(options["beta2"]),
        noise_ious=tuple(options["noise_iou"]),
        undrawn=options["undrawn"],
    )


def _check(options: Options, span: int) -> None:
    if not 0 <= options["tolerance"] <= span:
        raise EvaluationError(f"tolerance: expected an integer 0 to {span}")
    if len(options["runs"]) + len(set(options["references"])) < 2:
        raise EvaluationError("name at least two systems with --runs and --references")


def _systems(options: Options, labels: Labels, judged: Judged | None, criterion: Criterion) -> Systems:
    """Runs are joined with the labels' videos and those of discarded pairs, which other raters may make labels."""
    names, predictions = chosen_systems(options, labels, numbering=None if judged is None else judged.labels)
    return Systems(names, predictions, query_values(predictions, labels.truths, len(labels.query_ids), criterion))
