"""One statement compiled with stand-ins for its values: how it is filled, and what PostgreSQL keeps of it."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections

Built = TypeVar("Built")
Values = Mapping[str, Any]

TYPES = {int: "bigint", str: "text", UUID: "uuid", dt.datetime: "timestamptz"}  # of PostgreSQL
_numbers = itertools.count(1)


def stand_in(kind: type, place: int) -> Any:
    """A value of that type that no real one equals."""
    if kind is int:
        return -(2**52) - place
    if kind is str:
        return f"\u2060stand-in {place}"
    if kind is UUID:
        return UUID(int=2**127 + place)
    assert kind is dt.datetime, kind
    return dt.datetime(9998, 1, 1, microsecond=place, tzinfo=dt.UTC)


def the_database() -> Any:
    """The connection itself: each look-up by Django's proxy costs more than most of what is asked of it."""
    return connections[DEFAULT_DB_ALIAS]


def adapted(value: Any) -> Any:
    """The value as Django hands it to this database."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, dt.datetime) else value


class Result(NamedTuple):
    """What a statement gave: its rows as the driver makes them, and how many it found or changed."""

    rows: list[Any]
    rowcount: int


@dataclass(frozen=True, slots=True)
class Filled:
    """SQL, its values, and the place of each value that changes."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[tuple[int, str], ...]

    def send(self, database: Any, given: Values) -> Result:
        """Send it with those values."""
        values = list(self.values)
        for place, name in self.places:
            values[place] = adapted(given[name])
        with database.cursor() as cursor:
            cursor.execute(self.sql, values)
            return Result(cursor.fetchall() if cursor.description else [], cursor.rowcount)

    def send_later(self, database: Any, given: Values) -> None:
        """The same, at once."""
        self.send(database, given)


@dataclass(frozen=True, slots=True)
class Kept:
    """A statement that the server keeps: what prepares it, what runs it, and the values in order."""

    name: str
    preparation: str
    execution: str
    names: tuple[str, ...]

    def send(self, database: Any, given: Values) -> Result:
        """Send the values, with what waited to be sent; before that the statement if this connection has not had it.

        The statement sees what was committed when it begins, also by those before it.
        """
        return Result(*database.fetch(self.name, self.preparation, self._message(given)))

    def send_later(self, database: Any, given: Values) -> None:
        """Send it with the next statement of the transaction, or before COMMIT."""
        database.prepare(self.name, self.preparation)
        database.send_later(*self._message(given))

    def _message(self, given: Values) -> tuple[str, list[Any]]:
        return self.execution, [given[name] for name in self.names]


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


class Statement(Generic[Built]):
    """What all share: the query, which `build` makes from a value of each of `kinds`, and its compiled forms."""

    def __init__(self, build: Callable[..., Built], **kinds: type) -> None:
        self.build, self.kinds = build, kinds
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
