"""Reads what a platform's database holds, past the platform."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2

from tests.rig.journal import Stored

SCORES = """
SELECT u.username, e.public_id, s.key, s.relevance, s.current FROM annotator_score s
JOIN annotator_seat e ON e.id = s.seat_id JOIN annotator_membership m ON m.id = s.annotator_id
JOIN annotator_user u ON u.id = m.user_id
"""


def stored_scores(env: dict[str, str]) -> list[Stored]:
    """Every score row of that platform; seats' ids without dashes."""
    url = env.get("DATABASE_URL", "")
    if urlsplit(url).scheme == "postgres":
        connection = psycopg2.connect(url)
    else:
        connection = sqlite3.connect(Path(env["REELEVANCE_DATA_DIR"]) / "reelevance.sqlite3")
    with closing(connection):
        cursor = connection.cursor()
        cursor.execute(SCORES)
        return [(who, str(seat).replace("-", ""), key, value, bool(now)) for who, seat, key, value, now in cursor]
