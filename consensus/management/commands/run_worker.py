"""`run_worker`: embedded mode's worker, which sweeps again and again without a broker."""

from __future__ import annotations

import logging
import os
import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from consensus.services.settling import settle_campaigns

logger = logging.getLogger("reelevance.worker")


class Command(BaseCommand):
    """Sweeps until told to stop."""

    help = "Sweep at the interval of REELEVANCE_SWEEP_INTERVAL_S until stopped (embedded mode's worker)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether to go when the parent goes."""
        parser.add_argument("--with-parent", type=int, metavar="PID", help="stop when this process is gone")

    def handle(self, **options: Any) -> None:
        """Sweep, wait, repeat; a sweep that fails is logged and tried again."""
        stop = threading.Event()

        def stop_soon(number: int, frame: FrameType | None) -> None:
            stop.set()

        signal.signal(signal.SIGTERM, stop_soon)
        signal.signal(signal.SIGINT, stop_soon)
        parent = options["with_parent"]
        while not stop.is_set() and (parent is None or os.getppid() == parent):
            sweep_once()
            stop.wait(settings.SWEEP_INTERVAL_S)


def sweep_once() -> None:
    """One sweep; a database that is away or locked is logged, the next sweep does the work."""
    close_old_connections()
    try:
        settle_campaigns(now=timezone.now())
    except DatabaseError as error:
        logger.warning("sweep failed, the next one does its work: %s", error)
