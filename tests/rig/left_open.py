"""What a test leaves open on the database is closed before it reaches others, and said of the test that left it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator

import pytest
from django.db import connection, transaction


def closing_transactions() -> Generator[None, object, object]:
    """Around a test: a transaction that it began and did not end is rolled back; it fails, if it has not already.

    One level too deep, Django's own rollback at the end of the test would end only the innermost level. Every test
    after it would then work inside that transaction, and those of several connections would wait for its lock.
    """
    depth = len(connection.atomic_blocks)
    try:
        result = yield
    finally:
        left = len(connection.atomic_blocks) - depth
        for _ in range(left):
            transaction.set_rollback(True)
            connection.atomic_blocks[-1].__exit__(None, None, None)
    if left > 0:
        pytest.fail(f"the test has left open {left} of its transactions", pytrace=False)
    return result


def leave_half_read_rows() -> None:
    """Before a test of several connections: rows that nobody read to their end would keep their old state in sight.

    The traceback of a test that failed can hold them for long, and closes their cursor when it goes.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        connection.connection = None


def connected_again() -> sqlite3.Connection:
    """A new connection of the tests' SQLite database, whatever was going on at the old one."""
    connection.connection.rollback()
    connection.connect()
    fresh: sqlite3.Connection = connection.connection
    return fresh
