"""`run_worker`: embedded mode's worker, which sweeps again and again without a broker."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from benchmark.runs.services.scoring import score_due_runs
from consensus.export.services.history import make_exports
from consensus.report.services.orders import make_reports
from consensus.studies.services import make_studies
from consensus.sweep.services import settle_campaigns
from console.tasks import send_inbox_mails
from moments.clips.services.thread import cut_beside
from moments.jobs.services.steps import run_job
from moments.rewriting.services.thread import rewrite_beside

SHORTEST_PAUSE = 0.1  # of the interval
# What is done at every turn, one after another, as *Operation* names it; each takes `now`.
JOBS: dict[str, Callable[..., object]] = {
    "settle campaigns": settle_campaigns,
    "make exports": make_exports,
    "make reports": make_reports,
    "make studies": make_studies,
    "score runs": score_due_runs,
    "begin to rewrite captions": rewrite_beside,
    "send digests": send_inbox_mails,
    "begin to cut clips": cut_beside,
}
logger = logging.getLogger("reelevance.worker")


class Command(BaseCommand):
    """Sweeps until told to stop."""

    help = "Sweep at the interval of REELEVANCE_SWEEP_INTERVAL_S until stopped (embedded mode's worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to go when the parent goes."""
        parser.add_argument("--with-parent", type=int, metavar="PID", help="stop when this process is gone")

    def handle(self, **options: Any) -> None:
        """Sweep, wait, repeat; whatever fails is logged and tried again, as verdicts need this process alive."""
        stop = threading.Event()

        def stop_soon(number: int, frame: FrameType | None) -> None:
            stop.set()

        signal.signal(signal.SIGTERM, stop_soon)
        signal.signal(signal.SIGINT, stop_soon)
        parent = options["with_parent"]
        while not stop.is_set() and (parent is None or os.getppid() == parent):
            began_s = time.monotonic()
            try:
                close_old_connections()
                sweep_once()
            except Exception:
                logger.exception("a turn was broken off, the next one does its work")
            stop.wait(pause_s(time.monotonic() - began_s, settings.SWEEP_INTERVAL_S))


def pause_s(took_s: float, interval_s: float) -> float:
    """Seconds from the end of one sweep to the next, so that sweeps begin an interval apart (I4 counts in them).

    Those that take longer than an interval follow each other after a tenth of it, which is left to others.
    """
    return max(interval_s - took_s, SHORTEST_PAUSE * interval_s)


def sweep_once() -> None:
    """One turn of every job; one that fails stops no other."""
    for step, job in JOBS.items():
        run_job(step, job, now=timezone.now())
