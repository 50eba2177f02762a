"""The connection to PostgreSQL: remembers what was prepared on it, sends BEGIN and some statements along with the next,
and notices without a query that it was cut.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as DjangoWrapper
from django.db.backends.utils import debug_transaction
from psycopg2.extensions import TRANSACTION_STATUS_IDLE  # type: ignore[import-untyped]

Message = tuple[str, Sequence[Any]]  # SQL and its values


class DatabaseWrapper(DjangoWrapper):
    """Django's, with statements that the server plans once a connection.

    They live as long as the connection and outlast transactions, also failed ones. A pooler that hands one server
    connection to many clients in turn knows nothing of them: `DISABLE_SERVER_SIDE_CURSORS` turns them off as well.

    A statement whose result nobody needs can be sent later: in front of the transaction's next statement, or before
    its savepoint or COMMIT. So it costs no message of its own. Neither does BEGIN: the driver stays in autocommit and
    learns nothing of transactions, which are opened by the first message of each.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared: set[str] = set()
        self._waiting: list[Message] = []
        self._shared: Any = None

    @property
    def keeps_statements(self) -> bool:
        """Whether `prepare` may be used."""
        return not self.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection on which nothing is prepared yet."""
        self.prepared, self._waiting, self._shared = set(), [], None
        return super().get_new_connection(conn_params)

    def prepare(self, name: str, preparation: str) -> None:
        """Send `PREPARE name …` unless this connection, which is open, has had it."""
        if name not in self.prepared:
            with self.wrap_database_errors, self.connection.cursor() as cursor:
                cursor.execute(preparation)
            self.prepared.add(name)

    def send_later(self, sql: str, values: Sequence[Any]) -> None:
        """Send it with the next statement; only within a transaction, whose end settles what becomes of it."""
        assert self.in_atomic_block, "outside a transaction"
        self._waiting.append((sql, values))

    def behind_waiting(self, *message: Message) -> Message:
        """One message: BEGIN if it is due, all that waits, then that; the server runs one after the other."""
        begin: list[Message] = [("BEGIN", ())] if self._must_begin() else []
        if message and not begin and not self._waiting:
            return message[0]
        messages, self._waiting = [*begin, *self._waiting, *message], []
        return "; ".join(sql for sql, _ in messages), [value for _, values in messages for value in values]

    def cursor(self) -> Any:
        """A cursor; what waited has been sent."""
        self._send_waiting()
        return super().cursor()

    def validate_no_broken_transaction(self) -> None:
        """Django's, before each statement of any cursor: one that was made before the block began comes behind, too."""
        super().validate_no_broken_transaction()
        self._send_waiting()

    def fetch(self, name: str, preparation: str, message: Message) -> tuple[list[Any], int]:
        """All rows that a prepared statement gives, behind what waits to be sent, and how many it found or changed.

        One cursor of the driver serves them all, because making one, or Django's wrapper around it, costs as much as
        reading what most of them give. Where queries are logged or watched, each gets a cursor of Django.
        """
        cursor = super().cursor() if self._is_watched() else self._cursor_of_all()
        self.prepare(name, preparation)
        with self.wrap_database_errors:
            cursor.execute(*self.behind_waiting(message))
            return cursor.fetchall() if cursor.description else [], cursor.rowcount

    def _cursor_of_all(self) -> Any:
        self.close_if_health_check_failed()
        if self.connection is None:
            self.ensure_connection()
        if self._shared is None:
            self._shared = super().cursor().cursor
        super().validate_no_broken_transaction()
        return self._shared

    def rollback(self) -> None:
        """ROLLBACK, also of what waited."""
        self._waiting = []
        super().rollback()

    def savepoint_rollback(self, sid: str) -> None:
        """The same back to a savepoint; all that waits came behind it."""
        self._waiting = []
        super().savepoint_rollback(sid)

    def _start_transaction_under_autocommit(self) -> None:
        """Send nothing yet, where Django lets a block begin; BEGIN at once only where it is to be seen on its own."""
        if self._is_watched():
            self._send(("BEGIN", ()))

    def _is_watched(self) -> bool:
        """Whether queries are logged or watched."""
        return self.queries_logged or bool(self.execute_wrappers)

    def _must_begin(self) -> bool:
        """Whether a block has begun of which the server does not know yet."""
        return self._begins_itself() and self.connection.info.transaction_status == TRANSACTION_STATUS_IDLE

    def _begins_itself(self) -> bool:
        """Whether the transaction is begun and ended here; the driver does both after `transaction.set_autocommit`."""
        return self.connection is not None and not self.autocommit and bool(self.connection.autocommit)

    def _commit(self) -> None:
        """COMMIT, behind what waited; nothing if the server was sent nothing in this transaction."""
        if not self._begins_itself():
            self._send_waiting()
            super()._commit()  # type: ignore[misc]  # the stubs leave it out
        elif self._waiting or not self._must_begin():
            self._send(("COMMIT", ()))

    def _rollback(self) -> None:
        if not self._begins_itself():
            super()._rollback()  # type: ignore[misc]
        elif not self._must_begin():
            self._send(("ROLLBACK", ()))

    def _send_waiting(self) -> None:
        if self._waiting or self._must_begin():
            self._send()

    def _send(self, *message: Message) -> None:
        sql, values = self.behind_waiting(*message)
        with debug_transaction(self, sql), self.wrap_database_errors, self.connection.cursor() as cursor:
            cursor.execute(sql, values)

    def is_usable(self) -> bool:
        """Whether the server still answers: a query asks only after an error, or where something waits to be read.

        A server that ends a connection says so, hence an idle connection with nothing to read is a good one.
        """
        if self.connection is not None and not self.errors_occurred and _is_quiet(self.connection):
            return True
        return super().is_usable()


def _is_quiet(connection: Any) -> bool:
    if connection.closed:
        return False
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN | select.POLLPRI)
    return not waiting.poll(0)
