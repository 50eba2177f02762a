"""Measures the evaluator on a run of published size, beside a plain Python version of the same definitions.

    .venv/bin/python bench/evaluation.py

2,781 queries × 100 predictions × about 27 ground truths, three thresholds, three cut-offs. The plain version is
written from docs/measures.md, a query and a prediction at a time; both must give the same numbers.

Then segments in long videos: 1,800 questions on pools of 37 clips, with chance, and on 10,000 free segments each.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from evaluation.metrics.columns import ranks  # noqa: E402
from evaluation.metrics.measures import MEASURES  # noqa: E402
from evaluation.metrics.ndcg import ndcg  # noqa: E402
from evaluation.metrics.settings import Settings  # noqa: E402
from evaluation.reading.labels import read_labels  # noqa: E402
from evaluation.reading.run import read_run  # noqa: E402
from evaluation.scoring.bootstrap import interval  # noqa: E402
from evaluation.scoring.scores import score_predictions  # noqa: E402
from evaluation.segments.metrics.questions import Questions, pool_of, true_segments  # noqa: E402
from evaluation.segments.metrics.settings import SegmentSettings  # noqa: E402
from evaluation.segments.scoring.chance import chance_of, random_rankings  # noqa: E402
from evaluation.segments.scoring.scores import score_segments, wanted_columns  # noqa: E402

CLIPS = 37
QUERIES, PREDICTIONS, TRUTHS, VIDEOS = 2781, 100, 27, 2000
SETTINGS = Settings()
KS, IOUS = SETTINGS.ks, SETTINGS.ious


def synthetic(seed: int) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """Labels, and a run of which two predictions in five lie in a labelled video of the query."""
    rng = np.random.default_rng(seed)
    labels: list[dict[str, Any]] = []
    run: dict[str, list[dict[str, Any]]] = {}
    for query in range(QUERIES):
        moments = [_moment(rng, int(video)) for video in rng.integers(VIDEOS, size=TRUTHS)]
        for (video, start), relevance in zip(moments, rng.integers(5, size=TRUTHS), strict=True):
            text = {"query": "somebody does something", "caption": "somebody does it", "duration": 90.0}
            row = {"pair_id": len(labels) + 1, "query_id": query, "video_name": f"clip_{video:05d}"}
            judged = {"timestamp": [start, start + 9.0], "similarity": 0.5, "relevance": int(relevance)}
            labels.append({**row, **text, **judged})
        run[str(query)] = []
        for rank, near in enumerate(rng.random(PREDICTIONS) < 0.4):
            video, start = moments[int(rng.integers(TRUTHS))] if near else _moment(rng, int(rng.integers(VIDEOS)))
            begin = round(max(0.0, start + float(rng.normal(0, 2))), 2)
            stretch = [begin, round(begin + float(rng.uniform(5, 13)), 2)]
            run[str(query)].append({"video_name": f"clip_{video:05d}", "timestamp": stretch, "score": 1 / (rank + 1)})
    return labels, run


def _moment(rng: np.random.Generator, video: int) -> tuple[int, float]:
    return video, round(float(rng.uniform(0, 80)), 2)


def plain(labels: list[dict[str, Any]], run: dict[str, list[dict[str, Any]]]) -> dict[str, float]:
    """The measures by their definitions, means over queries."""
    truths: dict[str, list[dict[str, Any]]] = {}
    for label in labels:
        truths.setdefault(str(label["query_id"]), []).append(label)
    totals: dict[str, float] = {}
    for query, wanted in truths.items():
        for name, value in _plain_query(wanted, run.get(query, [])):
            totals[name] = totals.get(name, 0.0) + value
    return {name: total / len(truths) for name, total in totals.items()}


def _plain_query(wanted: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[tuple[str, float]]:
    found = found[: max(KS)]
    ious = [[_iou(one, truth) for truth in wanted] for one in found]
    best = [max((iou for iou, t in zip(row, wanted, strict=True) if t["relevance"] >= 1), default=0) for row in ious]
    ideal = sorted((truth["relevance"] for truth in wanted), reverse=True)
    seen = {}
    for limit in IOUS:
        hits = [r > limit for r in best] + [False] * (max(KS) - len(best))
        known = [any(i >= limit and t["video_name"] == f["video_name"] for i, t in zip(row, wanted, strict=True))
                 for row, f in zip(ious, found, strict=True)]  # fmt: skip
        seen[limit] = Seen(best, ideal, _taken(wanted, ious, limit), hits, known)
    return [
        (name, PLAIN[measure.name](seen[limit or IOUS[0]], k))
        for measure in MEASURES.values()
        for name, k, limit in measure.columns(SETTINGS)
    ]


class Seen(NamedTuple):
    """One query at one threshold: r, what was found, hit and judged by rank, and the best possible order."""

    best: list[float]
    ideal: list[int]
    gained: list[int]
    hits: list[bool]
    known: list[bool]


def _plain_ndcg(seen: Seen, k: int) -> float:
    perfect = _dcg(seen.ideal[:k])
    return _dcg(seen.gained[:k]) / perfect if perfect else 0.0


PLAIN: dict[str, Callable[[Seen, int], float]] = {
    "NDCG": _plain_ndcg,
    "R": lambda seen, k: float(any(seen.hits[:k])),
    "AP": lambda seen, k: sum(sum(seen.hits[:i]) / i for i in range(1, k + 1)) / k,
    "AxIoU": lambda seen, k: sum(max(seen.best[:i], default=0.0) for i in range(1, k + 1)) / k,
    "Judged": lambda seen, k: sum(seen.known[:k]) / k,
}


def _taken(wanted: list[dict[str, Any]], ious: list[list[float]], limit: float) -> list[int]:
    free, gained = set(range(len(wanted))), []
    for row in ious:
        choices = [(row[t], wanted[t]["relevance"], -t) for t in free if row[t] >= limit]
        gained.append(max(choices)[1] if choices else 0)
        free -= {-max(choices)[2]} if choices else set()
    return gained


def _iou(one: dict[str, Any], other: dict[str, Any]) -> float:
    if one["video_name"] != other["video_name"]:
        return 0.0
    (start, end), (begin, stop) = one["timestamp"], other["timestamp"]
    shared = max(0.0, min(end, stop) - max(start, begin))
    union = (end - start) + (stop - begin) - shared
    return shared / union if union > 0 else 0.0


def _dcg(relevances: list[int]) -> float:
    return sum((2**relevance - 1) / math.log2(rank + 1) for rank, relevance in enumerate(relevances, 1))


def timed(job: Callable[[], Any], repeats: int = 1) -> tuple[float, Any]:
    """The least wall seconds of a job, and its result."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = job()
        seconds.append(time.perf_counter() - start)
    return min(seconds), result


