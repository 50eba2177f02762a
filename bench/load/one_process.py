"""In one process: what a label costs beside `/healthz` and beside bare psycopg2 running the same SQL.

Run by `bench/load/label.py`, in the environment of a platform whose database is named by DATABASE_URL; prints JSON.

The database is copied: on the first copy the labels' statements are written down as psycopg2 sends them, on the second
the labels are measured, on the third the statements are sent again. Each answers as it did, because every copy begins
alike. Measured are chunks of each in turn, so that a machine with other work slows them all. The platform's clock goes
on by 1/225 s a label, the rate that is asked for: what is done anew after ten seconds is not done more often here.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
import psycopg2.extensions
from django.utils import timezone

HOLD = 3
LABEL_TAKES = timedelta(seconds=1) / 225
CHUNK = 100
WARM_UP = 250
BEGIN = timezone.now()
TICKS_S = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Sent:
    """A statement as it left, and whether a transaction was open around it."""

    sql: bytes
    in_transaction: bool


@dataclass(slots=True)
class Used:
    """What chunks of one kind used together: their number, and seconds of each processor time and of waiting."""

    done: int = 0
    web_s: float = 0.0
    database_s: float = 0.0
    wall_s: float = 0.0

    def each(self) -> dict[str, float]:
        """The same of one, in milliseconds."""
        parts = {"web": self.web_s, "database": self.database_s, "wall": self.wall_s}
        return {name: round(1000 * seconds / max(1, self.done), 4) for name, seconds in parts.items()}


class Recording(psycopg2.extensions.cursor):
    """Writes down what it sends."""

    sent: list[Sent] = []

    def execute(self, query: Any, vars: Any = None) -> None:
        """Send it, then note it."""
        super().execute(query, vars)
        self.sent.append(Sent(bytes(self.query), not self.connection.autocommit))


@dataclass
class Desk:
    """People who score in turn through the WSGI application, without a server or a network around it."""

    application: Any
    people: list[dict[str, str]]
    session: bool
    held: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    fates: Counter[str] = field(default_factory=Counter)
    campaign: str = "load"

    def label(self) -> None:
        """The next person scores one pair; one request, as the desk and programs make it."""
        number = next(self.numbers)
        timezone.now = lambda: BEGIN + number * LABEL_TAKES
        person = self.people[number % len(self.people)]
        held = self.held.get(person["who"]) or self._claimed(person)
        seat = next(iter(held))
        entry = {"seat": seat, "key": f"bench-{number}", "shown_ms": 900, **self.answer(number)}
        body = {"scores": [entry], "claim": HOLD, "known": list(held), "campaign": self.campaign}
        answer = self._post("/api/v1/scores/", person, body)
        self.fates[answer["results"][0]["status"]] += 1
        self.held[person["who"]] = {one["id"]: one for one in answer["seats"]}

    def answer(self, number: int) -> dict[str, Any]:
        """What the person says of the pair."""
        return {"relevance": number % 5}

    def healthz(self) -> None:
        """The least that the platform answers."""
        self._call("GET", "/healthz", {}, b"")

    def _claimed(self, person: dict[str, str]) -> dict[str, Any]:
        answer = self._post("/api/v1/seats/claim/", person, {"count": HOLD, "campaign": self.campaign})
        return {one["id"]: one for one in answer["seats"]}

    def _post(self, path: str, person: dict[str, str], body: dict[str, Any]) -> Any:
        headers = {"HTTP_AUTHORIZATION": f"Token {person['token']}"}
        if self.session:
            csrf = "c" * 32
            cookies = f"sessionid={person['session']}; csrftoken={csrf}"
            headers = {"HTTP_COOKIE": cookies, "HTTP_X_CSRFTOKEN": csrf, "HTTP_REFERER": "http://127.0.0.1/"}
        return json.loads(self._call("POST", path, headers, json.dumps(body).encode()))

    def _call(self, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "127.0.0.1",
            "REMOTE_ADDR": "127.0.0.1", "CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(body)),
            "HTTP_ACCEPT": "*/*", "HTTP_ACCEPT_ENCODING": "gzip, deflate", "HTTP_USER_AGENT": "bench",
            "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
            **headers,
        }  # fmt: skip
        statuses: list[str] = []
        response = self.application(environ, lambda status, _headers, _info=None: statuses.append(status))
        answer = b"".join(response)
        response.close()
        assert statuses[0].startswith("200"), (statuses, answer[:500])
        return answer


def own_s() -> float:
    """Seconds of processor time that this process used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def backend_s(pid: int) -> float:
    """Seconds of processor time that a process of the database used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_S


def moved(database: str) -> int:
    """Django works on that database from now on; the process id of its new backend."""
    from django.db import connection

    connection.close()
    connection.settings_dict |= {"NAME": database, "CONN_MAX_AGE": None}  # one backend, so that it can be measured
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def copies(number: int) -> list[str]:
    """The names of so many copies of the database, in the state in which it is."""
    from django.db import connection

    source = connection.settings_dict["NAME"]
    names = [f"{source}_{place}" for place in range(number)]
    moved("postgres")
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}" STRATEGY file_copy')
    connection.close()
    return names


def recorded(desk: Desk, labels: int, database: str) -> list[list[Sent]]:
    """What each of the labels sends, from a new connection on."""
    from django.db import connection

    connection.settings_dict["OPTIONS"]["cursor_factory"] = Recording
    moved(database)
    Recording.sent.clear()
    found = []
    for _ in range(labels):
        desk.label()
        found.append(list(Recording.sent))
        Recording.sent.clear()
    del connection.settings_dict["OPTIONS"]["cursor_factory"]
    connection.close()
    return found


class Bare:
    """psycopg2 alone, which sends what was written down and fetches what comes."""

    def __init__(self, database: str, sent: list[list[Sent]]) -> None:
        from django.db import connection

        parameters = connection.get_connection_params() | {"dbname": database}
        parameters.pop("cursor_factory", None)
        self.connection = psycopg2.connect(**parameters)
        self.connection.autocommit = True
        self.pid = self.connection.info.backend_pid
        self.sent = iter(sent)

    def label(self) -> None:
        """One label's statements, in the same transactions."""
        connection = self.connection
        cursor = connection.cursor()
        for statement in next(self.sent):
            if connection.autocommit == statement.in_transaction:
                self._end()
                connection.autocommit = not statement.in_transaction
            cursor.execute(statement.sql)
            if cursor.description:
                cursor.fetchall()
        self._end()

    def _end(self) -> None:
        if not self.connection.autocommit:
            self.connection.commit()
            self.connection.autocommit = True


