"""The evaluator packaged by itself runs where nothing of the platform can be imported."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCKED = """
import sys

NAMES = {"django", "rest_framework", "celery", "scipy", "moments", "annotator", "consensus", "benchmark", "archive",
         "console", "config"}

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in NAMES:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
"""


def packaged(folder: Path) -> None:
    """What evaluation/pyproject.toml puts into the wheel."""
    project = tomllib.loads((ROOT / "evaluation" / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    for pattern in wheel["include"]:
        for path in (ROOT / "evaluation").glob(pattern):
            target = folder / "evaluation" / path.relative_to(ROOT / "evaluation")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def run(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    code = f"{BLOCKED}\nfrom evaluation.__main__ import main\nsys.exit(main())"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_packaged_modules_score_and_ask_with_the_platform_blocked(tmp_path):
    packaged(tmp_path)
    rows = [
        {"pair_id": n, "query_id": n // 3, "video_name": f"v{n}", "timestamp": [0, 10], "relevance": n % 5,
         "similarity": n / 10} for n in range(12)
    ]  # fmt: skip
    (tmp_path / "labels.json").write_text(json.dumps(rows))
    made = run(tmp_path, "--labels", "labels.json", "--make-run", "oracle", "--out", "o.json")
    assert (made.returncode, made.stderr) == (0, "")
    scored = run(tmp_path, "--labels", "labels.json", "--run", "o.json", "--json")
    assert json.loads(scored.stdout)["measures"]["NDCG@10,IoU>=0.5"] == 1
    systems = ("--runs", "o.json", "--references", "random")
    asked = run(tmp_path, "stability", "--labels", "labels.json", *systems, "--json")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert json.loads(asked.stdout)["systems"]["o"] == 1


def test_the_block_blocks(tmp_path):
    packaged(tmp_path)
    command = [sys.executable, "-c", f"{BLOCKED}\nimport django"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "django is blocked" in finished.stderr


def test_every_packaged_module_can_be_imported_with_the_platform_blocked(tmp_path):
    packaged(tmp_path)
    names = [".".join(path.relative_to(tmp_path).with_suffix("").parts) for path in tmp_path.rglob("*.py")]
    assert {"evaluation.metrics.errors", "evaluation.stability.tau", "evaluation.twins.metrics.matrix"} < set(names)
    code = f"{BLOCKED}\nimport importlib\nfor name in {sorted(names)}: importlib.import_module(name)"
    command = [sys.executable, "-c", code]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stderr) == (0, "")
