"""The connection to PostgreSQL: remembers what was prepared on it, and notices without a query that it was cut."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as DjangoWrapper


class DatabaseWrapper(DjangoWrapper):
    """Django's, with statements that the server plans once a connection.

    They live as long as the connection and outlast transactions, also failed ones. A pooler that hands one server
    connection to many clients in turn knows nothing of them: `DISABLE_SERVER_SIDE_CURSORS` turns them off as well.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared: set[str] = set()

    @property
    def keeps_statements(self) -> bool:
        """Whether `prepare` may be used."""
        return not self.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection on which nothing is prepared yet."""
        self.prepared = set()
        return super().get_new_connection(conn_params)

    def prepare(self, name: str, preparation: str) -> None:
        """Send `PREPARE name …` unless this connection has had it; behind `cursor()`, which has looked at it."""
        if name not in self.prepared:
            with self.wrap_database_errors, self.connection.cursor() as cursor:
                cursor.execute(preparation)
            self.prepared.add(name)

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
