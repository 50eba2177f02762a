"""Runs the web server and the worker of embedded mode as two children, and stops both together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import FrameType

from django.conf import settings

WEB_THREADS = 8
GRACE_S = 10.0


def serve(*, host: str, port: int) -> None:
    """Serve until a signal comes or a child ends; returns when both are gone.

    Raises SystemExit with the exit code of a child that ended by itself.
    """
    web = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"{host}:{port}"]
    web += [
        "--config",
        "python:consensus.management.web",
        "--worker-class",
        "gthread",
        "--threads",
        str(WEB_THREADS),
        "--log-level",
        "warning",
    ]
    worker = [sys.executable, "manage.py", "run_worker", "--with-parent", str(os.getpid())]
    env = os.environ | {"REELEVANCE_DATA_DIR": str(settings.ENVIRONMENT.data_dir)}  # a relative one would move
    children = [
        subprocess.Popen(command, cwd=settings.BASE_DIR, env=env)  # noqa: S603 (our own commands)
        for command in (web, worker)
    ]
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    while not stopping and all(child.poll() is None for child in children):
        time.sleep(0.2)
    ended = next((child.returncode for child in children if child.poll() is not None), 0)
    _stop_all(children)
    if not stopping:
        raise SystemExit(ended or 1)


def _stop_all(children: list[subprocess.Popen[bytes]]) -> None:
    for child in children:
        if child.poll() is None:
            child.terminate()
    deadline = time.monotonic() + GRACE_S
    for child in children:
        try:
            child.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
