"""A PostgreSQL database with every migration, made once a run: the workers' own databases are copies of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2
from django.db import connection
from psycopg2.extensions import ISOLATION_LEVEL_AUTOCOMMIT, cursor
from psycopg2.sql import SQL, Identifier

from config.environment import BASE_DIR

LOCK = 7_301  # the first worker makes the database, the others wait for it


def name() -> str:
    """The database's name, from the folder that this run alone has."""
    return "template_" + Path(os.environ["REELEVANCE_DATA_DIR"]).name.replace("-", "_").lower()


def migrated_database() -> str:
    """The name of the database, which is there and has no connections."""
    with server() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute("SELECT FROM pg_database WHERE datname = %s", [name()])
        if cursor.fetchone() is None:
            cursor.execute(SQL("CREATE DATABASE {}").format(Identifier(name())))
            env = os.environ | {"DATABASE_URL": _url(name())}
            subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], cwd=BASE_DIR, env=env, check=True)
    return name()


def drop_migrated_database() -> None:
    """At the end of the run, whether or not a test asked for the database."""
    with server() as cursor:
        cursor.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(name())))


def _url(database: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()


@contextmanager
def own_database() -> Iterator[None]:
    """An empty database in place of the session's, whose tables stay as they are; it goes at the end."""
    session = connection.settings_dict["NAME"]
    own = Identifier(f"{session}_own")
    connection.close()
    with server() as cursor:
        cursor.execute(SQL("DROP DATABASE IF EXISTS {}").format(own))
        cursor.execute(SQL("CREATE DATABASE {}").format(own))
    connection.settings_dict["NAME"] = own.string
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = session
        with server() as cursor:
            cursor.execute(SQL("DROP DATABASE {}").format(own))


@contextmanager
def server() -> Iterator[cursor]:
    """As its administrator, beside every database of the tests."""
    own = psycopg2.connect(_url("postgres"))
    own.set_isolation_level(ISOLATION_LEVEL_AUTOCOMMIT)
    try:
        yield own.cursor()
    finally:
        own.close()
