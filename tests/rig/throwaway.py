"""Runs a command with a PostgreSQL of its own, which goes at the end: `python -m tests.rig.throwaway COMMAND …`.

It syncs nothing to the disk, as nobody will ask for its data after a loss of power, and vacuums nothing, as
the tests empty their tables. Where REELEVANCE_TEST_POSTGRES names a server, the command gets that one. Tests of what
outlives a crash start servers of their own, with PostgreSQL's own settings (`tests/rig/postgres.py`).
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.rig.postgres import own_postgres

SERVER = "REELEVANCE_TEST_POSTGRES"
UNSAFE = {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}


def main(command: list[str]) -> int:
    """The command's exit status."""
    if os.environ.get(SERVER):
        return subprocess.run(command, check=False).returncode
    with own_postgres(**UNSAFE) as server:
        env = os.environ | {SERVER: server.url("").rstrip("/")}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
