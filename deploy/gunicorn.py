"""How gunicorn serves the platform: processes, threads, and the folder in which they share their counts."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

workers = int(os.environ.get("WEB_CONCURRENCY", "3"))
threads = 8
# Memory that leaks anywhere ends with its process; the jitter keeps them from ending together.
max_requests, max_requests_jitter = 20_000, 2_000
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  the heartbeat, which no disk may delay
control_socket_disable = True

_counts = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
if os.environ.get("REELEVANCE_METRICS_TOKEN") and not _counts:
    _counts = str(Path(worker_tmp_dir or tempfile.gettempdir()) / f"reelevance-metrics-{os.getuid()}-{os.getpid()}")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _counts
if _counts:
    shutil.rmtree(_counts, ignore_errors=True)
    Path(_counts).mkdir(mode=0o700, parents=True)


def child_exit(server: Any, worker: Any) -> None:
    """A process that is gone counts nothing that goes up and down any more."""
    if _counts:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    """Leave nothing in memory."""
    if _counts:
        shutil.rmtree(_counts, ignore_errors=True)
