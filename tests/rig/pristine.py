"""A copy of the tests' SQLite database as it was before the first test: it is put back instead of emptying tables."""

from __future__ import annotations

import sqlite3

from django.contrib.contenttypes.models import ContentType
from django.db import connection

from tests.rig.left_open import connected_again

_copies: dict[str, sqlite3.Connection] = {}


def keep_pristine() -> None:
    """Copy the database, which has tables and guards but nothing that a test stored."""
    name = str(connection.settings_dict["NAME"])
    _copies[name] = sqlite3.connect(":memory:", check_same_thread=False)
    connection.ensure_connection()
    connection.connection.backup(_copies[name])


def put_back_pristine() -> None:
    """Every page as it was, in a few milliseconds; to drop the guards, empty the tables and lay them took a tenth
    of a second. Nobody else may be reading or writing.

    Raises AssertionError, once all is put back, if the test has left rows half read or a transaction open.
    """
    connection.ensure_connection()
    copy = _copies[str(connection.settings_dict["NAME"])]
    ContentType.objects.clear_cache()
    try:
        copy.backup(connection.connection)
    except sqlite3.OperationalError as busy:
        copy.backup(connected_again())
        raise AssertionError("the test has left rows half read or a transaction open") from busy
