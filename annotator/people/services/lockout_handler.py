"""Adds to django-axes a bound on the failed sign-ins of one address, whatever names they were for."""

from __future__ import annotations

import logging
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.http import HttpRequest

from annotator.people.selectors.lockouts import address_waits_until

logger = logging.getLogger("reelevance.sign_in")


class BoundedAddresses(AxesDatabaseHandler):  # type: ignore[misc]  # the package has no types
    """The package's own handler; it counts failures by worker ID and address, and refuses before a password is checked.

    An address over its bound looks to it as if each worker ID there had failed too often.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The failures that count against this sign-in."""
        failures = int(super().get_failures(request, credentials))
        if failures < settings.AXES_FAILURE_LIMIT and _waits(request):
            return int(settings.AXES_FAILURE_LIMIT)
        return failures

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **more: Any
    ) -> None:
        """Count the failure; the log says once that an address is at its bound, and not which."""
        was_refused = request is None or getattr(request, "axes_locked_out", False)
        super().user_login_failed(sender, credentials, request, **more)
        if request is not None and not was_refused and _waits(request):
            logger.warning(
                "%s failed sign-ins from one address: the address is blocked for a while. If it is your own proxy, "
                "set REELEVANCE_PROXIES",
                settings.ADDRESS_FAILURE_LIMIT,
            )


def _waits(request: Any) -> bool:
    return address_waits_until(request.axes_ip_address, now=request.axes_attempt_time) is not None
