"""`run_worker`: embedded mode's worker, which sweeps again and again without a broker."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from moments.jobs.services.background import BACKGROUND_JOBS
from moments.jobs.services.beats import Pulse
from moments.jobs.services.steps import run_job

SHORTEST_PAUSE = 0.1  # of the interval
logger = logging.getLogger("reelevance.worker")


class Command(BaseCommand):
    """Sweeps until a signal stops it."""

    help = "Sweep at the interval of REELEVANCE_SWEEP_INTERVAL_S until stopped (embedded mode's worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to stop when the parent process ends."""
        parser.add_argument("--with-parent", type=int, metavar="PID", help="stop when this process has ended")

    def handle(self, **options: Any) -> None:
        """Sweep, wait, repeat; whatever fails is logged and tried again, as verdicts need this process alive."""
        stop = threading.Event()

        def stop_soon(number: int, frame: FrameType | None) -> None:
            stop.set()

        signal.signal(signal.SIGTERM, stop_soon)
        signal.signal(signal.SIGINT, stop_soon)
        parent, pulse = options["with_parent"], Pulse()
        while not stop.is_set() and (parent is None or os.getppid() == parent):
            began_s = time.monotonic()
            try:
                close_old_connections()
                sweep_once(pulse)
            except Exception:
                logger.exception("a turn failed; the next one repeats its work")
            stop.wait(pause_s(time.monotonic() - began_s, settings.SWEEP_INTERVAL_S))


def pause_s(took_s: float, interval_s: float) -> float:
    """Seconds from the end of one sweep to the next, so that sweeps begin an interval apart (I4 counts in them).

    Those that take longer than an interval follow each other after a tenth of it, which is left to others.
    """
    return max(interval_s - took_s, SHORTEST_PAUSE * interval_s)


def sweep_once(pulse: Pulse | None = None) -> None:
    """One turn of every background job; one that fails stops no other. Before each, the pulse beats."""
    name, queues = f"worker@{socket.gethostname()}"[:120], {job.queue for job in BACKGROUND_JOBS}
    for job in BACKGROUND_JOBS:
        if pulse is not None:
            pulse.beat(name, queues)
        if job.turn is not None:
            step, work = job.turn
            run_job(step, work, now=timezone.now())
