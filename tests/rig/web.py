"""Our own processes under test or measurement: the web server as docs/deploy.md starts it, sweeps, commands."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import secrets
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from config.environment import BASE_DIR
from tests.rig.ports import free_port, wait_until

TICKS_S = os.sysconf("SC_CLK_TCK")
CHECKOUT = "CHECKOUT"  # in an environment: the folder whose code runs; this one where it is not named


def checkout_of(env: dict[str, str]) -> Path:
    """The folder whose code runs in that environment."""
    return Path(env.get(CHECKOUT, BASE_DIR))


def platform_env(folder: Path, database: str = "", redis: str = "", **more: str) -> dict[str, str]:
    """The environment of our processes: team mode on `database`, embedded mode in the folder without it."""
    env = {name: value for name, value in os.environ.items() if name not in ("CLIP_STORAGE", "REELEVANCE_DEBUG")}
    env |= {
        "REELEVANCE_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": secrets.token_hex(32),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "REELEVANCE_HTTPS": "0",
        "REELEVANCE_SWEEP_INTERVAL_S": "1",
    }
    for name, value in (("DATABASE_URL", database), ("REDIS_URL", redis)):
        env.pop(name, None)
        if database:
            env[name] = value or "redis://127.0.0.1:1/0"
    return env | more


def manage(env: dict[str, str], *words: object) -> str:
    """What a command prints; raises AssertionError with its last words where it fails."""
    command = [sys.executable, "manage.py", *map(str, words)]
    done = subprocess.run(command, cwd=checkout_of(env), env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def placed(env: dict[str, str], **wanted: object) -> dict[str, Any]:
    """The campaign `load` on that platform, and its people (`tests.rig.place`)."""
    command = [sys.executable, "-m", "tests.rig.place", json.dumps(wanted)]
    done = subprocess.run(command, cwd=checkout_of(env), env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


def python(env: dict[str, str], *words: object) -> subprocess.Popen[bytes]:
    """A running Python process in the project, the leader of a session of its own, so that all of it can be ended."""
    command = [sys.executable, *map(str, words)]
    with (Path(env["REELEVANCE_DATA_DIR"]) / "processes.log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=checkout_of(env),
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )


def die_with_parent() -> None:
    """In a child: a test that is killed leaves no server behind (Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def end(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGKILL) -> None:
    """End the process and all that it started, and reap it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    process.wait(30)


def family(pid: int) -> list[int]:
    """A process and all that it started, itself first."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(grandchild for child in children for grandchild in family(int(child)))]


def cpu_s(pids: list[int]) -> float:
    """Seconds of processor time, user and system, that those processes used, their ended children included."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(int(field) for field in fields[11:15])
    return total / TICKS_S


class Web:
    """gunicorn with the platform on a free port; `kill` is kill -9 to all of it, `start` begins anew."""

    def __init__(self, env: dict[str, str], *, workers: int = 3, threads: int = 8, preload: bool = False) -> None:
        self.env, self.port = env, free_port()
        self.words = ["-m", "gunicorn", "config.wsgi:application", "--bind", f"127.0.0.1:{self.port}"]
        self.words += ["--workers", str(workers), "--threads", str(threads), "--no-control-socket"]
        self.words += ["--preload"] if preload else []  # killed workers are back at once
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve, and wait until it answers."""
        self.process = python(self.env, *self.words)
        wait_until("the web server", self.is_up, within_s=60, every_s=0.1)

    def is_up(self) -> bool:
        """Whether a request is answered."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """End it at once, workers too."""
        assert self.process is not None
        end(self.process)

    def pids(self) -> list[int]:
        """The arbiter and its workers."""
        assert self.process is not None
        return family(self.process.pid)