def main() -> None:
    """Run, compare, print."""
    labels, run = synthetic(1)
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        label_file, run_file = Path(scratch) / "labels.json", Path(scratch) / "run.json"
        label_file.write_text(json.dumps(labels))
        run_file.write_text(json.dumps(run))
        reading, (known, joined) = timed(lambda: _read(label_file, run_file))
        command = [sys.executable, "-m", "evaluation", "--labels", str(label_file), "--run", str(run_file), "--json"]
        cold, _ = timed(lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True))
    first, scores = timed(lambda: _score(known, joined))
    ours, scores = timed(lambda: _score(known, joined), 5)
    slow, expected = timed(lambda: plain(labels, run))
    means = scores.means()
    assert set(means) == set(expected), set(means) ^ set(expected)
    assert all(math.isclose(means[name], expected[name], rel_tol=1e-12, abs_tol=1e-15) for name in means)
    resampling, _ = timed(lambda: interval(scores.values, resamples=1000, seed=1))
    grades = np.random.default_rng(1).integers(5, size=(QUERIES, PREDICTIONS))
    bare, ours_plain = timed(lambda: [ndcg(grades, -np.sort(-grades), k=k) for k in KS], 5)
    theirs, ranx_plain = ranx_ndcg(grades)
    assert all(math.isclose(one.mean(), other, rel_tol=1e-9) for one, other in zip(ours_plain, ranx_plain, strict=True))
    print(f"{len(labels):,} labels, {QUERIES * PREDICTIONS:,} predictions, {len(means)} measures, equal in both")
    print(f"plain Python        {slow:8.3f} s")
    print(f"evaluator, first    {first:8.3f} s  {slow / first:6.1f} times faster")
    print(f"evaluator, warm     {ours:8.3f} s  {slow / ours:6.1f} times faster")
    print(f"reading both files  {reading:8.3f} s")
    print(f"cold command        {cold:8.3f} s  of it beside reading {cold - reading:.3f} s (wanted: 2)")
    print(f"1,000 resamples     {resampling:8.3f} s  (wanted: 5)")
    print(f"plain nDCG, {len(KS)} cuts {bare:8.3f} s  ranx, warm {theirs:.3f} s: {theirs / bare:.1f} times its speed")
    published()
    segments()


