"""Gunicorn's configuration in embedded mode: it stops when the process that started it ends."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

LOOK_EVERY_S = 1.0


def on_starting(server: Any) -> None:
    """Watch the parent from a thread of the master, which a kill of the parent leaves behind."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY_S)
    os.kill(os.getpid(), signal.SIGTERM)
