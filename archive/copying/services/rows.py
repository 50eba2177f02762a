"""Stores copies of rows, with references to other copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db.models import Model, QuerySet

AT_ONCE = 2000
Keys = dict[int, int]
Values = dict[str, Any]
Row = tuple[int, Values]


def copied(
    rows: QuerySet[Any],
    fixed: Mapping[str, Any],
    mapped: Mapping[str, Mapping[Any, Any]],
    *,
    known: str = "",
) -> Keys:
    """Store copies of the rows with `fixed` columns, and with the values of others replaced as `mapped`.

    Rows whose value of the column `known` is not in its map are left out. The new keys by the old ones.
    """
    model: type[Model] = rows.model
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    keys: Keys = {}
    values = iter(rows.values_list("pk", *names).iterator(chunk_size=AT_ONCE))
    while chunk := list(islice(values, AT_ONCE)):
        found: Iterable[Row] = ((key, dict(zip(names, row, strict=True))) for key, *row in chunk)
        kept = [(key, row) for key, row in found if not known or row[known] in mapped[known]]
        made = model._default_manager.bulk_create(_instances(model, kept, fixed, mapped))
        keys |= {key: instance.pk for (key, _), instance in zip(kept, made, strict=True)}
    return keys


def _instances(
    model: type[Model], rows: Iterable[Row], fixed: Mapping[str, Any], mapped: Mapping[str, Mapping[Any, Any]]
) -> Iterator[Model]:
    for _, row in rows:
        values = row | dict(fixed)
        for name, keys in mapped.items():
            values[name] = None if values[name] is None else keys[values[name]]
        yield model(**values)
