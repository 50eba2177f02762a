"""Measures the desks of long videos in headless Chromium, each beside what it is compared with.

    make bench-marking-desk                (all)
    make bench-marking-desk ONLY=seeks     (one)

seeks   1,000 seeks in videos of constant and variable rate, rotated, with an edit list and without key frames: how many
        show another frame than ffmpeg cuts.
speed   from the key to the picture in a video of an hour, for seeks and for nudges of an edge, beside a bare <video> of
        the same file; needs REELEVANCE_REAL_DATA.
long    a drawn video of two hours with 50 questions: from opening the desk until it can be used.
killed  200 tabs of each desk whose process is killed right behind a key: how many keystrokes each loses.
keys    a scripted session of marking: key events and seconds a segment by the keystroke-level model, beyond watching.

SEEKS, OPENINGS, KILLS and QUESTIONS set how many of each. MADE=folder keeps the campaigns of `speed` and `long` for
another run.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from playwright.sync_api import Browser

from bench.desk.hands import chromium
from bench.marking_desk.keys import keys
from bench.marking_desk.killed import killed
from bench.marking_desk.long import long
from bench.marking_desk.seeks import seeks
from bench.marking_desk.speed import speed

PARTS: dict[str, Callable[[Browser], None]] = {
    "seeks": seeks,
    "speed": speed,
    "long": long,
    "killed": killed,
    "keys": keys,
}


def main() -> None:
    """All parts, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    chosen = parser.parse_args().part or list(PARTS)
    with chromium() as browser:
        for name in chosen:
            print(f"== {name} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)", flush=True)
            PARTS[name](browser)


if __name__ == "__main__":
    main()
