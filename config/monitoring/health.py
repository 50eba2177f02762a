"""Whether the process lives (`/healthz`) and whether it can serve (`/readyz`)."""

from __future__ import annotations

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

WAIT_S = 2.0
_migrated: list[bool] = []


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; says nothing of what it needs, so that a database that is away restarts no process."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 where the database answers, its migrations are applied and the broker, if there is one, answers; else 503."""
    checks = {"database": _database(), "migrations": _migrations(), "broker": _broker()}
    ready = all(state == "ok" for state in checks.values())
    return JsonResponse(checks, status=200 if ready else 503, headers={"Cache-Control": "no-store"})


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        connection.close()
        return "does not answer"
    return "ok"


def _migrations() -> str:
    """Looked at until they are applied, once: reading them all takes a while."""
    try:
        if not _migrated:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "not applied"
            _migrated.append(True)
    except Error:
        return "unknown"
    return "ok"


def _broker() -> str:
    if not settings.REDIS_URL:
        return "ok"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=WAIT_S, socket_connect_timeout=WAIT_S) as broker:
            broker.ping()
    except redis.RedisError:
        return "does not answer"
    return "ok"
