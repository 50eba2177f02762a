"""The state of the platform: what waits in queues and in the database, how late sweeps are, how full the disks are."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.db.models import Count

from annotator.models import Seat, SeatState
from moments.jobs.selectors import QueueBeat, failed_jobs
from moments.jobs.services.background import BACKGROUND_JOBS, orders_by_kind
from moments.models import Clip, ClipState, VideoCut, VideoCutState, WorkerBeat

BROKER_WAIT_S = 1.0
STANDS_STILL = {
    "settle": "no verdicts are being made",
    "cut": "nothing is being cut, exported or archived",
    "rank": "nothing is being ranked, scored or rewritten",
}
logger = logging.getLogger("reelevance.operation")


@dataclass(frozen=True, slots=True)
class Disk:
    """How full the disk of a folder is, in bytes."""

    what: str
    free: int
    total: int

    @property
    def free_share(self) -> float:
        """0 to 1."""
        return self.free / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Stopped:
    """Work that stands still since its worker was seen; None if none ever was. Embedded mode has no queue."""

    worker: WorkerBeat | None
    still: tuple[str, ...]
    queue: str


def queue_names() -> list[str]:
    """Every queue that tasks are routed to."""
    return sorted({job.queue for job in BACKGROUND_JOBS} | {settings.CELERY_TASK_DEFAULT_QUEUE})


def queue_depths() -> dict[str, int] | None:
    """How many messages wait in each queue; None without a broker and where it does not answer."""
    if not settings.REDIS_URL:
        return None
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=BROKER_WAIT_S, socket_connect_timeout=BROKER_WAIT_S
        ) as broker:
            return {name: int(broker.llen(name)) for name in queue_names()}
    except redis.RedisError as error:
        logger.warning("the broker does not answer: %s", error)
        return None


def stopped_work(beats: Iterable[QueueBeat]) -> list[Stopped]:
    """What nobody does because no worker of its queue was seen lately; one entry for each worker that is missing."""
    late = [beat for beat in beats if beat.is_late and beat.queue in STANDS_STILL]
    if not settings.REDIS_URL:
        return [Stopped(late[0].newest, tuple(STANDS_STILL.values()), "")] if late else []
    return [Stopped(beat.newest, (STANDS_STILL[beat.queue],), beat.queue) for beat in late]


def seat_counts() -> dict[str, int]:
    """How many seats are in each state, but those that are over."""
    live = [SeatState.OPEN, SeatState.RESERVED, SeatState.HELD, SeatState.SCORED]
    counted = Seat.objects.filter(state__in=live).values_list("state").annotate(count=Count("pk"))
    return {**dict.fromkeys(map(str, live), 0), **{str(state): count for state, count in counted.order_by()}}


def failures() -> dict[str, int]:
    """Clips, videos and jobs of each kind that failed for good."""
    jobs = failed_jobs()
    return {
        "clips": Clip.objects.filter(state=ClipState.FAILED).count(),
        "videos": VideoCut.objects.filter(state=VideoCutState.FAILED).count(),
        **{orders.many: jobs.get(kind, 0) for kind, orders in orders_by_kind().items()},
    }


def disks() -> list[Disk]:
    """The disks under the data folder and, where they lie in a folder, the clips."""
    places: dict[str, Path | None] = {"data": settings.DATA_DIR, "clips": settings.CLIP_STORAGE.folder}
    found = []
    for what, folder in places.items():
        while folder is not None and not folder.exists() and folder != folder.parent:
            folder = folder.parent
        if folder is not None:
            usage = shutil.disk_usage(folder)
            found.append(Disk(what, usage.free, usage.total))
    return found
