"""The options of `python -m evaluation twins` and of `evaluate_twins`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from evaluation.metrics.errors import EvaluationError
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.labels import TwinLabels, read_twin_labels
from evaluation.twins.reading.run import read_twin_run
from evaluation.twins.scoring.figures import difference_of, figures_of
from evaluation.twins.scoring.published import published_figures
from evaluation.twins.scoring.reference_runs import Reference, write_reference
from evaluation.twins.scoring.report import as_lines

HELP = "Score a run of retrieval among clips forwards and backwards (docs/measures-of-twins.md)."
Options = Mapping[str, Any]


def add_twin_options(parser: ArgumentParser) -> None:
    """Add every option of the command."""
    add = parser.add_argument
    labels = "the labels: a list with vid, caption, split, direction and reverse, or a file of RTime"
    add("--labels", type=Path, required=True, metavar="FILE", help=labels)
    add("--split", default="test", metavar="NAME", help="the split whose videos the run ranks (default test)")
    run = "the run to score: .npz with scores, texts and videos, or ranked lists as JSON, plain or gzip"
    add("--run", type=Path, metavar="FILE", help=run)
    add("--against", type=Path, metavar="FILE", help="another run to compare it with")
    add("--k", type=int, nargs="+", default=TwinSettings().ks, metavar="K", help="cutoffs (default 1 5 10)")
    add("--bootstrap", type=int, default=0, metavar="N", help="95%% intervals from N resamples of the twins")
    add("--seed", type=int, default=0, help="seed of the bootstrap and of the random run (default 0)")
    add("--published", action="store_true", help="also show the published results on RTime")
    add("--json", action="store_true", help="print the report as one JSON object")
    add("--make-run", choices=get_args(Reference), help="write a reference run instead of scoring one")
    add("--out", type=Path, metavar="FILE", help="the .npz file that --make-run writes")


def evaluate_twins(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    settings = TwinSettings(ks=tuple(sorted(set(options["k"]))))
    if not 0 <= options["bootstrap"] <= HIGHEST_RESAMPLES:
        raise EvaluationError(f"bootstrap: expected an integer 0 to {HIGHEST_RESAMPLES:,}")
    if options["seed"] < 0:
        raise EvaluationError("seed: expected an integer of at least 0")
    if options["make_run"]:
        _make_run(options, say)
        return
    if options["run"] is None:
        raise EvaluationError("name a run with --run, or a reference run with --make-run")
    figures = _figures(read_twin_labels(options["labels"], split=options["split"]), settings, options)
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def _make_run(options: Options, say: Callable[[str], object]) -> None:
    if options["out"] is None or options["run"] is not None:
        raise EvaluationError("--make-run takes --out and no --run")
    labels = read_twin_labels(options["labels"], split=options["split"])
    write_reference(labels.items, options["make_run"], options["out"], seed=options["seed"])
    videos = len(labels.items.names)
    say(json.dumps({"videos": videos}) if options["json"] else f"videos: {videos}")


def _figures(labels: TwinLabels, settings: TwinSettings, options: Options) -> dict[str, Any]:
    drawn = {"resamples": options["bootstrap"], "seed": options["seed"]}
    run = read_twin_run(options["run"], labels, width=settings.width)
    figures = {
        "split": options["split"],
        "counts": {**labels.counts, **run.counts},
        "settings": asdict(settings),
        "directions": figures_of(labels.items, run.answers, settings, **drawn),
    }
    if options["against"] is not None:
        other = read_twin_run(options["against"], labels, width=settings.width)
        compared = difference_of(labels.items, run.answers, other.answers, settings, **drawn)
        if not compared:
            raise EvaluationError(f"{options['against']}: has no direction in common with {options['run']}")
        figures["against"] = {"counts": dict(other.counts), "directions": compared}
    if options["published"]:
        figures["published"] = published_figures()
    return figures
