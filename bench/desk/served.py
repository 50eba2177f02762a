"""The web server under measurement: gunicorn as embedded mode runs it, in a folder of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
START_S = 120.0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A campaign in `folder` and a web server on it; `kill` is kill -9, `start` begins anew on the same port.

    The campaign is made by the module `place`, which prints as JSON who may sign in.
    """

    def __init__(self, folder: str, place: str, *arguments: object) -> None:
        self.env = {**os.environ, "REELEVANCE_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.env.pop("DATABASE_URL", None)
        self.port = free_port()
        made = self.python("-m", place, *map(str, arguments))
        self.account = json.loads(made.splitlines()[-1])
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def python(self, *arguments: str) -> str:
        """What a Python process in the project prints."""
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout

    def start(self) -> None:
        """Serve, and wait until it answers."""
        command = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"127.0.0.1:{self.port}"]
        command += ["--worker-class", "gthread", "--threads", "8", "--log-level", "error"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1).read()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the web server did not start")

    def kill(self) -> None:
        """End it at once, workers too."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.process.kill()
        for child in children:
            os.kill(int(child), 9)
        self.process.wait()

    def stored(self) -> dict[str, int]:
        """The current scores by seat, read from the database file."""
        import sqlite3

        with sqlite3.connect(Path(self.env["REELEVANCE_DATA_DIR"]) / "reelevance.sqlite3") as database:
            rows = database.execute(
                "SELECT e.public_id, s.relevance FROM annotator_score s JOIN annotator_seat e ON e.id = s.seat_id "
                "WHERE s.current"
            )
            return {str(seat).replace("-", ""): relevance for seat, relevance in rows}
