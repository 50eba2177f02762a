"""Free ports, and waiting until something is so."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(what: str, claim: Callable[[], bool], *, within_s: float = 20.0, every_s: float = 0.02) -> None:
    """Until the claim is true; raises AssertionError, which says what did not come, where it does not become so."""
    deadline = time.monotonic() + within_s
    while not claim():
        assert time.monotonic() < deadline, f"{what}: not within {within_s:g} s"
        time.sleep(every_s)


def answers(port: int) -> bool:
    """Whether somebody listens on that port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
