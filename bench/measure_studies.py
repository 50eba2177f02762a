"""Times the studies of measures at published size, and prints what docs/measure-studies.md says came out.

    .venv/bin/python bench/measure_studies.py

20 simulated systems on 3,281 queries of 27 labelled moments, with moments as long as those of Charades-STA on
average. Where REELEVANCE_REAL_DATA names the data, also the public runs that are there; with `--published`, only them.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from evaluation.metrics.columns import Truths  # noqa: E402
from evaluation.metrics.settings import Settings  # noqa: E402
from evaluation.reading.checked_run import CheckedRun  # noqa: E402
from evaluation.reading.labels import Labels, read_labels  # noqa: E402
from evaluation.reading.run import joined_run  # noqa: E402
from evaluation.reading.run_formats import read_checked_run  # noqa: E402
from evaluation.reading.true_moments import TrueMoment, with_true_moments  # noqa: E402
from evaluation.studies.entries import filled_up  # noqa: E402
from evaluation.studies.measured import Measured  # noqa: E402
from evaluation.studies.moment_order import most_similar  # noqa: E402
from evaluation.studies.plan import Plan  # noqa: E402
from evaluation.studies.report import as_lines  # noqa: E402
from evaluation.studies.self_agreement import self_agreement  # noqa: E402
from evaluation.studies.studied import Bench, TrueMoments, studied  # noqa: E402

QUERIES, A_QUERY, SYSTEMS, MEASURES, TRIALS = 3281, 27, 20, 6, 5000
LENGTH_S, GRADES_APART = 8.2, 1.6
LEAST_RUNS = 3
SETTINGS = Settings(ks=(1, 10), ious=(0.5, 0.7))


def synthetic(queries: int) -> Labels:
    """Moments in as many videos, all grades, and a similarity that knows them roughly; the first is the query's own."""
    rng = np.random.default_rng(3)
    row = np.repeat(np.arange(queries), A_QUERY)
    number = len(row)
    own = np.tile(np.arange(A_QUERY), queries) == 0
    relevance = np.where(own, 4, rng.integers(5, size=number))
    start_s = rng.uniform(0, 80, number)
    truths = Truths(row, rng.permutation(number), start_s, start_s + 0.5 + rng.exponential(LENGTH_S, number), relevance)
    similarity = np.where(own, 10.0, relevance + rng.normal(0, GRADES_APART, number))
    names = [str(query) for query in range(queries)]
    return Labels(Path("synthetic"), names, [f"v{video}" for video in range(number)], truths, similarity)


def cpu(job: Any) -> tuple[float, Any]:
    """CPU seconds of a job, and its result."""
    begin = time.process_time()
    result = job()
    return time.process_time() - begin, result


def main() -> None:
    """The simulated systems, and what is public."""
    if sys.argv[1:] != ["--published"]:
        at_published_size()
    if os.environ.get("REELEVANCE_REAL_DATA"):
        published(Path(os.environ["REELEVANCE_REAL_DATA"]))


def at_published_size() -> None:
    """Time self-agreement against one pass of numpy, then make all studies and print them."""
    labels = synthetic(QUERIES)
    entries = filled_up([], [], labels, simulated=SYSTEMS, seed=0)
    bench = Bench(entries, labels, SETTINGS, TrueMoments(most_similar(labels), "the most similar one"), SYSTEMS)
    scoring, systems = cpu(bench.measured)
    six = Measured(systems.systems, systems.measures[:MEASURES], systems.values[:, :MEASURES])
    flat = six.values.reshape(QUERIES, -1)
    chosen = (np.random.default_rng(0).random((TRIALS, QUERIES)) < 0.5).astype(np.float64)
    bare, _ = cpu(lambda: chosen @ flat)
    sizes = Plan().sizes_of(QUERIES)
    print(f"{SYSTEMS} systems, {QUERIES:,} queries, {systems.values.shape[1]} measures: scored in {scoring:.1f} CPU-s")
    print(f"one pass of numpy over {TRIALS:,} sets, {MEASURES} measures: {bare:.2f} CPU-s")
    for pairing in ("overlapping", "disjoint"):
        kept = sizes if pairing == "overlapping" else Plan().disjoint_sizes_of(QUERIES)
        spent, _ = cpu(lambda: self_agreement(six, kept, pairing=pairing, trials=TRIALS, seed=0))  # noqa: B023
        print(f"{pairing}: {len(kept)} sizes in {spent:.1f} CPU-s, {spent / bare:.0f} passes")
    spent, figures = cpu(lambda: studied(bench, Plan(noise_draws=int(os.environ.get("NOISE_DRAWS", "20")))))
    print(f"all studies: {spent:.0f} CPU-s\n{as_lines(figures)}")


