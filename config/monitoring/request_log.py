"""One line for each answered request: its id, route, status and time, never a person, an address or a query string."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from moments.base.log_context import begin_request

logger = logging.getLogger("reelevance.requests")
QUIET = {"healthz", "readyz", "metrics"}
Answering = Callable[[HttpRequest], HttpResponseBase]


def request_log(answer: Answering) -> Answering:
    """The middleware; the id goes out as X-Request-ID, so that a person can name it and the proxy log it."""

    def logged(request: HttpRequest) -> HttpResponseBase:
        named = begin_request(request.META.get("HTTP_X_REQUEST_ID", ""))
        begin = time.perf_counter()
        response = answer(request)
        response["X-Request-ID"] = named
        route = request.resolver_match.view_name if request.resolver_match else ""
        if route not in QUIET and logger.isEnabledFor(logging.INFO):
            fields = {
                "method": request.method,
                "route": route,
                "status": response.status_code,
                "ms": round(1000 * (time.perf_counter() - begin), 1),
            }
            logger.info("%s %s %s", request.method, route or "-", response.status_code, extra={"fields": fields})
        return response

    return logged
