"""The options of `python -m evaluation measures` and of `compare_measures`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from evaluation.cli.evaluate import Options, add_file_options, add_treatment_options, chosen_settings
from evaluation.cli.progress import progress_bar
from evaluation.cli.systems import chosen_systems
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.measures import MEASURES
from evaluation.reading.labels import Labels, read_labels
from evaluation.reading.true_moments import read_true_moments, with_true_moments
from evaluation.scale import Scale
from evaluation.scoring.reference_runs import Reference
from evaluation.stability.boundaries import Noise
from evaluation.stability.progress import Progress
from evaluation.studies.entries import ENOUGH, MOST_SIMULATED, filled_up
from evaluation.studies.moment_order import most_similar
from evaluation.studies.plan import Plan
from evaluation.studies.report import as_lines
from evaluation.studies.studied import Bench, TrueMoments, studied

HELP = "Show how measures differ on the same runs (docs/measure-studies.md)."


def add_measure_options(parser: ArgumentParser) -> None:
    """Add every option of the command."""
    add = parser.add_argument
    add("--labels", type=Path, required=True, metavar="FILE", help="the labels, <split>.json of an export")
    series = "the runs; checkpoints of one model in their order, with --checkpoints"
    add("--runs", type=Path, nargs="+", default=[], metavar="FILE", help=series)
    add("--references", nargs="+", choices=get_args(Reference), default=[], help="reference runs to add")
    add_file_options(parser)
    own = "the moment that each query was made from, in TVR's JSON lines (default: the most similar labelled one)"
    add("--true-moments", type=Path, metavar="FILE", help=own)
    add("--checkpoints", action="store_true", help="also say which run each measure picks, and what others say of it")
    add_treatment_options(parser, [measure for measure in MEASURES.values() if measure.orders_systems])
    add_plan_options(parser)
    add("--json", action="store_true", help="print the report as one JSON object")


def add_plan_options(parser: ArgumentParser) -> None:
    """What is measured, and how often is drawn."""
    plan, add = Plan(), parser.add_argument
    simulated = f"how many simulated systems to add (default: as many as {ENOUGH} systems lack)"
    add("--simulated", type=int, metavar="N", help=simulated)
    add("--k", type=int, nargs="+", default=[1, 10], help="cutoffs (default 1 10)")
    add("--iou", type=float, nargs="+", default=[0.5, 0.7], help="IoU thresholds (default 0.5 0.7)")
    add("--trials", type=int, default=plan.trials, metavar="N", help="pairs of sets for each size (default 5000)")
    add("--sizes", type=int, nargs="+", default=[], metavar="N", help="sizes of the sets (default about twelve)")
    wanted = "the tau-b that a set of queries has to reach (default 0.9)"
    add("--tau", type=float, default=plan.wanted, metavar="T", help=wanted)
    add("--resamples", type=int, default=plan.resamples, metavar="N", help="draws for intervals (default 1000)")
    boundaries = "how often boundaries are drawn for each variance (default 100); 0 to skip"
    add("--noise-draws", type=int, default=plan.noise_draws, metavar="N", help=boundaries)
    noises = "how ends are drawn: like starts, or by exponential lengths"
    add("--noise", choices=get_args(Noise), default=plan.noise, help=f"{noises} (default {plan.noise})")
    variances = "variances of the drawn times, in s² (default 1 2 3 4)"
    add("--beta2", type=float, nargs="+", default=list(plan.variances), metavar="V", help=variances)
    moved = "choose the variance so that noisy moments have this mean IoU with the labels, instead of --beta2"
    add("--noise-iou", type=float, nargs="+", default=[], metavar="IOU", help=moved)
    add("--seed", type=int, default=plan.seed, help="seed of every draw (default 0)")


def compare_measures(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    plan = chosen_plan(options)
    if options["checkpoints"] and len(options["runs"]) < 2:
        raise EvaluationError("checkpoints: name at least two runs with --runs")
    bench = _bench(options)
    with progress_bar(plan.pieces(len(bench.entries.names))) as advance:
        figures = studied(bench, plan, Progress(advance))
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def chosen_plan(options: Options) -> Plan:
    """The plan that the options ask for; raises EvaluationError if one is out of its range."""
    if options["simulated"] is not None and not 0 <= options["simulated"] <= MOST_SIMULATED:
        raise EvaluationError(f"simulated: expected an integer 0 to {MOST_SIMULATED}")
    return Plan(
        trials=options["trials"],
        sizes=tuple(options["sizes"]),
        wanted=options["tau"],
        resamples=options["resamples"],
        noise=options["noise"],
        noise_draws=options["noise_draws"],
        variances=tuple(options["beta2"]),
        noise_ious=tuple(options["noise_iou"]),
        seed=options["seed"],
    )


def _bench(options: Options) -> Bench:
    settings = chosen_settings(options, ks=options["k"], ious=options["iou"])
    labels, true_moments = _true_moments(options, read_labels(options["labels"], scale=settings.scale), settings.scale)
    names, predictions = chosen_systems(options, labels)
    if options["simulated"] is not None and len(names) + options["simulated"] < 2:
        raise EvaluationError("name at least two systems with --runs, --references and --simulated")
    entries = filled_up(
        names, predictions, labels, simulated=options["simulated"], seed=options["seed"], scale=settings.scale
    )
    return Bench(entries, labels, settings, true_moments, len(options["runs"]) if options["checkpoints"] else 0)


def _true_moments(options: Options, labels: Labels, scale: Scale) -> tuple[Labels, TrueMoments | None]:
    if options["true_moments"] is not None:
        moments = read_true_moments(options["true_moments"], labels)
        labels, truths = with_true_moments(labels, moments, scale)
        return labels, TrueMoments(truths, "the moment that the query was made from")
    if labels.similarity is None:
        return labels, None
    return labels, TrueMoments(most_similar(labels, scale), "the labelled moment that is most similar to the query")
