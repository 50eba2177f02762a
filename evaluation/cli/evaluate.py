"""The options of an evaluation and what they set going, for `python -m evaluation` and the Django command alike."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from evaluation.metrics.errors import CorpusNeeded, EvaluationError
from evaluation.metrics.measure import Measure, Parameter
from evaluation.metrics.measures import MEASURES
from evaluation.metrics.settings import Gain, Settings, Unjudged
from evaluation.reading.documents import moments_of_file, pairs_of_labels
from evaluation.reading.labels import Labels, read_labels
from evaluation.reading.run import Run, joined_run, read_run
from evaluation.scoring import report
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.scoring.published import published_figures
from evaluation.scoring.reference_runs import Reference, checked_reference, reference_run, write_run
from evaluation.scoring.scores import Scores, score_predictions

HELP = "Score a run against labels, or write a reference run (docs/measures.md)."
Options = Mapping[str, Any]


def add_options(parser: ArgumentParser) -> None:
    """Add every option of an evaluation; the defaults are those of Settings."""
    plain, measures = Settings(), MEASURES.values()
    stops = _depending(measures, "abandonment")
    add = parser.add_argument
    add("--labels", type=Path, required=True, metavar="FILE", help="the labels, <split>.json of an export")
    add("--run", type=Path, metavar="FILE", help="the run to score, JSON or TREC's lines, plain or gzip")
    add("--against", type=Path, metavar="FILE", help="another run to compare it with")
    add_file_options(parser)
    add("--k", type=int, nargs="+", default=plain.ks, metavar="K", help="cutoffs (default 10 20 40)")
    add("--iou", type=float, nargs="+", default=plain.ious, metavar="IOU", help="IoU thresholds (default 0.3 0.5 0.7)")
    add_treatment_options(parser, measures)
    shares = f"shares of users who stop at each rank, for {stops}"
    add("--abandonment", type=float, nargs="+", default=(), metavar="P", help=shares)
    add("--bootstrap", type=int, default=0, metavar="N", help="95%% intervals from N resamples of the queries")
    add("--seed", type=int, default=0, help="seed of the bootstrap and of the random run (default 0)")
    add("--json", action="store_true", help="print the report as one JSON object")
    add("--per-query", type=Path, metavar="FILE", help="write every query's values as JSON")
    order = "also score the similarity order of the labels, which bounds what systems trained on similarity reach"
    add("--similarity-order", action="store_true", help=order)
    add("--published", action="store_true", help="also show the published results on TVR-Ranking, for its labels only")
    add("--make-run", choices=get_args(Reference), help="write a reference run instead of scoring one")
    add("--out", type=Path, metavar="FILE", help="the file that --make-run writes")


def add_file_options(parser: ArgumentParser) -> None:
    """The files that some formats of runs need beside them."""
    add = parser.add_argument
    add("--video-corpus", type=Path, metavar="FILE", help="video_corpus.json, for runs by video index")
    moments = "moments by desc_id, beir/corpus.jsonl or TVR's JSON lines, for TREC runs (without it: by pair_id)"
    add("--moments", type=Path, metavar="FILE", help=moments)


def add_treatment_options(parser: ArgumentParser, measures: Iterable[Measure]) -> None:
    """Which labels are relevant, and how the measures treat labels and missing labels."""
    plain, add, strict = Settings(), parser.add_argument, _depending(measures, "strict")
    needs = f"{strict} {'require' if ' and ' in strict else 'requires'} an IoU above the threshold, not equal to it"
    add(
        "--gain",
        choices=get_args(Gain),
        default=plain.gain,
        help=f"gain of {_depending(measures, 'gain')}: 2^rel - 1 or rel",
    )
    add(
        "--gains",
        type=float,
        nargs="+",
        default=[],
        metavar="GAIN",
        help="the gain of each level from 0 up in place of --gain, for labels on a scale of as many levels",
    )
    add("--strict", action="store_true", help=needs)
    least = "lowest relevance that counts as relevant (default 1)"
    add("--min-relevance", type=int, default=plain.min_relevance, metavar="N", help=least)
    add("--unjudged", choices=get_args(Unjudged), default=plain.unjudged, help="how to count unjudged predictions")


def _depending(measures: Iterable[Measure], parameter: Parameter) -> str:
    return " and ".join(measure.name for measure in measures if parameter in measure.depends_on)


def evaluate(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    if options["seed"] < 0:
        raise EvaluationError("seed: expected an integer of at least 0")
    if options["make_run"]:
        _make_run(options, say)
        return
    if options["run"] is None:
        raise EvaluationError("name a run with --run, or a reference run with --make-run")
    figures = _figures(options)
    say(json.dumps(figures) if options["json"] else report.as_lines(figures))


def run_read(path: Path, labels: Labels, options: Options) -> Run:
    """The run of a file, with the video corpus and the moments of the options."""
    moments = options["moments"]
    documents = pairs_of_labels(labels) if moments is None else moments_of_file(moments)
    try:
        return read_run(path, labels, corpus=options["video_corpus"], documents=documents)
    except CorpusNeeded as error:
        raise CorpusNeeded(path, "--video-corpus") from error


def _make_run(options: Options, say: Callable[[str], object]) -> None:
    if options["out"] is None or options["run"] is not None:
        raise EvaluationError("--make-run takes --out and no --run")
    labels = read_labels(options["labels"])
    run = reference_run(labels, options["make_run"], seed=options["seed"])
    write_run(run, options["out"])
    figures = {"queries": len(run), "predictions": len(labels.truths.row)}
    say(json.dumps(figures) if options["json"] else f"queries: {len(run)}\npredictions: {figures['predictions']}")


def _figures(options: Options) -> report.Figures:
    settings = chosen_settings(options, ks=options["k"], ious=options["iou"])
    resamples, seed = options["bootstrap"], options["seed"]
    if not 0 <= resamples <= HIGHEST_RESAMPLES:
        raise EvaluationError(f"bootstrap: expected an integer 0 to {HIGHEST_RESAMPLES:,}")
    labels = read_labels(options["labels"], scale=settings.scale)
    run, scores = _scored(options["run"], labels, settings, options)
    counts = {**_label_counts(labels), **run.counts}
    figures = {"queries": len(labels.query_ids), "counts": counts, "settings": settings.as_dict()}
    figures |= report.figures_of(scores, resamples=resamples, seed=seed)
    if options["against"] is not None:
        other, other_scores = _scored(options["against"], labels, settings, options)
        compared = report.difference_of(scores, other_scores, resamples=resamples, seed=seed)
        figures["against"] = {"counts": dict(other.counts), **compared}
    if options["similarity_order"]:
        order = joined_run(checked_reference(labels, "similarity"), labels)
        order_scores = score_predictions(order.predictions, labels.truths, len(labels.query_ids), settings)
        figures["similarity_order"] = report.figures_of(order_scores, resamples=resamples, seed=seed)
    if options["published"]:
        figures["published"] = published_figures()
    if options["per_query"] is not None:
        report.write_per_query(scores, labels.query_ids, options["per_query"])
    return figures


def chosen_settings(options: Options, *, ks: list[int], ious: list[float]) -> Settings:
    """The settings that the options ask for; raises EvaluationError if one is out of its range."""
    given = {name: options[name] for name in ("gain", "strict", "min_relevance", "unjudged")}
    given |= {"abandonment": tuple(options.get("abandonment", ())), "gains": tuple(options["gains"])}
    return Settings(ks=tuple(sorted(set(ks))), ious=tuple(sorted(set(ious))), **given)


def _scored(path: Path, labels: Labels, settings: Settings, options: Options) -> tuple[Run, Scores]:
    run = run_read(path, labels, options)
    return run, score_predictions(run.predictions, labels.truths, len(labels.query_ids), settings)


def _label_counts(labels: Labels) -> dict[str, int]:
    relevant = {int(row) for row in labels.truths.row[labels.truths.relevance > 0]}
    return {"labels": len(labels.truths.row), "queries_without_relevant": len(labels.query_ids) - len(relevant)}
