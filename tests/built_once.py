"""Scenes that many tests begin with are built once a process; later tests get the same rows put back."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model

from annotator.models import User
from moments.models import Campaign

Params = ParamSpec("Params")
Rows = dict[type[Model], list[Model]]
PLATFORM = ("moments", "annotator", "consensus", "evaluation")


def built_once(build: Callable[Params, Campaign]) -> Callable[Params, Campaign]:
    """Build into an empty database by `build` the first time and by plain INSERTs afterwards.

    The rows are those that the services made, random keys too; only the time of an account is new. Where there are
    rows already, `build` runs as it is.
    """
    known: dict[str, tuple[int, Rows]] = {}

    @functools.wraps(build)
    def made(*args: Params.args, **kwargs: Params.kwargs) -> Campaign:
        if Campaign.objects.exists() or User.objects.exists():
            return build(*args, **kwargs)
        key = repr((connection.vendor, settings.PASSWORD_HASHERS, args, sorted(kwargs.items())))
        if key not in known:
            campaign = build(*args, **kwargs)
            known[key] = campaign.pk, _rows()
            return campaign
        pk, rows = known[key]
        with transaction.atomic():
            for model, objects in rows.items():
                model._base_manager.bulk_create(objects)
        return Campaign.objects.get(pk=pk)

    return made


def _rows() -> Rows:
    """Every row of the platform's tables, floor by floor, tables of one floor as their models are defined."""
    models = [model for app in PLATFORM for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    found = {model: list(model._base_manager.order_by("pk")) for model in models}
    return {model: objects for model, objects in found.items() if objects}
