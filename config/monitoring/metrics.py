"""`/metrics` for Prometheus: HTTP figures of the web processes and the state of the platform; a token is needed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from consensus.sweep.selectors import sweep_lag_s
from console.operation.selectors import disks, failures, queue_depths, seat_counts
from moments.jobs.selectors import step_totals


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as text; 404 without the token, and where the settings name none."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not token or not secrets.compare_digest(given.encode(), token.encode()):
        raise Http404("page not found")
    own = CollectorRegistry()
    own.register(Machinery())
    return HttpResponse(generate_latest(_of_processes()) + generate_latest(own), content_type=CONTENT_TYPE_LATEST)


class Machinery:
    """Figures read from database, broker and disks when they are asked for."""

    def collect(self) -> Iterator[Metric]:
        """One family after another; queues are left out where the broker does not answer."""
        depths = queue_depths()
        yield _gauge("broker_up", "1 if the broker answers", 0 if depths is None else 1)
        yield _family("queue_depth", "waiting messages", "queue", depths or {})
        lag = sweep_lag_s(timezone.now())
        yield _gauge("sweep_lag_seconds", "time since the sweep that is longest ago, over the open campaigns", lag)
        yield _family("seats", "live seats by state", "state", seat_counts())
        yield _family("failures", "work that failed permanently", "what", failures())
        yield from _steps()
        yield _family("disk_free_bytes", "free on the disk", "disk", {disk.what: disk.free for disk in disks()})


def _steps() -> Iterator[Metric]:
    """Failures of workers and sweeps; kept in the database, because Prometheus cannot ask workers."""
    labels = ["campaign", "step"]
    failed = CounterMetricFamily("reelevance_step_failures", "failures of a step of a sweep or a job", labels=labels)
    failing = GaugeMetricFamily("reelevance_step_failing", "1 if the last try of the step failed", labels=labels)
    for slug, step, total, fails_now in step_totals():
        failed.add_metric([slug, step], total)
        failing.add_metric([slug, step], int(fails_now))
    yield failed
    yield failing


def _of_processes() -> CollectorRegistry:
    """Of all web processes where they share a folder, else of this one."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _family(name: str, description: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"reelevance_{name}", description, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _gauge(name: str, description: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"reelevance_{name}", description, value=value)
