"""A PostgreSQL cluster of one's own on a free port: made in a temporary folder, stopped and started as tests like."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg2

from tests.rig.ports import free_port, wait_until
from tests.rig.web import die_with_parent

OWNER = "postgres"  # PostgreSQL refuses to run as root
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "120",
    "shared_buffers": "256MB",
    "logging_collector": "off",
    "jit": "off",
}


def program(name: str) -> str:
    """The newest PostgreSQL's program of that name: Debian keeps initdb out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, f"no {name}: run python -m tests.servers.prepare"
    return path


class Postgres:
    """One cluster; `url(name)` leads to one of its databases."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self.port = folder, free_port()
        self.settings = {**SETTINGS, **settings}
        self.process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam(OWNER)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(folder, account.pw_uid, account.pw_gid)
        command = [program("initdb"), "-D", folder / "data", "-U", OWNER, "--auth=trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*command, "--locale=C.UTF-8"], check=True, capture_output=True, cwd=folder, **self._as)

    def url(self, name: str = "postgres", *, port: int | None = None) -> str:
        """Where the database is, on another port if a line lies between."""
        return f"postgres://{OWNER}@127.0.0.1:{port or self.port}/{name}"

    def start(self) -> None:
        """Serve, and wait until it answers."""
        command = [program("postgres"), "-D", self.folder / "data", "-p", self.port]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,
                **self._as,
            )
        wait_until("PostgreSQL", self.is_up, every_s=0.05)

    def is_up(self) -> bool:
        """Whether it takes connections."""
        try:
            psycopg2.connect(self.url(), connect_timeout=2).close()
        except psycopg2.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it: SIGQUIT at once, as if power failed for its processes; SIGINT in order."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def run(self, sql: str, *values: object, name: str = "postgres") -> list[tuple[Any, ...]]:
        """The rows that a statement answers; committed."""
        connection = psycopg2.connect(self.url(name))
        connection.autocommit = True
        try:
            cursor = connection.cursor()
            cursor.execute(sql, values or None)
            return list(cursor.fetchall()) if cursor.description else []
        finally:
            connection.close()

    def pids(self) -> list[int]:
        """The postmaster and its children."""
        assert self.process is not None
        pid = self.process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


@contextmanager
def own_postgres(**settings: str) -> Iterator[Postgres]:
    """A running cluster in a folder of its own; both go at the end."""
    folder = Path(tempfile.mkdtemp(prefix="reelevance-postgres-"))
    server = Postgres(folder, **settings)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
