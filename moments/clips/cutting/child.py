"""Running one child process within limits, and leaving neither process nor group behind."""

from __future__ import annotations

import atexit
import errno
import os
import resource
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from moments.clips.cutting.limits import Limits

EXCERPT_BYTES = 4096
# Waits for a line before it becomes the command; without one, its parent is gone.
GATE = 'read -r line && unset line PWD && exec "$@" < /dev/null'
_running: set[subprocess.Popen[bytes]] = set()


@dataclass(slots=True)
class Excerpt:
    """The first and the last 4 kB of a stream of any length."""

    head: bytes = b""
    tail: bytes = b""

    def feed(self, chunk: bytes) -> None:
        """Takes the next bytes of the stream."""
        self.head += chunk[: EXCERPT_BYTES - len(self.head)]
        self.tail = (self.tail + chunk)[-EXCERPT_BYTES:]


@dataclass(slots=True)
class Finished:
    """How a child ended: its code (negative: the signal), or that its time was over, and its output."""

    returncode: int = 0
    timed_out: bool = False
    output: Excerpt = field(default_factory=Excerpt)
    errors: Excerpt = field(default_factory=Excerpt)


def run_child(command: Sequence[str], limits: Limits, *, environment: Mapping[str, str]) -> Finished:
    """Runs the command to its end or to its time limit; whatever happens, its whole group is gone afterwards.

    Safe in threads: nothing runs between fork and exec. Raises OSError when the command cannot be started.
    """
    program = shutil.which(command[0])
    if program is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), command[0])
    deadline = time.monotonic() + limits.wall_s
    finished = Finished()
    child = subprocess.Popen(  # noqa: S603 - the shell's text is fixed
        ["/bin/sh", "-c", GATE, "gate", program, *command[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(environment),
        start_new_session=True,
    )
    _running.add(child)
    try:
        _confine(child.pid, limits)
        _let_go(child)
        finished.timed_out = not _ended_in_time(child, finished, deadline)
    finally:
        _end(child)
        _running.discard(child)
    finished.returncode = child.returncode
    return finished


def end_children() -> None:
    """Kills what runs now, of whatever thread: for a program that ends and waits for nobody."""
    for child in list(_running):
        if child.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)


atexit.register(end_children)


def _confine(pid: int, limits: Limits) -> None:
    """Sets the limits from outside, by prlimit(2): a `preexec_fn` could deadlock in a threaded program.

    The CPU limit ends a child whose parent was killed and could not end it.
    """
    cpu_s = int(limits.wall_s * (limits.threads + 1)) + 1
    bounds = {
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_FSIZE: limits.output_bytes,
        resource.RLIMIT_CPU: cpu_s,
        resource.RLIMIT_CORE: 0,
    }
    for kind, bound in bounds.items():
        _, hard = resource.getrlimit(kind)
        most = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        with suppress(ProcessLookupError):  # it ended already; it is reaped below
            resource.prlimit(pid, kind, (most, most))


def _let_go(child: subprocess.Popen[bytes]) -> None:
    """Opens the gate: on a busy machine a short command would be over before its limits are set."""
    assert child.stdin is not None
    with suppress(BrokenPipeError), child.stdin as gate:
        gate.write(b"\n")


def _ended_in_time(child: subprocess.Popen[bytes], finished: Finished, deadline: float) -> bool:
    assert child.stdout is not None
    assert child.stderr is not None
    if not _drain({child.stdout: finished.output, child.stderr: finished.errors}, deadline):
        return False
    try:
        child.wait(timeout=max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def _drain(pipes: Mapping[IO[bytes], Excerpt], deadline: float) -> bool:
    """Reads the pipes to their ends; False when the deadline came first."""
    with selectors.DefaultSelector() as selector:
        for pipe, excerpt in pipes.items():
            selector.register(pipe, selectors.EVENT_READ, excerpt)
        while selector.get_map():
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                return False
            for key, _ in selector.select(left_s):
                chunk = os.read(key.fd, 65_536)
                key.data.feed(chunk)
                if not chunk:
                    selector.unregister(key.fileobj)
    return True


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kills the group of a child that still runs, reaps the child, closes its pipes."""
    if child.returncode is None:  # not reaped, so its number still is its own
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
