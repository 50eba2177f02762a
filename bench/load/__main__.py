"""Load on a team server over HTTP, with a journal of every call and a proof at the end of each scenario.

make bench-load                          (all of them: about ten minutes)
make bench-load ONLY=loop SECONDS=20     (one scenario, shorter)
"""

from __future__ import annotations

import argparse

from bench.load.scenarios import SCENARIOS


def main() -> None:
    """Run the scenarios that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", choices=[[], *SCENARIOS], help="scenarios; all if left out")
    parser.add_argument("--seconds", type=float, help="of each part, instead of its own")
    asked = parser.parse_args()
    for name in asked.only or SCENARIOS:
        print(f"== {name}", flush=True)
        SCENARIOS[name](asked.seconds)


if __name__ == "__main__":
    main()
