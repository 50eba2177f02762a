"""Statements that write and are compiled once: an UPDATE, an INSERT, the two together, an UPDATE with its SELECT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic

from django.db import DataError, connection
from django.db.models import AutoField, Model, QuerySet
from django.db.models.sql import InsertQuery, UpdateQuery

from moments.database.prepared.reading import Row, RowReader, rows_of
from moments.database.prepared.statements import Filled, Kept, Statement, Values, adapted, filled, the_database

Changes = tuple[QuerySet[Any], dict[str, Any]]


class NewKey:
    """Stands for the primary key that PostgreSQL gave this connection's last new row of a model, within a statement.

    Other connections change nothing of it.
    """

    def __init__(self, model: type[Model]) -> None:
        table, column = model._meta.db_table, model._meta.pk.column
        self.sql = f"currval(pg_get_serial_sequence('{connection.ops.quote_name(table)}', '{column}'))".encode()

    def __conform__(self, protocol: object) -> NewKey:
        """Adapts itself, as psycopg2 asks."""
        return self

    def getquoted(self) -> bytes:
        """What psycopg2 writes into the statement."""
        return self.sql


class PreparedUpdate(Statement[Changes]):
    """An UPDATE; `build` makes the rows and what they are set to."""

    def run(self, **values: Any) -> int:
        """How many rows were changed."""
        database = the_database()
        return int(self.ready(database).send(database, values).rowcount)

    def run_later(self, **values: Any) -> None:
        """The same with the next statement of the transaction, or before its COMMIT."""
        database = the_database()
        self.ready(database).send_later(database, values)

    def _compile(self) -> Filled | Kept:
        return self.sendable(*update_sql(*self.build(**self.stand_ins)))


class PreparedTaking(Statement[tuple[QuerySet[Row], Changes]], Generic[Row]):
    """A SELECT of model rows, and an UPDATE of those that are `due`; on PostgreSQL both are one statement.

    `build` makes the rows to read, and the rows to change with what they are set to: of what is read, those are
    changed that are among them when their turn comes.
    """

    def __init__(
        self, build: Callable[..., tuple[QuerySet[Row], Changes]], due: Callable[[Row], bool], **kinds: type
    ) -> None:
        super().__init__(build, **kinds)
        self.due = due

    def take(self, **values: Any) -> tuple[list[Row], bool]:
        """The rows as they were before, and whether all that were due were changed."""
        database = the_database()
        read, update, made = self.ready(database)
        found = read.send(database, values).rows
        rows: list[Row] = made.objects(database, found)
        due = [row.pk for row in rows if self.due(row)]
        if not due:
            return rows, True
        if update is None:
            return rows, found[0][-1] == len(due)
        marks = ", ".join(["%s"] * len(due))
        of_due = replace(update, sql=f"{update.sql} AND id IN ({marks})", values=(*update.values, *due))
        return rows, of_due.send(database, values).rowcount == len(due)

    def _compile(self) -> tuple[Filled | Kept, Filled | None, RowReader]:
        rows, changes = self.build(**self.stand_ins)
        compiler = rows.query.get_compiler(connection=connection)
        read, given = compiler.as_sql()
        update, changed = update_sql(*changes)
        made = rows_of(compiler)
        if connection.vendor != "postgresql":
            return _part(read, given, self.stand_ins), _part(update, changed, self.stand_ins), made
        names = ", ".join(f"c{place}" for place in range(len(compiler.select)))
        select = made.select
        key = select.columns.start + select.names.index(select.model._meta.pk.attname)
        both = (
            f"WITH found ({names}) AS MATERIALIZED ({read}), "
            f"changed AS ({update} AND id = ANY (ARRAY(SELECT c{key} FROM found)) RETURNING 1) "
            "SELECT found.*, (SELECT count(*) FROM changed) FROM found"
        )
        return self.sendable(both, (*given, *changed)), None, made


class PreparedInsert(Statement[Model | Sequence[Model]]):
    """An INSERT of one object or of several of one model, which `build` makes."""

    def run_later(self, **values: Any) -> None:
        """Insert them with the next statement of the transaction, or before its COMMIT."""
        database = the_database()
        self.ready(database).send_later(database, values)

    def _compile(self) -> Filled | Kept:
        made = self.build(**self.stand_ins)
        return self.sendable(*_insert_sql([made] if isinstance(made, Model) else made))


class PreparedStep(Statement[tuple[QuerySet[Any], dict[str, Any], Model]]):
    """An UPDATE of a row that the transaction has locked, and an INSERT; on PostgreSQL both are one statement.

    `build` makes the row, what it is set to, and the object to insert.
    """

    def run(self, **values: Any) -> int:
        """Change the row and insert the object; its primary key.

        The database refuses it with a DataError if there is no such row, so that nothing is committed.
        """
        database = the_database()
        statements = self.ready(database)
        if not isinstance(statements, tuple):
            return int(statements.send(database, values).rows[0][1])
        update, insert = statements
        if not update.send(database, values).rowcount:
            raise DataError("no row was changed")
        return int(insert.send(database, values).rows[0][0])

    def run_later(self, **values: Any) -> int | NewKey:
        """The same with the next statement of the transaction, or before its COMMIT.

        What it answers is good for other statements that this transaction sends before the next step: it has a key
        only when it arrives.
        """
        database = the_database()
        statements = self.ready(database)
        if not isinstance(statements, Kept):
            return self.run(**values)
        statements.send_later(database, values)
        return self._new_key

    def _compile(self) -> Filled | Kept | tuple[Filled, Filled]:
        rows, changes, new = self.build(**self.stand_ins)
        update, given = update_sql(rows, changes)
        insert, inserted = _insert_sql([new])
        self._new_key = NewKey(type(new))
        returning = f"RETURNING {connection.ops.quote_name(str(new._meta.pk.column))}"
        if connection.vendor != "postgresql":
            made = _part(f"{insert} {returning}", inserted, self.stand_ins)
            return _part(update, given, self.stand_ins), made
        head, _, values = insert.partition(" VALUES (")
        both = (
            f"WITH changed AS ({update} RETURNING 1), "
            f"inserted (key) AS ({head} SELECT {values.rpartition(')')[0]} FROM changed {returning}) "
            "SELECT 1 / count(*), max(key) FROM inserted"  # divides by zero if there was no such row
        )
        return self.sendable(both, (*given, *inserted))


def _part(sql: str, values: Any, stand_ins: Values) -> Filled:
    """One of two statements that share the values: each holds some of them."""
    mine = {name: value for name, value in stand_ins.items() if adapted(value) in values}
    return filled(sql, tuple(values), mine)


def _insert_sql(new: Sequence[Model]) -> tuple[str, tuple[Any, ...]]:
    query = InsertQuery(type(new[0]))
    fields = [field for field in new[0]._meta.concrete_fields if not isinstance(field, AutoField)]
    query.insert_values(fields, list(new))
    ((sql, values),) = query.get_compiler(connection=connection).as_sql()
    return sql, tuple(values)


def update_sql(rows: QuerySet[Any], changes: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    """The UPDATE of the rows and its values."""
    query = rows.query.chain(UpdateQuery)
    query.add_update_values(changes)  # type: ignore[attr-defined]  # of UpdateQuery
    sql, values = query.get_compiler(connection=connection).as_sql()
    return sql, tuple(values)
