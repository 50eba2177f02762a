"""An empty platform as `make serve` starts it, and material as a newcomer has it: videos, and a list of moments."""

from __future__ import annotations

import csv
import fcntl
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

from moments.demo.rendering import render_video
from moments.demo.rows import demo_rows
from moments.demo.scenes import DemoVideo, demo_videos
from tests.rig.ports import free_port, wait_until
from tests.rig.web import die_with_parent, platform_env

VIDEOS = 2
GROWING = ((0, 0), (2, 4), (5, 2))  # which scene of which video: by night, on the beach, on a meadow
GROWING_S = 3.0
STOPS_WITHIN_S = 120.0  # on a busy machine; to wait in vain would hide what went wrong before
CODE = re.compile(r"setup code ([A-Z2-7-]+)")


class Served:
    """Where the platform answers, and the setup code that it printed."""

    def __init__(self, url: str, code: str) -> None:
        self.url, self.code = url, code


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """The web server and its worker on an empty folder, until the block ends.

    To make the tables takes longer than all else of a start: only the first platform of a run makes them.
    """
    port = free_port()
    env = platform_env(folder, REELEVANCE_SWEEP_INTERVAL_S="0.5")
    env.pop("SECRET_KEY")  # it makes one
    command = [sys.executable, "manage.py", "run_platform", "--port", str(port)]
    url = f"http://127.0.0.1:{port}"
    with ExitStack() as stack:
        with _made_once(folder / "reelevance.sqlite3"):
            process = stack.enter_context(_running(command, env))
            code = _code_of(process)
            wait_until("the web server", lambda: _answers(url), within_s=120)
        yield Served(url, code)


@contextmanager
def _made_once(database: Path) -> Iterator[None]:
    """Put the run's empty database there before the block, or keep what the block has made; one block at a time."""
    kept = Path(os.environ["REELEVANCE_DATA_DIR"]) / "empty.sqlite3"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if kept.exists():
            database.parent.mkdir(parents=True)
            shutil.copy(kept, database)
            yield
            return
        yield
        with closing(sqlite3.connect(database)) as made, closing(sqlite3.connect(kept)) as copy:
            made.backup(copy)


@contextmanager
def _running(command: Sequence[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, preexec_fn=die_with_parent)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOPS_WITHIN_S)


def _code_of(process: subprocess.Popen[str]) -> str:
    """The setup code that it prints."""
    assert process.stdout is not None
    printed = ""
    while not (found := CODE.search(printed)):
        line = process.stdout.readline()
        assert line, printed
        printed += line
    return found[1]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def material(folder: Path) -> Path:
    """Two of the drawn videos, and their moments in a CSV file that gives no lengths and no numbers."""
    videos = demo_videos()[:VIDEOS]
    names = {video.name for video in videos}
    moments = [(row["vid_name"], *row["ts"], row["desc"]) for row in demo_rows() if row["vid_name"] in names]
    return _written(folder, videos, moments)


def growing_shapes(folder: Path) -> Path:
    """Three short videos, in each of which a shape grows before a background of its own, as a moment."""
    drawn = [(demo_videos()[video], scene) for video, scene in GROWING]
    videos = [DemoVideo(one.name, (replace(one.scenes[scene], seconds=GROWING_S),)) for one, scene in drawn]
    return _written(folder, videos, [(video.name, 0, GROWING_S, "A shape grows.") for video in videos])


def _written(folder: Path, videos: Sequence[DemoVideo], moments: Iterable[Sequence[object]]) -> Path:
    (folder / "videos").mkdir(parents=True)
    for video in videos:
        render_video(video, folder / "videos")
    with (folder / "moments.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["video", "start", "end", "description"])
        rows.writerows(moments)
    return folder
