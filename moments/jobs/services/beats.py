"""Writes down that a worker is alive, so that pages can say since when none is."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import Error
from django.utils import timezone

from moments.models import WorkerBeat

EVERY_S = 20.0
FORGOTTEN_AFTER = timedelta(days=7)  # names of containers come and go
logger = logging.getLogger("reelevance.worker")


class Pulse:
    """The beats of the worker in this process; of many, one in twenty seconds is written down."""

    def __init__(self) -> None:
        self._noted_s = -EVERY_S

    def beat(self, name: str, queues: Iterable[str]) -> bool:
        """Whether it was written down; without a database the worker goes on all the same."""
        if time.monotonic() - self._noted_s < EVERY_S:
            return False
        self._noted_s = time.monotonic()
        try:
            note_beat(name=name, queues=queues, now=timezone.now())
        except Error as error:
            logger.warning("the database does not answer, so pages miss this worker: %s", " ".join(str(error).split()))
        return True


def note_beat(*, name: str, queues: Iterable[str], now: datetime) -> None:
    """The worker was seen now, serving these queues; workers that nobody has seen for a week are forgotten."""
    seen = {"queues": ",".join(sorted(queues)), "seen_at": now}
    _, is_new = WorkerBeat.objects.update_or_create(name=name, defaults=seen)
    if is_new:
        WorkerBeat.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()
