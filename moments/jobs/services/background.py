"""What a background job is: beat, Celery's tasks and embedded mode's worker take theirs from one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from moments.jobs.services.doing import JobKind


@dataclass(frozen=True, slots=True)
class Orders:
    """Jobs of a kind that people order on a page, named as in its address; maybe only admins may.

    *Operation* and the metrics count those that failed under the name `many`.
    """

    kind: JobKind
    many: str
    page: str
    by_admins: bool = False


@dataclass(frozen=True, slots=True)
class BackgroundJob:
    """Work that is done again and again: `step` is what *Operation* calls it, and `work` takes `now`.

    A task of the first of its names is sent every `every_s` seconds, 0 if another job sends it. The other names are
    those of the version before. Limits are seconds, the soft one first; `options` go to the work. If embedded mode
    does something else, `embedded` is the step and the work of that. `orders` says who orders the work, if people do.
    """

    step: str
    work: Callable[..., object]
    tasks: tuple[str, ...]
    queue: str
    limits_s: tuple[int, int]
    every_s: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)
    embedded: tuple[str, Callable[..., object]] | None = None
    orders: Orders | None = None

    @property
    def turn(self) -> tuple[str, Callable[..., object]] | None:
        """Step and work of embedded mode's worker at every turn."""
        return self.embedded or ((self.step, self.work) if self.every_s else None)


# Those of config/jobs.py, which lists them here once the apps are ready.
BACKGROUND_JOBS: list[BackgroundJob] = []


def orders_by_kind() -> dict[str, Orders]:
    """What people order, by the name of its kind."""
    return {job.orders.kind.name: job.orders for job in BACKGROUND_JOBS if job.orders}


def beat_schedule(jobs: Iterable[BackgroundJob]) -> dict[str, dict[str, Any]]:
    """What beat sends; a message that nobody took in time is worth nothing, as the next one does its work."""
    return {
        job.step: {"task": job.tasks[0], "schedule": job.every_s, "options": {"expires": 2 * job.every_s}}
        for job in jobs
        if job.every_s
    }


def task_routes(jobs: Iterable[BackgroundJob]) -> dict[str, dict[str, str]]:
    """The queue of every task."""
    return {name: {"queue": job.queue} for job in jobs for name in job.tasks}
