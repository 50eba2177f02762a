"""Load on a team server over HTTP, with a journal of every call and a proof at the end of each scenario.

make bench-load                          (all of them but `paired`: about ten minutes)
make bench-load ONLY=loop SECONDS=20     (one scenario, shorter)
make bench-load ONLY=paired OLD=path     (beside another checkout)
"""

from __future__ import annotations

import argparse

from bench.load.scenarios import COMPARED, SCENARIOS


def main() -> None:
    """Run the scenarios that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "only", nargs="*", choices=[[], *SCENARIOS, *COMPARED], help="scenarios; all of one checkout if left out"
    )
    parser.add_argument("--seconds", type=float, help="of each part, instead of its own")
    asked = parser.parse_args()
    for name in asked.only or SCENARIOS:
        print(f"== {name}", flush=True)
        (SCENARIOS | COMPARED)[name](asked.seconds)


if __name__ == "__main__":
    main()