def measured(kind: Used, turn: Any, pid: int, times: int = CHUNK) -> None:
    """Add a chunk to what is known of its kind."""
    wall_s, web_s, database_s = time.perf_counter(), own_s(), backend_s(pid)
    for _ in range(times):
        turn()
    kind.done += times
    kind.wall_s += time.perf_counter() - wall_s
    kind.web_s += own_s() - web_s
    kind.database_s += backend_s(pid) - database_s


def main() -> None:
    """Argument: JSON with `people`, `labels` and `session`; `profile` names a file for cProfile instead."""
    asked = json.loads(sys.argv[1])
    django.setup()
    from config.wsgi import application

    first = Desk(application, asked["people"], asked["session"])
    for _ in range(WARM_UP):
        first.label()
    if asked.get("profile"):
        profiled(first, asked["labels"], asked["profile"])
    else:
        compared(first, asked["labels"])


def compared(first: Desk, labels: int) -> None:
    """Print what labels, `/healthz` and the bare statements use."""
    total = WARM_UP + labels
    to_record, to_measure, to_replay = copies(3)
    again, ours = (replace(first, held={}, numbers=itertools.count(WARM_UP + 1), fates=Counter()) for _ in range(2))
    sent = recorded(again, total, to_record)
    pid, bare = moved(to_measure), Bare(to_replay, sent)
    for _ in range(WARM_UP):
        ours.label()
        bare.label()
    ours.fates.clear()
    kinds = {"label": Used(), "healthz": Used(), "bare": Used()}
    for _ in range(labels // CHUNK):
        measured(kinds["label"], ours.label, pid)
        measured(kinds["healthz"], ours.healthz, pid)
        measured(kinds["bare"], bare.label, bare.pid)
    statements = [len(one) for one in sent[WARM_UP:]]
    last = [statement.sql.decode() for statement in sent[-1]]
    each = {name: used.each() for name, used in kinds.items()}
    print(json.dumps({"each": each, "fates": ours.fates, "statements": statements, "last": last}))


def profiled(ours: Desk, labels: int, path: str) -> None:
    """Where the labels' time goes, for `python -m pstats`."""
    import cProfile

    profile = cProfile.Profile(time.thread_time)  # of this thread alone: other work on the machine does not count
    profile.enable()
    for _ in range(labels):
        ours.label()
    profile.disable()
    profile.dump_stats(path)
    print("{}")


if __name__ == "__main__":
    main()
