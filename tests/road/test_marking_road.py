"""The commands of docs/marking-road.md, in the page's order, with synthetic people where the page speaks of people."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.core.management import call_command
from django.utils import timezone

from annotator.models import DerivedAsk, User
from consensus.derived.services.deciding import accept_derived
from evaluation.__main__ import main

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PAGE = Path(__file__).resolve().parents[2] / "docs/marking-road.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
BY_HAND = {"migrate", "collectstatic", "run_worker"}  # the database of the tests, the files of a server, a process


def blocks(language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if found == language]


def commands() -> Iterator[list[str]]:
    for block in blocks("sh"):
        for line in block.splitlines():
            if line.startswith("manage.py "):
                yield shlex.split(line)[1:]


def run(command: list[str]) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


def draw(path: Path, seconds: int) -> None:
    source = f"testsrc=size=160x90:rate=2:duration={seconds}"
    ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
    options = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
    subprocess.run([ffmpeg, "-v", "error", "-f", "lavfi", "-i", source, *options, str(path)], check=True)


def perfect_run(labels: Path) -> dict[str, list[dict[str, object]]]:
    found = {}
    for file in labels.glob("*.json"):
        for question in json.loads(file.read_text(encoding="utf-8")):
            clips = [one["output_path"] for one in question["candidate_video_list"]]
            true = [clips[place] for place in question["gt_indices"]]
            ranked = true + [clip for clip in clips if clip not in true]
            found[question["question_id"]] = [{"clip": clip, "score": -rank} for rank, clip in enumerate(ranked)]
    return found


def test_the_page_leads_from_videos_to_a_scored_run(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "plum quarry lantern seven")
    videos, quotas = blocks("csv")
    (tmp_path / "videos.csv").write_text(videos, encoding="utf-8")
    (tmp_path / "quotas.csv").write_text(quotas, encoding="utf-8")
    (tmp_path / "videos").mkdir()
    draw(tmp_path / "videos/square.mp4", 80)
    draw(tmp_path / "videos/harbour.mp4", 600)
    *road, rehearsal = [command for command in commands() if command[0] not in BY_HAND]
    assert (road[0][0], rehearsal[0]) == ("create_campaign", "simulate_annotators")
    for command in road:
        if command[0] == "createsuperuser":
            command += ["--noinput", "--username", "admin"]
        printed = run(command)
        if command[0] == "create_invite":
            run(rehearsal)
        elif command[0] == "draw_windows":
            for derived in DerivedAsk.objects.filter(state="waiting"):
                accept_derived(derived=derived, actor="lead", now=timezone.now())
        elif command[0] == "verify_campaign":
            assert printed.strip() == "streets: 0 breaches"
    assert User.objects.get(username="admin").is_superuser
    assert (tmp_path / "streets.reelevance").stat().st_size > 0
    (tmp_path / "run.json").write_text(json.dumps(perfect_run(tmp_path / "streets-labels/momentseeker/test")))
    scoring = next(line for block in blocks("sh") for line in block.splitlines() if "evaluation segments" in line)
    monkeypatch.setattr("sys.argv", shlex.split(scoring)[2:])
    assert main() == 0
    assert re.search(r"^R@1 +1\.0000", capsys.readouterr().out, re.M)
