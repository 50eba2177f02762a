"""Scenes that many tests begin with are built once a process; later tests get the same rows put back."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ParamSpec

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

    The rows are those that the services made, random keys too. Where there are rows already, `build` runs as it is.
    """
    known: dict[str, Scene] = {}

    @functools.wraps(build)
    def made(*args: Params.args, **kwargs: Params.kwargs) -> Campaign:
        if Campaign.objects.exists() or User.objects.exists():
            return build(*args, **kwargs)
        key = repr((connection.vendor, settings.PASSWORD_HASHERS, args, sorted(kwargs.items())))
        if key not in known:
            campaign = build(*args, **kwargs)
            known[key] = Scene(campaign.pk, _rows())
            return campaign
        known[key].put_back()
        return Campaign.objects.get(pk=known[key].pk)

    return made


@dataclass
class Scene:
    """A built campaign and every row beside it, with the statements that store them once they were put back."""

    pk: int
    rows: Rows
    statements: list[tuple[str, Any]] = field(default_factory=list)

    @transaction.atomic
    def put_back(self) -> None:
        """The rows, into an empty database; making the statements takes longer than to run them."""
        if self.statements:
            with connection.cursor() as cursor:
                for statement in self.statements:
                    cursor.execute(*statement)
            return
        with connection.execute_wrapper(self._keep):
            for model, objects in self.rows.items():
                model._base_manager.bulk_create(objects)

    def _keep(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self.statements.append((sql, params))
        return execute(sql, params, many, context)


def _rows() -> Rows:
    """Every row of the platform's tables, floor by floor, tables of one floor as their models are defined."""
    models = [model for app in PLATFORM for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    found = {model: list(model._base_manager.order_by("pk")) for model in models}
    return {model: objects for model, objects in found.items() if objects}
