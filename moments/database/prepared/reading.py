"""Queries that read and are compiled once: rows of a model, and plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState

from moments.database.prepared.statements import Filled, Kept, Statement, the_database

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Select:
    """Which columns of a row become an object, and which objects hang on it, as ModelIterable of Django makes them.

    The annotations of the query are among the columns of the object that it is about.

    The objects are filled without the model's `__init__`, which looks at every field and costs more than the query.
    """

    model: type[Model]
    names: list[str]
    columns: slice
    related: list[tuple[Select, Callable[[Model, Model], None]]]

    def made_of(self, row: Any, alias: str) -> Any:
        """The object that the row holds."""
        made = self.model.__new__(self.model)
        made._state = state = ModelState()
        state.adding, state.db = False, alias
        made.__dict__.update(zip(self.names, row[self.columns], strict=True))
        for select, put in self.related:
            put(made, select.made_of(row, alias))
        return made


@dataclass(frozen=True, slots=True)
class RowReader:
    """How the rows of a SELECT become objects, worked out once."""

    select: Select
    compiler: Any
    converters: dict[int, Any]

    def objects(self, database: Any, found: list[Any]) -> list[Any]:
        """The objects of the rows as they came."""
        if self.converters:
            found = list(self.compiler.apply_converters(found, self.converters))
        return [self.select.made_of(row, database.alias) for row in found]


def rows_of(compiler: Any) -> RowReader:
    """How the rows of a SELECT become objects; its SQL must have been asked for."""
    converters = compiler.get_converters([column for column, _, _ in compiler.select])
    select = _select(compiler.klass_info, compiler.select)
    annotations = compiler.annotation_col_map
    last = select.columns.stop + len(annotations)
    assert list(annotations.values()) == list(range(select.columns.stop, last)), "annotations follow the columns"
    named = replace(select, names=[*select.names, *annotations], columns=slice(select.columns.start, last))
    return RowReader(named, compiler, converters)


def _select(info: dict[str, Any], columns: list[Any]) -> Select:
    place = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    names = [column.target.attname for column, _, _ in columns[place]]
    related = info.get("related_klass_infos", [])
    assert not any(each["reverse"] or each["field"].null for each in related), "relations that may be empty"
    return Select(info["model"], names, place, [(_select(each, columns), each["local_setter"]) for each in related])


class PreparedRows(Statement[QuerySet[Row]], Generic[Row]):
    """A SELECT of model rows."""

    def rows(self, **values: Any) -> list[Row]:
        """The rows for those values."""
        database = the_database()
        statement, rows = self.ready(database)
        return list(rows.objects(database, statement.send(database, values).rows))

    def _compile(self) -> tuple[Filled | Kept, RowReader]:
        compiler = self.build(**self.stand_ins).query.get_compiler(connection=connection)
        return self.sendable(*compiler.as_sql()), rows_of(compiler)


class PreparedValues(Statement[QuerySet[Any, Any]]):
    """A SELECT of plain values; `build` ends it by `values_list`."""

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows for those values, as `values_list` gives them."""
        database = the_database()
        statement, convert = self.ready(database)
        return list(convert(statement.send(database, values).rows))

    def _compile(self) -> tuple[Filled | Kept, Callable[[list[Any]], Iterable[Any]]]:
        compiler = self.build(**self.stand_ins).query.get_compiler(connection=connection)
        statement = self.sendable(*compiler.as_sql())
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        return statement, lambda rows: map(tuple, compiler.apply_converters(rows, converters)) if converters else rows
