"""Runs the web server and the worker of embedded mode as two children, and stops both together."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from types import FrameType

from django.conf import settings
from django.core.management.base import CommandError

WEB_THREADS = 8
GRACE_S = 10.0
LONGEST_PAUSE_S = 60.0
PORTS_TRIED = 20
logger = logging.getLogger("reelevance.worker")


class Child:
    """A process of ours that is started again where it ends, after a pause that doubles while it ends at once."""

    def __init__(self, command: Sequence[str], env: dict[str, str]) -> None:
        self._command, self._env = command, env
        self._pause_s = 1.0
        self.start()

    def start(self) -> None:
        """Start it; raises OSError where the machine has no room for another process."""
        self.process = subprocess.Popen(self._command, cwd=settings.BASE_DIR, env=self._env)  # noqa: S603 (our own)
        self._began_s = time.monotonic()
        self._again_s: float | None = None

    def keep_alive(self) -> None:
        """Start it again where it is gone and its pause is over; to be called again and again."""
        if self.process.poll() is None:
            return
        now_s = time.monotonic()
        if self._again_s is None:
            lived_long = now_s - self._began_s > LONGEST_PAUSE_S
            self._pause_s = 1.0 if lived_long else min(2 * self._pause_s, LONGEST_PAUSE_S)
            self._again_s = now_s + self._pause_s
            ended = self.process.returncode
            logger.error("the worker ended with %s and is started again in %.0f s", ended, self._pause_s)
        elif now_s >= self._again_s:
            try:
                self.start()
            except OSError:
                logger.exception("the worker could not be started")
                self._again_s = now_s + LONGEST_PAUSE_S


def free_port(host: str, first: int) -> int:
    """The first port from `first` on that nobody listens on; raises CommandError if twenty are taken."""
    for port in range(first, first + PORTS_TRIED):
        with closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise CommandError(f"no free port from {first} to {first + PORTS_TRIED - 1}; give one with --port")


def serve(*, host: str, port: int) -> None:
    """Serve until a signal comes or the web server ends; returns when both are gone.

    A worker that ends is started again: pages and scores need none, and verdicts wait. Raises SystemExit with the exit
    code of a web server that ended unexpectedly.
    """
    web = [sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"{host}:{port}"]
    web += [
        "--config",
        "python:console.management.web",
        "--worker-class",
        "gthread",
        "--threads",
        str(WEB_THREADS),
        "--log-level",
        "warning",
    ]
    worker = [sys.executable, "manage.py", "run_worker", "--with-parent", str(os.getpid())]
    env = os.environ | {"REELEVANCE_DATA_DIR": str(settings.ENVIRONMENT.data_dir)}  # a relative one would move
    server = subprocess.Popen(web, cwd=settings.BASE_DIR, env=env)  # noqa: S603 (our own command)
    sweeper = Child(worker, env)
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        while not stopping and server.poll() is None:
            sweeper.keep_alive()
            time.sleep(0.2)
        ended = server.poll()
    finally:
        _stop_all([server, sweeper.process])
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
