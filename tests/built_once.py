"""Scenes that many tests begin with are built once a process; later tests get the same rows put back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model

from annotator.models import Membership, User
from moments.models import Campaign

Params = ParamSpec("Params")
T = TypeVar("T")
Rows = dict[type[Model], list[Model]]
PLATFORM = ("moments", "annotator", "consensus", "evaluation")


def built_once(build: Callable[Params, T]) -> Callable[Params, T]:
    """Build into an empty database by `build` the first time and by plain INSERTs afterwards.

    The rows are those that the services made, random keys too. What `build` returns may hold rows in lists, tuples and
    dictionaries; each is read again. Where there are rows already, `build` runs as it is. Files are not put back.
    """
    known: dict[str, Scene] = {}

    @functools.wraps(build)
    def made(*args: Params.args, **kwargs: Params.kwargs) -> T:
        if Campaign.objects.exists() or User.objects.exists():
            return build(*args, **kwargs)
        key = repr((connection.vendor, settings.PASSWORD_HASHERS, args, sorted(kwargs.items())))
        if key in known:
            known[key].put_back()
        else:
            known[key] = Scene(build(*args, **kwargs), _rows())
        found: T = _read_again(known[key].result, {})
        return found

    return made


def _read_again(value: Any, seen: dict[Model, Model]) -> Any:
    """The same with each row as it is stored; the people of a campaign share the object that stands for it."""
    if isinstance(value, list):
        return [_read_again(one, seen) for one in value]
    if type(value) is tuple:
        return tuple(_read_again(one, seen) for one in value)
    if isinstance(value, dict):
        return {name: _read_again(one, seen) for name, one in value.items()}
    if not isinstance(value, Model):
        return value
    if value not in seen:
        rows = type(value)._base_manager.all()
        row = seen[value] = (rows.select_related("user") if isinstance(value, Membership) else rows).get(pk=value.pk)
        if isinstance(row, Membership) and isinstance(value, Membership):
            row.campaign = _read_again(value.campaign, seen)
    return seen[value]


@dataclass
class Scene:
    """What was built and every row beside it, with the statements that store them once they were put back."""

    result: Any
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
        with connection.execute_wrapper(self._keep), _times_as_stored():
            for model, objects in self.rows.items():
                model._base_manager.bulk_create(objects)

    def _keep(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self.statements.append((sql, params))
        return execute(sql, params, many, context)


@contextmanager
def _times_as_stored() -> Iterator[None]:
    """Django would put the time of the INSERT in place of the one at which a row was made."""
    columns = [column for model in apps.get_models() for column in model._meta.fields]
    made_at = [column for column in columns if getattr(column, "auto_now_add", False)]
    for column in made_at:
        column.auto_now_add = False
    try:
        yield
    finally:
        for column in made_at:
            column.auto_now_add = True


def _rows() -> Rows:
    """Every row of the platform's tables, floor by floor, tables of one floor as their models are defined."""
    models = [model for app in PLATFORM for model in apps.get_app_config(app).get_models(include_auto_created=True)]
    filled = _filled_tables([model._meta.db_table for model in models])
    return {model: list(model._base_manager.order_by("pk")) for model in models if model._meta.db_table in filled}


def _filled_tables(names: list[str]) -> set[str]:
    """Those that hold rows: most do not, and asking each by its model took longer than reading the others."""
    tables = [connection.ops.quote_name(name) for name in names]
    with connection.cursor() as cursor:
        asked = [f"SELECT {place} WHERE EXISTS (SELECT 1 FROM {table})" for place, table in enumerate(tables)]
        cursor.execute(" UNION ALL ".join(asked))
        return {names[place] for (place,) in cursor.fetchall()}
