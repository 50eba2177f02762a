"""A database, a role and a Redis number of this run's own, on the servers that the environment names."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg2
import redis

from tests.servers.prepare import POSTGRES, REDIS

REDIS_NUMBER = 12


@dataclass(frozen=True, slots=True)
class Stores:
    """Where the containers find them."""

    database: str
    broker: str

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        """What the database answers, past the platform."""
        connection = psycopg2.connect(self.database)
        try:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return list(cursor.fetchall())
        finally:
            connection.close()


@contextmanager
def own_stores() -> Iterator[Stores]:
    """Empty ones, which are gone afterwards. The role may do in its database what compose's role may."""
    server = urlsplit(os.environ.get("REELEVANCE_TEST_POSTGRES", POSTGRES))
    broker = urlsplit(os.environ.get("REELEVANCE_TEST_REDIS", REDIS))._replace(path=f"/{REDIS_NUMBER}").geturl()
    name, password = f"images_{secrets.token_hex(4)}", secrets.token_hex(12)
    at = f"{server.hostname}:{server.port or 5432}"
    _admin(server.geturl(), f"CREATE ROLE {name} LOGIN PASSWORD '{password}'", f"CREATE DATABASE {name} OWNER {name}")
    try:
        with redis.Redis.from_url(broker) as client:
            client.flushdb()
            yield Stores(f"postgres://{name}:{password}@{at}/{name}", broker)
            client.flushdb()
    finally:
        _admin(server.geturl(), f"DROP DATABASE {name} WITH (FORCE)", f"DROP ROLE {name}")


def _admin(server: str, *statements: str) -> None:
    connection = psycopg2.connect(f"{server}/postgres")
    connection.autocommit = True
    try:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
    finally:
        connection.close()
