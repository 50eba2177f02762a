"""The options of `python -m evaluation stability` and of `run_stability`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from evaluation.cli.evaluate import HIGHEST_RESAMPLES
from evaluation.metrics.columns import Predictions
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.ndcg import Gain
from evaluation.metrics.settings import Settings, Unjudged
from evaluation.reading.labels import Labels, read_labels
from evaluation.reading.raw_scores import read_raw_scores
from evaluation.reading.run import joined_run, read_run
from evaluation.scoring.reference_runs import Reference, checked_reference
from evaluation.stability.analysis import Draws, by_boundaries, by_queries, by_raters, by_size
from evaluation.stability.judged import Judged, judged_pairs
from evaluation.stability.raters import Undrawn
from evaluation.stability.report import as_lines
from evaluation.stability.systems import Figures, Measure, Systems, query_values

HELP = "Say how sure the order of several runs is (docs/uncertainty.md)."
FAMILIES = ("NDCG", "R", "AP", "AxIoU")
SIZES = (10, 25, 50, 100, 250, 500, 1000, 2000)
VARIANCES = (1.0, 2.0, 3.0, 4.0)
Options = Mapping[str, Any]


def add_stability_options(parser: ArgumentParser) -> None:
    """Everything that the question may be told."""
    plain, draws, add = Settings(), Draws(), parser.add_argument
    add("--labels", type=Path, required=True, metavar="FILE", help="the labels, <split>.json of an export")
    add("--runs", type=Path, nargs="+", default=[], metavar="FILE", help="the runs, two or more with --references")
    add("--references", nargs="+", choices=get_args(Reference), default=[], help="reference runs beside them")
    add("--video-corpus", type=Path, metavar="FILE", help="video_corpus.json, for runs by video index")
    add("--raw", type=Path, metavar="FILE", help="raw_annotation.csv: ask for other raters too")
    add("--measure", choices=FAMILIES, default="NDCG", help="which measure orders the systems (default NDCG)")
    add("--k", type=int, default=20, help="its cut-off (default 20)")
    add("--iou", type=float, default=0.5, help="its threshold (default 0.5)")
    add("--gain", choices=get_args(Gain), default=plain.gain, help="gain of NDCG: 2^rel - 1, or rel")
    add("--strict", action="store_true", help="NDCG asks for IoU above the threshold, not at least")
    add("--min-relevance", type=int, default=plain.min_relevance, metavar="N", help="relevant from here (default 1)")
    add("--unjudged", choices=get_args(Unjudged), default=plain.unjudged, help="how predictions without labels count")
    add("--resamples", type=int, default=draws.queries, metavar="N", help="draws of queries (default 1000)")
    add("--rater-resamples", type=int, default=draws.raters, metavar="N", help="draws of raters (default 200)")
    add("--noise-draws", type=int, default=draws.boundaries, metavar="N", help="draws a variance; 0 for none")
    add("--beta2", type=float, nargs="+", default=list(VARIANCES), metavar="V", help="variances of starts in s²")
    add("--sizes", type=int, nargs="+", default=[], metavar="N", help="test-set sizes (default 10 to 2000)")
    add("--tolerance", type=int, default=1, metavar="N", help="of R3 and R5 (default 1)")
    add("--undrawn", choices=get_args(Undrawn), default="keep", help="a pair of which no rater was drawn")
    add("--seed", type=int, default=draws.seed, help="of every draw (default 0)")
    add("--json", action="store_true", help="report as one JSON object")


def ask_stability(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    _check(options)
    measure = _measure(options)
    draws = Draws(options["resamples"], options["rater_resamples"], options["noise_draws"], options["seed"])
    labels = read_labels(options["labels"])
    judged = None
    if options["raw"] is not None:
        judged = judged_pairs(labels, read_raw_scores(options["raw"]), tolerance=options["tolerance"])
    systems = _systems(options, labels, judged, measure)
    figures = _figures(options, labels, systems, measure, draws)
    if judged is not None:
        figures["by_raters"] = by_raters(
            systems, judged, measure, draws, tolerance=options["tolerance"], undrawn=options["undrawn"]
        )
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def _figures(options: Options, labels: Labels, systems: Systems, measure: Measure, draws: Draws) -> Figures:
    queries, count = len(labels.query_ids), len(labels.truths.row)
    sizes = sorted({size for size in options["sizes"] or SIZES if size < queries})
    figures: Figures = {
        "measure": measure.name,
        "queries": queries,
        "labels": count,
        "systems": dict(zip(systems.names, systems.means.tolist(), strict=True)),
        "by_queries": by_queries(systems, draws),
        "by_size": by_size(systems, sizes, count, draws),
    }
    if draws.boundaries:
        figures["by_boundaries"] = by_boundaries(systems, labels.truths, measure, options["beta2"], draws)
    return figures


def _check(options: Options) -> None:
    for name, least in (("resamples", 1), ("rater_resamples", 1), ("noise_draws", 0)):
        if not least <= options[name] <= HIGHEST_RESAMPLES:
            raise EvaluationError(f"{name.replace('_', '-')}: expected an integer {least} to {HIGHEST_RESAMPLES:,}")
    if options["seed"] < 0:
        raise EvaluationError("seed: expected an integer of at least 0")
    if not all(size >= 1 for size in options["sizes"]):
        raise EvaluationError("sizes: expected integers of at least 1")
    if not all(0 <= variance <= 10**6 for variance in options["beta2"]):
        raise EvaluationError("beta2: expected numbers 0 to 1,000,000")
    if not 0 <= options["tolerance"] <= 4:
        raise EvaluationError("tolerance: expected an integer 0 to 4")
    if len(options["runs"]) + len(set(options["references"])) < 2:
        raise EvaluationError("name at least two systems with --runs and --references")


def _measure(options: Options) -> Measure:
    settings = Settings(
        ks=(options["k"],),
        ious=(options["iou"],),
        gain=options["gain"],
        strict=options["strict"],
        min_relevance=options["min_relevance"],
        unjudged=options["unjudged"],
    )
    family, sign = options["measure"], settings.sign if options["measure"] == "NDCG" else ">"
    threshold = "" if family == "AxIoU" else f",IoU{sign}{options['iou']:g}"
    return Measure(f"{family}@{options['k']}{threshold}", settings)


def _systems(options: Options, labels: Labels, judged: Judged | None, measure: Measure) -> Systems:
    """Runs are joined with the labels' videos and those of discarded pairs, which other raters may make labels."""
    numbering = labels if judged is None else judged.labels
    names, predictions = [], list[Predictions]()
    for path in options["runs"]:
        names.append(path.stem if [one.stem for one in options["runs"]].count(path.stem) == 1 else str(path))
        predictions.append(read_run(path, numbering, corpus=options["video_corpus"]).predictions)
    for kind in dict.fromkeys(options["references"]):
        names.append(kind)
        predictions.append(joined_run(checked_reference(labels, kind, seed=options["seed"]), labels).predictions)
    if len(set(names)) < len(names):
        raise EvaluationError("runs: two of the systems have one name")
    return Systems(names, predictions, query_values(predictions, labels.truths, len(labels.query_ids), measure))
