"""Statements that are compiled once, beyond a SELECT or an UPDATE: SQL of one's own, and two writes in one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.sql import InsertQuery

from moments.database.prepared import Filled, Kept, Statement, Values, adapted, filled, the_database, update_sql


class PreparedSql(Statement):
    """A statement in SQL that gives rows: `%(name)s` in `text` is a value of `kinds`, `{name}` a query of `parts`.

    For what the ORM cannot say in one statement, on PostgreSQL alone.
    """

    PLACES = re.compile(r"%\((\w+)\)s|\{(\w+)\}")

    def __init__(self, text: str, parts: Mapping[str, Callable[..., QuerySet[Any, Any]]], **kinds: type) -> None:
        super().__init__(kinds)
        self.text, self.parts = " ".join(text.split()), parts

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """What it gives for those values."""
        database = the_database()
        with database.cursor() as cursor:
            self.ready(database).run(cursor, values)
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def _compile(self) -> Filled | Kept:
        given: list[Any] = []

        def put(place: re.Match[str]) -> str:
            value, part = place.groups()
            if value:
                given.append(self.stand_ins[value])
                return "%s"
            sql, values = self.parts[part](**self.stand_ins).query.get_compiler(connection=connection).as_sql()
            given.extend(values)
            return str(sql)

        return self.sendable(self.PLACES.sub(put, self.text), given)


class PreparedStep(Statement):
    """An UPDATE, and where it changed a row an INSERT; on PostgreSQL both are one statement.

    `build` makes the rows, what they are set to, and the object to insert.
    """

    def __init__(self, build: Callable[..., tuple[QuerySet[Any], dict[str, Any], Model]], **kinds: type) -> None:
        super().__init__(kinds)
        self.build = build

    def run(self, **values: Any) -> bool:
        """Whether a row was changed, and the object inserted."""
        database = the_database()
        with database.cursor() as cursor:
            for statement in self.ready(database):
                statement.run(cursor, values)
                if not cursor.rowcount:
                    return False
        return True

    def _compile(self) -> list[Filled | Kept]:
        rows, changes, new = self.build(**self.stand_ins)
        update, given = update_sql(rows, changes)
        insert, inserted = _insert_sql(new)
        if connection.vendor != "postgresql":
            return [_part(update, given, self.stand_ins), _part(insert, inserted, self.stand_ins)]
        head, _, values = insert.partition(" VALUES (")
        both = f"WITH changed AS ({update} RETURNING 1) {head} SELECT {values.rpartition(')')[0]} FROM changed"
        return [self.sendable(both, (*given, *inserted))]


def _part(sql: str, values: Any, stand_ins: Values) -> Filled:
    """One of two statements that share the values: each holds some of them."""
    mine = {name: value for name, value in stand_ins.items() if adapted(value) in values}
    return filled(sql, tuple(values), mine)


def _insert_sql(new: Model) -> tuple[str, tuple[Any, ...]]:
    query = InsertQuery(type(new))
    fields = [field for field in new._meta.concrete_fields if not field.primary_key]
    query.insert_values(fields, [new])
    ((sql, values),) = query.get_compiler(connection=connection).as_sql()
    return sql, tuple(values)
