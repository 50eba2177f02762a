"""Free ports, and waiting until something is so."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable

# Below the ports that the kernel gives to outgoing connections: nobody takes one before its server listens.
PORTS = range(20_000, 32_000)
_given: set[int] = set()
_draw = random.SystemRandom()


def free_port() -> int:
    """A port that nobody listens on, another one at each call of this process."""
    while True:
        port = _draw.choice(PORTS)
        if port not in _given and _is_free(port):
            _given.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def wait_until(what: str, claim: Callable[[], bool], *, within_s: float = 60.0, every_s: float = 0.02) -> None:
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
