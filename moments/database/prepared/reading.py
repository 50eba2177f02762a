"""Queries that read and are compiled once: rows of a model, and plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

from moments.database.prepared.statements import Filled, Kept, Statement, Values, run_in_turn, the_database

Row = TypeVar("Row", bound=Model)
Ready = tuple[Statement, Values]  # to be sent with those values


@dataclass(frozen=True, slots=True)
class Select:
    """A SELECT, and how its rows become objects: as ModelIterable of Django makes them, worked out once."""

    compiler: Any
    converters: dict[int, Any]
    model: type[Model]
    names: list[str]
    start: int
    related: list[Any]

    def objects(self, database: Any, found: list[Any]) -> list[Any]:
        """The objects of the rows as they came."""
        if self.converters:
            found = list(self.compiler.apply_converters(found, self.converters))
        return [self._object(database.alias, row) for row in found]

    def _object(self, alias: str, row: Any) -> Any:
        made = self.model.from_db(alias, self.names, row[self.start : self.start + len(self.names)])
        for populator in self.related:
            populator.populate(row, made)
        for name, place in self.compiler.annotation_col_map.items():
            setattr(made, name, row[place])
        return made


def select_of(compiler: Any) -> Select:
    """How the rows of a SELECT become objects; its SQL must have been asked for."""
    info, select = compiler.klass_info, compiler.select
    start, end = info["select_fields"][0], info["select_fields"][-1] + 1
    return Select(
        compiler,
        compiler.get_converters([column for column, _, _ in select]),
        info["model"],
        [column.target.attname for column, _, _ in select[start:end]],
        start,
        get_related_populators(info, select, connection.alias),  # type: ignore[call-arg]  # the stubs are of Django 6
    )


class PreparedRows(Statement, Generic[Row]):
    """A SELECT of model rows; `build` makes it from a value of each of `kinds`."""

    def __init__(self, build: Callable[..., QuerySet[Row]], **kinds: type) -> None:
        super().__init__(kinds)
        self.build = build

    def rows(self, **values: Any) -> list[Row]:
        """The rows for those values."""
        return self._rows(values)

    def rows_after(self, first: Ready, **values: Any) -> list[Row]:
        """The same behind an UPDATE, which may have waited for somebody; both are sent together."""
        return self._rows(values, first)

    def _rows(self, values: Values, *before: Ready) -> list[Row]:
        database = the_database()
        statement, select = self.ready(database)
        with database.cursor() as cursor:
            run_in_turn(cursor, *((first.ready(database), given) for first, given in before), (statement, values))
            found = cursor.fetchall()
        objects: list[Row] = select.objects(database, found)
        return objects

    def _compile(self) -> tuple[Filled | Kept, Select]:
        compiler = self.build(**self.stand_ins).query.get_compiler(connection=connection)
        return self.sendable(*compiler.as_sql()), select_of(compiler)


class PreparedValues(Statement):
    """A SELECT of plain values; `build` makes it, ended by `values_list`, from a value of each of `kinds`."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], **kinds: type) -> None:
        super().__init__(kinds)
        self.build = build

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows for those values, as `values_list` gives them."""
        database = the_database()
        statement, convert = self.ready(database)
        with database.cursor() as cursor:
            statement.run(cursor, values)
            found = cursor.fetchall()
        return list(convert(found))

    def _compile(self) -> tuple[Filled | Kept, Callable[[list[Any]], Iterable[Any]]]:
        compiler = self.build(**self.stand_ins).query.get_compiler(connection=connection)
        statement = self.sendable(*compiler.as_sql())
        converters = compiler.get_converters([column for column, _, _ in compiler.select])
        return statement, lambda rows: map(tuple, compiler.apply_converters(rows, converters)) if converters else rows
