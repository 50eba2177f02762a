"""A beat that sends only while it holds a lock of the database, so that a second one does no harm.

The lock is PostgreSQL's advisory lock of a session: it goes with the connection, hence with the process. On SQLite it
is the lock of a file. A beat without it waits, and takes over within a second of the other's end.
"""

from __future__ import annotations

import fcntl
import logging
from pathlib import Path
from typing import IO, Any, Protocol

from celery.beat import Scheduler
from django.conf import settings
from django.db import Error, connection

LOCK_NUMBER = 0x5245_454C  # "REEL": any number will do that nothing else locks
ASK_AGAIN_S = 1.0
logger = logging.getLogger("reelevance.beat")


class Lock(Protocol):
    """What one process holds at a time."""

    def held(self) -> bool:
        """Whether this process has it now, taking it where it is free."""
        ...


class AdvisoryLock:
    """On a connection of its own; if that breaks, the lock is lost and requested again."""

    def __init__(self) -> None:
        self._own = connection.copy()
        self._mine = False

    def held(self) -> bool:
        """Ask the database each time: the connection may be gone since."""
        try:
            with self._own.cursor() as cursor:
                if self._mine:
                    cursor.execute("SELECT 1")
                else:
                    cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_NUMBER])
                    self._mine = bool(cursor.fetchone()[0])
        except Error as error:  # InterfaceError too: a connection that was cut is no DatabaseError
            logger.warning("the database does not answer, so no tasks are sent: %s", " ".join(str(error).split()))
            self._mine = False
            self._own.close()
        return self._mine


class FileLock:
    """For one machine."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def held(self) -> bool:
        """Take it once and keep it."""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                return False
            self._file = file
        return True


def beat_lock() -> Lock:
    """The lock that fits the database."""
    return AdvisoryLock() if connection.vendor == "postgresql" else FileLock(settings.DATA_DIR / "beat.lock")


class SoleScheduler(Scheduler):
    """Celery's scheduler in memory: what was due while no beat ran is due at once, which harms nobody."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._lock = beat_lock()
        self._was_mine: bool | None = None
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, where the lock is held; seconds until the next look."""
        mine = self._lock.held()
        if mine is not self._was_mine:
            logger.info("this beat now sends the tasks" if mine else "another beat sends the tasks; waiting")
            self._was_mine = mine
        if not mine:
            return ASK_AGAIN_S
        return min(float(super().tick(*args, **kwargs)), ASK_AGAIN_S)
