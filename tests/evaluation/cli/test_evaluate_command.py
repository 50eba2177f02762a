"""`python -m evaluation` and `evaluate_run` are one thing, and the first needs numpy alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]
LABELS = [
    {"pair_id": n, "query_id": n // 3, "video_name": f"v{n}", "timestamp": [0, 10], "relevance": n % 5,
     "similarity": n / 10} for n in range(9)
]  # fmt: skip


@pytest.fixture
def labels(tmp_path):
    (tmp_path / "labels.json").write_text(json.dumps(LABELS))
    return tmp_path / "labels.json"


def evaluation(*arguments):
    command = [sys.executable, "-m", "evaluation", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def command(*arguments):
    out = StringIO()
    call_command("evaluate_run", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_both_commands_report_the_same(labels, tmp_path):
    made = evaluation("--labels", labels, "--make-run", "oracle", "--out", tmp_path / "o.json")
    assert (made.returncode, made.stderr) == (0, "")
    command("--labels", labels, "--make-run", "similarity", "--out", tmp_path / "s.json")
    asked = ("--labels", labels, "--run", tmp_path / "o.json", "--against", tmp_path / "s.json", "--k", 3, "--iou", 0.5,
             "--bootstrap", 100, "--seed", 4, "--json", "--per-query", tmp_path / "q.json")  # fmt: skip
    alone, within = evaluation(*asked), command(*asked)
    assert alone.stdout == within
    figures = json.loads(within)
    assert list(figures["measures"]) == [
        "NDCG@3,IoU>=0.5", "R@3,IoU>0.5", "AP@3,IoU>0.5", "AxIoU@3", "Judged@3,IoU>=0.5"]  # fmt: skip
    assert figures["measures"]["NDCG@3,IoU>=0.5"] == 1
    low, high = figures["against"]["difference_intervals"]["NDCG@3,IoU>=0.5"]
    assert 0 <= low <= figures["against"]["differences"]["NDCG@3,IoU>=0.5"] <= high
    per_query = json.loads((tmp_path / "q.json").read_text())
    assert {query: values["NDCG@3,IoU>=0.5"] for query, values in per_query.items()} == {"0": 1, "1": 1, "2": 1}


def test_the_report_has_a_line_a_measure(labels, tmp_path):
    command("--labels", labels, "--make-run", "oracle", "--out", tmp_path / "o.json")
    lines = command("--labels", labels, "--run", tmp_path / "o.json", "--k", 3, "--iou", 0.5, "--bootstrap", 50)
    assert "queries: 3\n" in lines
    assert "NDCG@3,IoU>=0.5    1.0000 [1.0000, 1.0000]\n" in lines


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "name a run"),
        (("--run", "none.json"), "none.json: No such file"),
        (("--run", "none.json", "--k", "0"), "k: expected integers"),
        (("--run", "none.json", "--bootstrap", "-1"), "bootstrap: expected"),
        (("--make-run", "oracle"), "--make-run takes --out"),
        (("--make-run", "oracle", "--out", "no/such/folder/run.json"), "No such file"),
        (("--make-run", "random", "--out", "x", "--seed", "-1"), "seed: expected"),
    ],
)
def test_bad_input_is_one_line_and_exit_1(labels, arguments, problem):
    alone = evaluation("--labels", labels, *arguments)
    assert (alone.returncode, alone.stderr.count("\n"), alone.stdout) == (1, 1, "")
    assert problem in alone.stderr
    with pytest.raises(CommandError, match=re.escape(problem)):
        command("--labels", labels, *arguments)


def test_alone_it_loads_no_django():
    code = (
        "import sys, evaluation.__main__; print([m for m in sys.modules if m.split('.')[0] in {'django', 'moments'}])"
    )
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n"


def test_the_similarity_order_and_published_rows_follow_on_request(labels, tmp_path):
    asked = ("--labels", labels, "--run", tmp_path / "s.json", "--k", 20, "--iou", 0.5)
    command("--labels", labels, "--make-run", "similarity", "--out", tmp_path / "s.json")
    figures = json.loads(command(*asked, "--similarity-order", "--published", "--json"))
    assert figures["similarity_order"]["measures"] == figures["measures"]
    assert len(figures["published"]["rows"]) == 45
    lines = command(*asked, "--similarity-order", "--published").splitlines()
    assert "similarity order of the labels" in lines
    assert [line for line in lines if line.startswith("NDCG@20,IoU>=0.5  XML")] == [
        "NDCG@20,IoU>=0.5  XML         1  0.0737  0.0662",
        "NDCG@20,IoU>=0.5  XML        20  0.1700  0.1650",
        "NDCG@20,IoU>=0.5  XML        40  0.1530  0.1590",
    ]
    plain = json.loads(command(*asked, "--json"))
    assert not {"similarity_order", "published"} & set(plain)
