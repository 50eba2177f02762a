"""Repeats the faults for an hour in an order drawn anew each time; the seed is printed.

python -m tests.faults.soak [--seconds 3600] [--seed N]
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import subprocess
import sys
import time

PYTEST = [sys.executable, "-m", "pytest", "-n", "0", "-m", "servers"]


def main() -> int:
    """Run; 1 as soon as something fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    asked = parser.parse_args()
    env = {**os.environ, "REELEVANCE_TEST_DATABASE": "postgres"}
    listing = subprocess.run(
        [*PYTEST, "--collect-only", "-q", "tests/faults"], env=env, capture_output=True, text=True, check=True
    )
    names = [line for line in listing.stdout.splitlines() if "::" in line]
    draw, until, turns = random.Random(asked.seed), time.monotonic() + asked.seconds, 0
    print(f"soak: seed {asked.seed}, {len(names)} faults, {asked.seconds:g} s", flush=True)  # noqa: T201
    while time.monotonic() < until:
        turns += 1
        draw.shuffle(names)
        if subprocess.run([*PYTEST, "-x", *names], env=env, check=False).returncode:
            print(f"soak: turn {turns} of seed {asked.seed} failed", flush=True)  # noqa: T201
            return 1
    print(f"soak: {turns} turns of seed {asked.seed} without a breach", flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