def published(data: Path) -> None:
    """The public runs that are at hand, on the published labels where they are, else on the moments that TVR names.

    Public runs are the authors' prediction files, whose names end in `val_predictions.json`; the published labels are
    `val.json`. Where there are fewer than three, runs made from the first stand in for others.
    """
    folder, moments = data / "tvr_ranking", _tvr_moments(data / "tvr" / "tvr_val_release.jsonl")
    corpus = folder / "video_corpus.json"
    runs = {
        path.stem.removesuffix("val_predictions").strip("_"): read_checked_run(path, corpus=corpus)
        for path in sorted(folder.glob("*val_predictions.json"))
    }
    number, first = len(runs), next(iter(runs.values()))
    if number < LEAST_RUNS:
        runs |= {"its predictions shuffled": shuffled(first), "its edges moved": moved(first)}
    labels, true_moments = _published_labels(folder / "val.json", first, moments)
    predictions = [joined_run(one, labels).predictions for one in runs.values()]
    entries = filled_up(list(runs), predictions, labels, simulated=None, seed=0)
    bench = Bench(entries, labels, Settings(ks=(1, 10, 40), ious=(0.5, 0.7)), true_moments)
    print(f"\n{number} public run(s), {len(labels.query_ids)} of {len(first.queries)} queries")
    print(as_lines(studied(bench, Plan())))


def _published_labels(path: Path, run: CheckedRun, moments: dict[str, TrueMoment]) -> tuple[Labels, TrueMoments | None]:
    """Graded labels with TVR's moment of a query as its true one; without them, that moment as the only label."""
    if path.exists():
        labels, truths = with_true_moments(read_labels(path), moments.values())
        return labels, TrueMoments(truths, "the moment that the query was made from")
    known, none = [query for query in run.queries if query in moments], np.zeros(0, dtype=np.int64)
    empty = Labels(Path("TVR"), known, [], Truths(none, none, none * 1.0, none * 1.0, none), None)
    labels, truths = with_true_moments(empty, [moments[query] for query in known])
    return Labels(labels.path, known, labels.video_names, truths, np.ones(len(known))), None


def _tvr_moments(path: Path) -> dict[str, TrueMoment]:
    moments = {}
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        moments[str(entry["desc_id"])] = TrueMoment(str(entry["desc_id"]), entry["vid_name"], *entry["ts"])
    return moments


def shuffled(run: CheckedRun) -> CheckedRun:
    """The same predictions of each query, in a random order."""
    rng = np.random.default_rng(0)
    row = np.repeat(np.arange(len(run.queries)), list(run.queries.values()))
    order = np.lexsort((rng.random(len(row)), row))
    return _with(run, order, run.start_s[order], run.end_s[order])


def moved(run: CheckedRun) -> CheckedRun:
    """The same order, with both edges moved by normal noise of 3 s."""
    noise = np.random.default_rng(0).normal(0, 3, (2, len(run.start_s)))
    edges = np.sort(np.maximum(0.0, np.stack([run.start_s, run.end_s]) + noise), axis=0)
    return _with(run, np.arange(len(run.video)), edges[0], edges[1])


def _with(run: CheckedRun, order: Any, start_s: Any, end_s: Any) -> CheckedRun:
    return CheckedRun(run.path, run.queries, run.video_names, run.video[order], start_s, end_s, run.score)


if __name__ == "__main__":
    main()
