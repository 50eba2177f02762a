"""What `make run` serves, as processes: the demo's pages, the worker's sweep, a stop that leaves nothing."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from consensus.simulation.services.demos.twin_demo import FATES
from moments.demo.reels import demo_reels
from tests.rig.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGNS = ("demo", "demo-marking", "demo-twins")


class Demo:
    """A running demo and what its user types."""

    def __init__(self, folder: Path) -> None:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.env = {**kept, "REELEVANCE_DATA_DIR": str(folder), "REELEVANCE_SWEEP_INTERVAL_S": "1.5"}
        self.folder = folder
        self.url = ""

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True).stdout

    def start(self) -> None:
        command = [sys.executable, str(ROOT / "manage.py"), "run_demo", "--port", str(free_port())]
        self.process = subprocess.Popen(command, cwd="/", env=self.env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "admin" in line:
                break
        self.url = re.search(r"http://\S+", "".join(lines)).group()
        self.wait_for("healthz")

    def wait_for(self, path: str) -> bytes:
        deadline = time.monotonic() + 30
        while True:
            try:
                return self.get(path)
            except urllib.error.URLError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def row(self, query: str) -> tuple:
        """The first row that the database answers, past the platform."""
        with closing(sqlite3.connect(self.folder / "reelevance.sqlite3")) as file:
            return file.execute(query).fetchone()

    def swept_at(self) -> str:
        """The time of the worker's last sweep of the demo, which sorts as text."""
        return self.row("SELECT swept_at FROM moments_campaign WHERE slug = 'demo'")[0]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:
            return answer.read()

    def call(self, path: str, token: str, body: object) -> dict:
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> Iterator[Demo]:
    demo = Demo(tmp_path_factory.mktemp("demo"))
    demo.start()
    yield demo
    demo.process.send_signal(signal.SIGINT)
    assert demo.process.wait(30) == 0


def test_the_sign_in_page_and_its_styles_are_served(demo: Demo) -> None:
    page = demo.get("sign-in/").decode()
    styles = re.findall(r'href="/(static/[^"]+\.css)"', page)
    assert styles
    assert all(demo.get(style) for style in styles)


def test_a_program_scores_and_the_worker_settles(demo: Demo, tmp_path: Path) -> None:
    demo.manage("create_annotators", "demo", "--count", "1", "--qualified", "--out", str(tmp_path / "people.csv"))
    token = (tmp_path / "people.csv").read_text().splitlines()[1].split(",")[2]
    claim = demo.call("api/v1/seats/claim/", token, {"count": 3})
    assert len(claim["seats"]) == 3
    scores = [{"seat": seat["id"], "relevance": 2, "key": seat["id"]} for seat in claim["seats"]]
    answer = demo.call("api/v1/scores/", token, {"scores": scores, "claim": 3})
    assert [result["status"] for result in answer["results"]] == ["saved"] * 3
    clip = urllib.request.Request(demo.url + claim["seats"][0]["clip"]["url"][1:])
    clip.add_header("Authorization", f"Token {token}")
    with urllib.request.urlopen(clip, timeout=60) as file:
        assert file.read(6) == b"GIF89a"


def test_the_second_campaign_has_its_videos_and_work_in_every_state(demo: Demo) -> None:
    of_demo = "WHERE campaign_id = (SELECT id FROM moments_campaign WHERE slug = 'demo-marking')"
    states = f"SELECT group_concat(state) FROM (SELECT DISTINCT state FROM annotator_ask {of_demo} ORDER BY state)"
    assert demo.row(states) == ("accepted,checked,returned,submitted",)
    proxies = "SELECT count(*), sum(frames) FROM moments_clip WHERE rendition = 'proxy' AND state = 'ready'"
    assert demo.row(proxies) == (4, sum(round(12 * reel.video.duration_s) for reel in demo_reels()))


def test_the_third_campaign_has_clips_in_both_directions_and_splits(demo: Demo) -> None:
    of_demo = "campaign_id = (SELECT id FROM moments_campaign WHERE slug = 'demo-twins')"
    moments = f"moments_moment ON moments_moment.id = moment_id AND {of_demo}"
    clips = f"SELECT sum(direction = 'forward'), count(*) FROM moments_clip JOIN {moments} WHERE state = 'ready'"
    assert demo.row(clips) == (len(FATES), 2 * len(FATES))
    videos = f"moments_video ON moments_video.id = video_id AND {of_demo}"
    splits = f"SELECT group_concat(DISTINCT split) FROM consensus_videosplit JOIN {videos}"
    assert set(demo.row(splits)[0].split(",")) == {"train", "val", "test"}


def test_every_campaign_keeps_its_invariants(demo: Demo) -> None:
    """In one process, which takes longer to start than to verify them."""
    verify = "from django.core.management import call_command; "
    verify += f"[call_command('verify_campaign', slug) for slug in {CAMPAIGNS!r}]"
    assert demo.manage("shell", "-v", "0", "-c", verify) == "".join(f"{slug}: 0 breaches\n" for slug in CAMPAIGNS)


def test_a_second_start_keeps_the_data(demo: Demo) -> None:
    before = (demo.folder / "demo-logins.json").read_text()
    demo.manage("run_demo", "--prepare-only")
    assert (demo.folder / "demo-logins.json").read_text() == before
    assert (demo.folder / "demo-logins.json").stat().st_mode & 0o777 == 0o600


def test_the_worker_is_at_work(demo: Demo) -> None:
    first = demo.swept_at()
    deadline = time.monotonic() + 30
    while demo.swept_at() <= first:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def worker_of(process: subprocess.Popen[str]) -> int | None:
    """The process that sweeps for the demo."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            started = (place / "cmdline").read_bytes()
            parent = (place / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"run_worker" in started and int(parent) == process.pid:
            return int(place.name)
    return None


def test_a_worker_that_is_killed_is_started_again_and_pages_are_served_all_the_while(demo: Demo) -> None:
    first = worker_of(demo.process)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while worker_of(demo.process) in (None, first):
        assert demo.get("healthz") == b"ok\n"
        assert demo.process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_campaign_that_fails_at_every_turn_ends_neither_worker_nor_pages(demo: Demo) -> None:
    """Its time zone is none, as an archive could bring it before it was checked; the demo goes on beside it."""
    spoil = "from moments.models import Campaign; Campaign.objects.create(slug='aaa', seed=1, title='a', "
    spoil += "time_zone='Nowhere/Land', status='open', created_at='2026-01-01T00:00Z')"
    demo.manage("shell", "-v", "0", "-c", spoil)

    def failing() -> int:
        return demo.row("SELECT count(*) FROM moments_stepfailure WHERE step LIKE '% rate' AND count > 0")[0]

    deadline = time.monotonic() + 120
    while not failing():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    first = demo.swept_at()
    while demo.swept_at() <= first:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert (failing(), demo.get("healthz")) == (1, b"ok\n")


def test_a_killed_demo_leaves_no_server_behind(tmp_path: Path, demo: Demo) -> None:
    other = Demo(demo.folder)
    other.start()
    other.process.kill()
    other.process.wait()
    deadline = time.monotonic() + 15
    with pytest.raises(urllib.error.URLError):
        while time.monotonic() < deadline:
            other.get("healthz")
            time.sleep(0.2)
