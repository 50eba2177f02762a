"""Creates the first account of an empty platform, an admin, and writes the code for it into the log."""

from __future__ import annotations

import logging
from functools import cache

from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from annotator.models import User
from annotator.people.selectors.first_admin import setup_code, waits_for_first_admin
from annotator.people.services.people import check_worker_id
from moments.base.errors import BadInput

logger = logging.getLogger("reelevance.setup")


class NotEmpty(BadInput):
    """The platform has an account by now."""


@transaction.atomic
def make_first_admin(*, worker_id: str, secret: str) -> User:
    """The first admin, whose password's hash is `secret`.

    Raises BadInput for a worker ID that cannot be, and NotEmpty once anybody has an account.
    """
    check_worker_id(worker_id)
    # A row that every platform has: two forms that are sent at once follow each other here (on SQLite, everywhere).
    ContentType.objects.select_for_update().get(app_label="annotator", model="user")
    if not waits_for_first_admin():
        raise NotEmpty("somebody else has created the first account")
    user = User.objects.create(username=worker_id, password=secret, is_staff=True, is_superuser=True)
    logger.info("the first admin was created; the setup code is no longer valid")
    return user


@cache
def log_setup_code() -> None:
    """Write the code into the log, once in each web process."""
    logger.warning("nobody has an account here yet; setup code for the first admin: %s", setup_code())
