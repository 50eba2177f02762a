"""The options of `python -m evaluation stability` and of `run_stability`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from evaluation.cli.evaluate import add_file_options, add_treatment_options, chosen_settings
from evaluation.cli.systems import chosen_systems
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.ndcg import NDCG
from evaluation.reading.labels import Labels, read_labels
from evaluation.reading.raw_scores import read_raw_scores
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.scoring.reference_runs import Reference
from evaluation.stability.analysis import Draws, by_boundaries, by_queries, by_raters, by_size
from evaluation.stability.boundaries import LARGEST_VARIANCE, Noise, variance_of_iou
from evaluation.stability.judged import Judged, judged_pairs
from evaluation.stability.raters import Undrawn
from evaluation.stability.report import as_lines
from evaluation.stability.systems import Criterion, Figures, Systems, query_values

HELP = "Show how certain the order of several runs is (docs/uncertainty.md)."
SIZES = (10, 25, 50, 100, 250, 500, 1000, 2000)
VARIANCES = (1.0, 2.0, 3.0, 4.0)
Options = Mapping[str, Any]


def add_stability_options(parser: ArgumentParser) -> None:
    """Add every option of the command."""
    draws, add = Draws(), parser.add_argument
    ordering = [measure for measure in MEASURES.values() if measure.orders_systems]
    add("--labels", type=Path, required=True, metavar="FILE", help="the labels, <split>.json of an export")
    add("--runs", type=Path, nargs="+", default=[], metavar="FILE", help="the runs, two or more with --references")
    add("--references", nargs="+", choices=get_args(Reference), default=[], help="reference runs to add")
    add_file_options(parser)
    add("--raw", type=Path, metavar="FILE", help="raw_annotation.csv; also redraw the raters")
    names = [measure.name for measure in ordering]
    add(
        "--measure", choices=names, default=NDCG.name, help=f"the measure that orders the systems (default {NDCG.name})"
    )
    add("--k", type=int, default=20, help="its cutoff (default 20)")
    add("--iou", type=float, default=0.5, help="its IoU threshold (default 0.5)")
    add_treatment_options(parser, ordering)
    add("--resamples", type=int, default=draws.queries, metavar="N", help="how often queries are drawn (default 1000)")
    raters = "how often raters are drawn (default 200)"
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
    add("--tolerance", type=int, default=1, metavar="N", help="tolerance of rules R3 and R5 (default 1)")
    add(
        "--undrawn",
        choices=get_args(Undrawn),
        default="keep",
        help="what to do with a pair if none of its raters was drawn",
    )
    add("--seed", type=int, default=draws.seed, help="seed of every draw (default 0)")
    add("--json", action="store_true", help="print the report as one JSON object")


def ask_stability(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    criterion = Criterion(
        MEASURES[options["measure"]], chosen_settings(options, ks=[options["k"]], ious=[options["iou"]])
    )
    _check(options, criterion.settings.scale.span)
    draws = Draws(options["resamples"], options["rater_resamples"], options["noise_draws"], options["seed"])
    labels = read_labels(options["labels"], scale=criterion.settings.scale)
    judged = None
    if options["raw"] is not None:
        raw = read_raw_scores(options["raw"], criterion.settings.scale)
        judged = judged_pairs(labels, raw, tolerance=options["tolerance"])
    systems = _systems(options, labels, judged, criterion)
    figures = _figures(options, labels, systems, criterion, draws)
    if judged is not None:
        figures["by_raters"] = by_raters(
            systems, judged, criterion, draws, tolerance=options["tolerance"], undrawn=options["undrawn"]
        )
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def _figures(options: Options, labels: Labels, systems: Systems, criterion: Criterion, draws: Draws) -> Figures:
    queries, count = len(labels.query_ids), len(labels.truths.row)
    sizes = sorted({size for size in options["sizes"] or SIZES if size < queries})
    figures: Figures = {
        "measure": criterion.name,
        "queries": queries,
        "labels": count,
        "systems": dict(zip(systems.names, systems.means.tolist(), strict=True)),
        "by_queries": by_queries(systems, draws),
        "by_size": by_size(systems, sizes, count, draws),
    }
    if draws.boundaries:
        figures["by_boundaries"] = by_boundaries(
            systems, labels.truths, criterion, _variances(options, labels), options["noise"], draws
        )
    return figures


def _variances(options: Options, labels: Labels) -> list[float]:
    """The variances asked for, by themselves or by the IoU that they give."""
    noise, seed = options["noise"], options["seed"]
    wanted = [variance_of_iou(labels.truths, wanted=iou, noise=noise, seed=seed) for iou in options["noise_iou"]]
    return wanted or list(options["beta2"])


def _check(options: Options, span: int) -> None:
    for name, least in (("resamples", 1), ("rater_resamples", 1), ("noise_draws", 0)):
        if not least <= options[name] <= HIGHEST_RESAMPLES:
            raise EvaluationError(f"{name.replace('_', '-')}: expected an integer {least} to {HIGHEST_RESAMPLES:,}")
    faults = {
        "seed: expected an integer of at least 0": options["seed"] < 0,
        "sizes: expected integers of at least 1": not all(size >= 1 for size in options["sizes"]),
        "beta2: expected numbers 0 to 1,000,000": not all(0 <= beta2 <= LARGEST_VARIANCE for beta2 in options["beta2"]),
        "noise-iou: expected numbers above 0, at most 1": not all(0 < iou <= 1 for iou in options["noise_iou"]),
        f"tolerance: expected an integer 0 to {span}": not 0 <= options["tolerance"] <= span,
        "name at least two systems with --runs and --references": (
            len(options["runs"]) + len(set(options["references"])) < 2
        ),
    }
    for fault, is_there in faults.items():
        if is_there:
            raise EvaluationError(fault)


def _systems(options: Options, labels: Labels, judged: Judged | None, criterion: Criterion) -> Systems:
    """Runs are joined with the labels' videos and those of discarded pairs, which other raters may make labels."""
    names, predictions = chosen_systems(options, labels, numbering=None if judged is None else judged.labels)
    return Systems(names, predictions, query_values(predictions, labels.truths, len(labels.query_ids), criterion))
