"""The systems that options name: runs from files and reference runs."""

from __future__ import annotations

from evaluation.cli.evaluate import Options, run_read
from evaluation.metrics.columns import Predictions
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.reading.run import joined_run
from evaluation.scoring.reference_runs import checked_reference


def chosen_systems(
    options: Options, labels: Labels, *, numbering: Labels | None = None
) -> tuple[list[str], list[Predictions]]:
    """Their names, which are file names unless two are the same, and their predictions.

    Runs are joined with the videos of `numbering`, which are those of the labels where it is left out. Raises
    EvaluationError if two systems have one name.
    """
    names, predictions = [], list[Predictions]()
    for path in options["runs"]:
        names.append(path.stem if [one.stem for one in options["runs"]].count(path.stem) == 1 else str(path))
        predictions.append(run_read(path, numbering or labels, options).predictions)
    for kind in dict.fromkeys(options["references"]):
        names.append(kind)
        predictions.append(joined_run(checked_reference(labels, kind, seed=options["seed"]), labels).predictions)
    if len(set(names)) < len(names):
        raise EvaluationError("runs: two of the systems have the same name")
    return names, predictions