def ranx_ndcg(grades: Any) -> tuple[float, list[float]]:
    """The least seconds that ranx takes for the same nDCG once it is compiled, and its means."""
    from ranx import Qrels, Run, evaluate

    names = [f"d{place:03d}" for place in range(PREDICTIONS)]
    scores = [float(PREDICTIONS - place) for place in range(PREDICTIONS)]
    queries = [f"q{number:04d}" for number in range(QUERIES)]
    wanted = {query: dict(zip(names, row, strict=True)) for query, row in zip(queries, grades.tolist(), strict=True)}
    qrels, run = Qrels(wanted), Run({query: dict(zip(names, scores, strict=True)) for query in queries})
    measures = [f"ndcg_burges@{k}" for k in KS]
    evaluate(qrels, run, measures)
    seconds, means = timed(lambda: evaluate(qrels, run, measures), 5)
    return seconds, [float(means[measure]) for measure in measures]


def segments() -> None:
    """Rankings of whole pools, what chance reaches on them, and rankings of 10,000 segments, all random."""
    rng = np.random.default_rng(1)
    questions, tasks = 1800, ["CA", "IMS", "MS", "VMS"]
    row = np.repeat(np.arange(questions), CLIPS)
    ends = np.sort(rng.random((questions, CLIPS + 1)) * 536, axis=1)
    start_s, end_s = ends[:, :-1].ravel(), ends[:, 1:].ravel()
    is_truth = ranks(row) < 1 + row % 3
    truths = true_segments(row[is_truth], start_s[is_truth], end_s[is_truth])
    pool = pool_of(row, start_s, end_s, is_truth, truths)
    names = [str(place) for place in range(questions)]
    asked = Questions(names, [tasks[place % 4] for place in range(questions)], truths, pool)
    settings = SegmentSettings()
    wanted, free = (wanted_columns(settings, clips=clips) for clips in (True, False))
    ranked = random_rankings(asked, CLIPS, rng)
    scoring, _ = timed(lambda: score_segments(asked, ranked, settings, wanted), 5)
    chances, _ = timed(lambda: chance_of(asked, settings, wanted, draws=50, seed=1))
    no_pools = Questions(names, asked.tasks, truths, duration_s=np.full(questions, 536.0))
    many = random_rankings(no_pools, 10_000, rng)
    long, _ = timed(lambda: score_segments(no_pools, many, settings, free), 3)
    print(f"segments, pools     {scoring:8.3f} s  {questions:,} questions × {CLIPS} clips, {len(wanted)} measures")
    print(f"segments, chance    {chances:8.3f} s  in closed form, and by 50 random rankings")
    print(f"segments, free      {long:8.3f} s  {questions:,} questions × 10,000 segments (wanted: 2)")


def published() -> None:
    """Where real data is named: the authors' predictions, loaded and scored against labels made of them."""
    folder = os.environ.get("REELEVANCE_REAL_DATA")
    if not folder:
        print("published run      left out: REELEVANCE_REAL_DATA names no folder")
        return
    data = Path(folder) / "tvr_ranking"
    corpus, predicted = data / "video_corpus.json", data / "reloclnet_top40_val_predictions.json"
    names = {index: name for name, (_, index) in json.loads(corpus.read_text()).items()}
    labels = []
    for entry in json.loads(predicted.read_text()):
        for place, (video, start, end, _) in enumerate(entry["predictions"][:27]):
            label = {"pair_id": len(labels), "query_id": entry["query_id"], "relevance": place % 5}
            labels.append({**label, "video_name": names[video], "timestamp": [start, end]})
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        label_file = Path(scratch) / "labels.json"
        label_file.write_text(json.dumps(labels))

        def load_and_score() -> Any:
            known = read_labels(label_file)
            return _score(known, read_run(predicted, known, corpus=corpus))

        seconds, _ = timed(load_and_score, 3)
    print(f"published run      {seconds:8.3f} s to load and score 500 × 40 predictions (wanted: 1)")


def _read(label_file: Path, run_file: Path) -> tuple[Any, Any]:
    known = read_labels(label_file)
    return known, read_run(run_file, known)


def _score(known: Any, joined: Any) -> Any:
    return score_predictions(joined.predictions, known.truths, len(known.query_ids), SETTINGS)


if __name__ == "__main__":
    main()
