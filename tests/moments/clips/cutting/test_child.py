"""A child process ends within its limits, and nothing of it stays."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

from moments.clips.cutting.child import EXCERPT_BYTES, run_child
from moments.clips.cutting.limits import Limits


class TimeIsOver(Exception):
    """What a worker raises in the middle of its task."""


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def test_what_a_child_says_and_its_code_are_kept() -> None:
    finished = run_child(["/bin/sh", "-c", "echo out; echo err >&2; exit 3"], Limits(), environment={})
    assert (finished.returncode, finished.timed_out) == (3, False)
    assert (finished.output.head, finished.errors.tail) == (b"out\n", b"err\n")


def test_only_the_first_and_last_bytes_of_a_long_stream_are_kept() -> None:
    code = "import sys; sys.stderr.write('a' * 9000 + 'b' * 999_000 + 'c' * 9000)"
    errors = run_child(python(code), Limits(), environment={}).errors
    assert errors.head == b"a" * EXCERPT_BYTES
    assert errors.tail == b"c" * EXCERPT_BYTES


def test_a_child_inherits_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "secret")
    finished = run_child(["/usr/bin/env"], Limits(), environment={"LC_ALL": "C"})
    assert finished.output.head == b"LC_ALL=C\n"


def test_a_group_that_ignores_signals_is_killed_at_the_time_limit(children: Callable[[], list[str]]) -> None:
    before = children()
    started = time.monotonic()
    command = ["/bin/sh", "-c", "trap '' TERM INT; sleep 61 & sleep 62; wait"]
    finished = run_child(command, Limits(wall_s=0.3), environment={"PATH": "/bin:/usr/bin"})
    assert finished.timed_out
    assert finished.returncode == -signal.SIGKILL
    assert time.monotonic() - started < 5
    assert children() == before


def test_a_child_that_closes_its_pipes_and_stays_is_killed_too(children: Callable[[], list[str]]) -> None:
    before = children()
    code = "import os, time; os.close(1); os.close(2); time.sleep(60)"
    assert run_child(python(code), Limits(wall_s=0.5), environment={}).timed_out
    assert children() == before


def test_memory_beyond_the_limit_is_refused_to_the_child() -> None:
    finished = run_child(python("bytearray(900_000_000)"), Limits(memory_bytes=500_000_000), environment={})
    assert finished.returncode == 1
    assert b"MemoryError" in finished.errors.tail


def test_a_file_beyond_the_limit_ends_the_child(tmp_path: Path) -> None:
    restore = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)"
    code = f"{restore}\nopen('{tmp_path}/f', 'wb').write(bytes(3000))"
    finished = run_child(python(code), Limits(output_bytes=1000), environment={})
    assert finished.returncode == -signal.SIGXFSZ


def test_the_limits_hold_from_the_beginning_however_late_this_process_sets_them() -> None:
    done = Event()

    def keep_busy() -> None:
        while not done.is_set():
            sum(range(100))

    busy = Thread(target=keep_busy)
    busy.start()
    try:
        for _ in range(5):
            finished = run_child(["/bin/sh", "-c", "ulimit -f"], Limits(output_bytes=512 * 20), environment={})
            assert finished.output.head == b"20\n"
    finally:
        done.set()
        busy.join()


def test_an_exception_in_the_middle_ends_the_child(children: Callable[[], list[str]]) -> None:
    def interrupt(*_: object) -> None:
        raise TimeIsOver("the worker's own time is over")

    before = children()
    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(TimeIsOver):
            run_child(["/bin/sleep", "60"], Limits(), environment={})
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert children() == before


def test_a_program_that_does_not_exist_is_an_error_without_a_child(children: Callable[[], list[str]]) -> None:
    before = children()
    with pytest.raises(FileNotFoundError):
        run_child(["/nowhere/ffmpeg"], Limits(), environment={})
    assert children() == before
