"""Threads beside embedded mode's worker, one for each kind of long work, so that verdicts never wait for it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import DatabaseError, connection

logger = logging.getLogger("reelevance.worker")
_beside: dict[str, threading.Thread] = {}


def is_beside(name: str) -> bool:
    """Whether that work is going on in this process."""
    return name in _beside and _beside[name].is_alive()


def begin_beside(name: str, work: Callable[[], object]) -> None:
    """Start the work in a thread; it goes with its process, so it must bear to be cut off."""
    _beside[name] = threading.Thread(target=_done, args=(name, work), name=name, daemon=True)
    _beside[name].start()


def _done(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    except DatabaseError as error:
        logger.warning("%s stopped, the next turn goes on: %s", name, error)
    finally:
        connection.close()
