"""The options of `python -m evaluation segments` and of `evaluate_segments`, and what they set going."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from evaluation.metrics.errors import EvaluationError
from evaluation.scoring.bootstrap import HIGHEST_RESAMPLES
from evaluation.scoring.report import write_per_query
from evaluation.segments.metrics.settings import Covering, SegmentSettings
from evaluation.segments.reading.labels import read_questions
from evaluation.segments.reading.run import read_segment_run
from evaluation.segments.reading.tasks import TASKS
from evaluation.segments.scoring.chance import chance_of
from evaluation.segments.scoring.published import published_figures
from evaluation.segments.scoring.report import as_lines, figures_of
from evaluation.segments.scoring.scores import score_segments, wanted_columns

HELP = "Score a run of segments that answer questions on long videos (docs/measures.md, Segments)."
HIGHEST_DRAWS = 10_000
Options = Mapping[str, Any]


def add_segment_options(parser: ArgumentParser) -> None:
    """Add every option of the command."""
    plain, add = SegmentSettings(), parser.add_argument
    labels = "the labels: files or folders of MomentSeeker's layout, or JSON lines of QVHighlights"
    add("--labels", type=Path, nargs="+", required=True, metavar="FILE", help=labels)
    add("--run", type=Path, required=True, metavar="FILE", help="the run to score, .json or .jsonl, plain or gzip")
    tasks = f"the task of a labels file whose name does not say it: {', '.join(TASKS)}"
    add("--task", nargs="+", default=[], metavar="FILE=TASK", help=tasks)
    add("--k", type=int, nargs="+", default=plain.ks, metavar="K", help="cutoffs (default 1 3 5 10)")
    add("--iou", type=float, nargs="+", default=plain.ious, metavar="IOU", help="IoU thresholds (default 0.3 0.5 0.7)")
    covering = "how to count pool clips that cover at least half of a truth without being it (default neutral)"
    add("--covering", choices=get_args(Covering), default=plain.covering, help=covering)
    add("--bootstrap", type=int, default=0, metavar="N", help="95%% intervals from N resamples of the questions")
    draws = "random rankings that simulate chance where it has no closed form (default 50, 0 to skip)"
    add("--draws", type=int, default=50, metavar="N", help=draws)
    add("--seed", type=int, default=0, help="seed of the bootstrap and of the random rankings (default 0)")
    add("--published", action="store_true", help="also show the published figures of MomentSeeker")
    add("--json", action="store_true", help="print the report as one JSON object")
    add("--per-question", type=Path, metavar="FILE", help="write every question's values as JSON")


def evaluate_segments(options: Options, say: Callable[[str], object]) -> None:
    """Do what the options say and say what came of it; raises EvaluationError for bad input."""
    settings = SegmentSettings(
        ks=tuple(sorted(set(options["k"]))), ious=tuple(sorted(set(options["iou"]))), covering=options["covering"]
    )
    _check(options)
    labels = read_questions(options["labels"], tasks=_tasks(options["task"]))
    run = read_segment_run(options["run"], labels)
    questions, seed = labels.questions, options["seed"]
    wanted = wanted_columns(settings, clips=run.rankings.clip is not None)
    scores = score_segments(questions, run.rankings, settings, wanted)
    chance = chance_of(questions, settings, wanted, draws=options["draws"], seed=seed)
    figures = {
        "counts": {**labels.counts, **run.counts},
        "settings": asdict(settings),
        **figures_of(questions, scores, chance, resamples=options["bootstrap"], seed=seed),
    }
    if options["published"]:
        figures["published"] = published_figures()
    if options["per_question"] is not None:
        write_per_query(scores, questions.ids, options["per_question"])
    say(json.dumps(figures) if options["json"] else as_lines(figures))


def _check(options: Options) -> None:
    for name, highest in (("bootstrap", HIGHEST_RESAMPLES), ("draws", HIGHEST_DRAWS)):
        if not 0 <= options[name] <= highest:
            raise EvaluationError(f"{name}: expected an integer 0 to {highest:,}")
    if options["seed"] < 0:
        raise EvaluationError("seed: expected an integer of at least 0")


def _tasks(given: list[str]) -> dict[str, str]:
    """The task of each file, by its name without folders and ending."""
    tasks = {}
    for pair in given:
        file, _, task = pair.rpartition("=")
        if not file or task not in TASKS:
            raise EvaluationError(f"task: expected FILE=TASK with one of {', '.join(TASKS)}, got {pair!r}")
        tasks[Path(file).name.split(".json")[0]] = task
    return tasks
