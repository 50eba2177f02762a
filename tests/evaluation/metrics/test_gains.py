"""Gains of one's own: a number for each level in place of 2^rel − 1, on a scale of as many levels."""

import json
from io import StringIO
from math import log2

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from evaluation.cli.evaluate import Settings
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.ndcg import ndcg, ndcg_at_least, ndcg_at_most
from evaluation.reading.labels import read_labels
from evaluation.scale import SCALE, Scale

GAINS = (0.0, 1.0, 5.0)
TAKEN, IDEAL = np.array([[1, 0, 2]]), np.array([[2, 1, 0]])
UNJUDGED = np.array([[False, True, False]])
IDEAL_DCG = 5 + 1 / log2(3)


def test_each_level_counts_as_its_gain():
    assert ndcg(TAKEN, IDEAL, k=3, gain=GAINS).tolist() == [pytest.approx((1 + 5 / 2) / IDEAL_DCG)]
    assert ndcg(TAKEN, IDEAL, k=3, gain=(0.0, 1.0, 3.0)) == ndcg(TAKEN, IDEAL, k=3)


def test_the_bounds_take_the_highest_level_of_the_scale():
    at_most = ndcg_at_most(TAKEN, IDEAL, UNJUDGED, k=3, gain=GAINS, highest=2)
    assert at_most.tolist() == [pytest.approx(min(1.0, (1 + 5 / log2(3) + 5 / 2) / IDEAL_DCG))]
    at_least = ndcg_at_least(TAKEN, IDEAL, UNJUDGED, k=3, gain=GAINS, highest=2)
    assert at_least.tolist() == [pytest.approx((1 + 5 / 2) / (5 + 5 / log2(3) + 1 / 2))]


def test_gains_say_how_far_the_scale_reaches_and_are_named_only_where_given():
    assert (Settings(gains=GAINS).scale, Settings().scale) == (Scale(0, 2), SCALE)
    assert ("gains" in Settings().as_dict(), Settings(gains=GAINS).as_dict()["gains"]) == (False, GAINS)


@pytest.mark.parametrize("gains", [(1.0,), (0.0,) * 8, (0.0, 0.0), (0.0, 2.0, 1.0), (-1.0, 1.0), (0.0, float("nan"))])
def test_gains_that_cannot_be_are_refused(gains):
    with pytest.raises(EvaluationError, match="^gains: expected"):
        Settings(gains=gains)
    with pytest.raises(EvaluationError, match="min-relevance: expected an integer 0 to 2"):
        Settings(gains=GAINS, min_relevance=3)


def test_the_command_reads_labels_on_the_scale_of_its_gains(tmp_path):
    labels, found = tmp_path / "val.json", tmp_path / "run.json"
    moments = [
        {"pair_id": n, "query_id": 1, "video_name": f"v{n}", "timestamp": [0, 5], "relevance": n} for n in range(6)
    ]
    labels.write_text(json.dumps(moments))
    ranked = [{"video_name": f"v{n}", "timestamp": [0, 5], "score": n} for n in range(6)]
    found.write_text(json.dumps({"1": ranked[::-1]}))
    with pytest.raises(EvaluationError, match="relevance: expected an integer 0 to 4"):
        read_labels(labels)
    out = StringIO()
    gains = [str(gain) for gain in range(6)]
    call_command("evaluate_run", "--labels", str(labels), "--run", str(found), "--json", "--gains", *gains, stdout=out)
    assert json.loads(out.getvalue())["measures"]["NDCG@10,IoU>=0.5"] == 1.0


def test_studies_and_redrawn_raters_take_the_scale_of_the_gains(tmp_path):
    """Seven levels, of which the two highest are not on the published scale; each pair has two equal scores."""
    moments, rows = [], ["pair_id,worker,relevance"]
    for n in range(56):
        level, place = (n * 5) % 7, {"query_id": n // 7, "video_name": f"v{n}", "timestamp": [0, 5]}
        moments.append({"pair_id": n, **place, "relevance": level, "similarity": n / 60})
        rows += [f"{n},{worker},{level}" for worker in ("ann", "ben")]
    (tmp_path / "val.json").write_text(json.dumps(moments))
    (tmp_path / "raw.csv").write_text("\n".join(rows))
    gains = ["--gains", "0", "1", "3", "7", "15", "20", "40"]
    files = ["--labels", str(tmp_path / "val.json"), "--references", "oracle", "similarity"]
    few = ["--resamples", "20", "--noise-draws", "0", "--json"]

    def figures(command, *more):
        out = StringIO()
        call_command(command, *files, *few, *more, stdout=out)
        return json.loads(out.getvalue())

    found = figures("compare_measures", "--trials", "20", *gains)
    assert (found["gains"], found["means"]["NDCG@10,IoU>=0.5"][0]) == ([0, 1, 3, 7, 15, 20, 40], 1.0)
    first = [moments[7 * query + 6]["relevance"] for query in range(8)]
    assert found["means"]["NDCG@1,IoU>=0.5"][1] == pytest.approx(
        np.mean([[0, 1, 3, 7, 15, 20, 40][n] for n in first]) / 40
    )
    raters = figures("run_stability", "--raw", str(tmp_path / "raw.csv"), "--rater-resamples", "5", *gains)["by_raters"]
    assert (raters["labels_differing"], raters["labels_changed"], raters["raters"]) == (0, 0, 2)
    with pytest.raises(CommandError, match="relevance: expected an integer 0 to 4"):
        figures("compare_measures")
    with pytest.raises(CommandError, match="tolerance: expected an integer 0 to 6"):
        figures("run_stability", "--tolerance", "7", *gains)
