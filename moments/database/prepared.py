"""Compiles a query of the ORM once and runs it often: building SQL costs ten times what running it does.

For the statements of a label alone, of which a busy server runs thousands a second. The query stays written in the
ORM, and is compiled with stand-ins for its values, whose places are then filled. What a stand-in cannot stand for (a
limit, the length of a list, whether a filter is there) makes another statement. PostgreSQL is told each statement once
a connection (`PREPARE`), so that it plans it once as well; constants stay in it, for partial indexes.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row", bound=Model)
Values = Mapping[str, Any]
Changes = tuple[QuerySet[Any], dict[str, Any]]

TYPES = {
    int: "bigint", str: "text", UUID: "uuid", dt.datetime: "timestamptz", dt.date: "date", list: "uuid[]"
}  # fmt: skip  # of PostgreSQL
_numbers = itertools.count(1)


def stand_in(kind: type, place: int) -> Any:
    """A value of that type that no real one equals."""
    if kind is int:
        return -(2**52) - place
    if kind is str:
        return f"\u2060stand-in {place}"
    if kind is UUID:
        return UUID(int=2**127 + place)
    if kind is list:  # of ids; a tuple, as it is looked up
        return (UUID(int=2**127 + place),)
    if kind is dt.date:
        return dt.date(9998, 1, 1) + dt.timedelta(days=place)
    assert kind is dt.datetime, kind
    return dt.datetime(9998, 1, 1, microsecond=place, tzinfo=dt.UTC)


def the_database() -> Any:
    """The connection itself: to ask what stands for it costs more each time than most of what is asked of it."""
    return connections[DEFAULT_DB_ALIAS]


def adapted(value: Any) -> Any:
    """The value as Django hands it to this database."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, dt.datetime) else value


@dataclass(frozen=True, slots=True)
class Filled:
    """SQL, its values, and for each value that changes where it stands."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[tuple[int, str], ...]

    def run(self, cursor: Any, given: Values) -> None:
        """Send it with those values."""
        values = list(self.values)
        for place, name in self.places:
            values[place] = adapted(given[name])
        cursor.execute(self.sql, values)


@dataclass(frozen=True, slots=True)
class Kept:
    """A statement that the server keeps: what prepares it, what runs it, and the values in order."""

    name: str
    preparation: str
    execution: str
    names: tuple[str, ...]

    def run(self, cursor: Any, given: Values) -> None:
        """Send the values, and the statement before them where this connection has not had it."""
        cursor.db.prepare(self.name, self.preparation)
        cursor.execute(self.execution, [given[name] for name in self.names])


def filled(sql: str, values: tuple[Any, ...], stand_ins: Values) -> Filled:
    """The SQL, with the places of the stand-ins among its values; each of them must have one."""
    names = {adapted(value): name for name, value in stand_ins.items()}
    places = tuple((place, names[value]) for place, value in enumerate(values) if _is_among(value, names))
    missing = set(stand_ins) - {name for _, name in places}
    assert not missing, f"not in the statement: {missing}"
    return Filled(sql, values, places)


def _is_among(value: Any, names: Mapping[Any, str]) -> bool:
    try:
        return value in names
    except TypeError:  # a list, which no stand-in is
        return False


def _kept(filled: Filled, kinds: Mapping[str, type]) -> Kept:
    from psycopg2.extensions import AsIs  # type: ignore[import-untyped]

    values, order = list(filled.values), tuple(kinds)
    for place, name in filled.places:
        values[place] = AsIs(f"${order.index(name) + 1}")
    with connection.connection.cursor() as cursor:
        sql = cursor.mogrify(filled.sql, values).decode()
    name, types = f"reelevance_{next(_numbers)}", ", ".join(TYPES[kind] for kind in kinds.values())
    marks = ", ".join(["%s"] * len(order))
    return Kept(name, f"PREPARE {name} ({types}) AS {sql}", f"EXECUTE {name} ({marks})", order)


class Statement:
    """What all of them share: the types of the values, and what was compiled for which way of sending it."""

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self.kinds = kinds
        self.stand_ins = {name: stand_in(kind, place) for place, (name, kind) in enumerate(kinds.items(), start=1)}
        self._compiled: dict[tuple[str, bool], Any] = {}

    def ready(self, database: Any) -> Any:
        """What `_compile` made for this database."""
        way = (database.vendor, getattr(database, "keeps_statements", False))
        if way not in self._compiled:
            self._compiled[way] = self._compile()
        return self._compiled[way]

    def _compile(self) -> Any:
        raise NotImplementedError

    def sendable(self, sql: str, values: Any) -> Filled | Kept:
        """That SQL with its values, as this connection is sent it."""
        made = filled(sql, tuple(values), self.stand_ins)
        if not getattr(connection, "keeps_statements", False):
            return made
        connection.ensure_connection()
        return _kept(made, self.kinds)


@dataclass(frozen=True, slots=True)
class _Select:
    """A SELECT, and how its rows become objects: as ModelIterable of Django makes them, worked out once."""

    statement: Filled | Kept
    compiler: Any
    converters: dict[int, Any]
    model: type[Model]
    names: list[str]
    start: int
    related: list[Any]

    def rows(self, database: Any, given: Values) -> list[Any]:
        with database.cursor() as cursor:
            self.statement.run(cursor, given)
            found = cursor.fetchall()
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


class PreparedRows(Statement, Generic[Row]):
    """A SELECT of model rows; `build` makes it from a value of each of `kinds`."""

    def __init__(self, build: Callable[..., QuerySet[Row]], **kinds: type) -> None:
        super().__init__(kinds)
        self.build = build

    def rows(self, **values: Any) -> list[Row]:
        """The rows for those values."""
        database = the_database()
        found: list[Row] = self.ready(database).rows(database, values)
        return found

    def _compile(self) -> _Select:
        compiler = self.build(**self.stand_ins).query.get_compiler(connection=connection)
        statement = self.sendable(*compiler.as_sql())
        info, select = compiler.klass_info, compiler.select
        start, end = info["select_fields"][0], info["select_fields"][-1] + 1
        return _Select(
            statement,
            compiler,
            compiler.get_converters([column for column, _, _ in select]),
            info["model"],
            [column.target.attname for column, _, _ in select[start:end]],
            start,
            get_related_populators(info, select, connection.alias),  # type: ignore[call-arg]  # the stubs are of Django 6
        )


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


class PreparedUpdate(Statement):
    """An UPDATE; `build` makes the rows and what they are set to from a value of each of `kinds`."""

    def __init__(self, build: Callable[..., Changes], **kinds: type) -> None:
        super().__init__(kinds)
        self.build = build

    def run(self, **values: Any) -> int:
        """How many rows were changed."""
        database = the_database()
        with database.cursor() as cursor:
            self.ready(database).run(cursor, values)
            return int(cursor.rowcount)

    def _compile(self) -> Filled | Kept:
        return self.sendable(*update_sql(*self.build(**self.stand_ins)))


def update_sql(rows: QuerySet[Any], changes: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    """The UPDATE of the rows and its values."""
    query = rows.query.chain(UpdateQuery)
    query.add_update_values(changes)  # type: ignore[attr-defined]  # of UpdateQuery
    sql, values = query.get_compiler(connection=connection).as_sql()
    return sql, tuple(values)
