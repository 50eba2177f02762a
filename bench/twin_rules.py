"""Compares rules of twins with synthetic judges, writers and checkers.

    .venv/bin/python bench/twin_rules.py

200,000 captions, of which a fifth says nothing of the direction, the drawn movements judged 2,000 times each, and
splits of the published sizes. docs/rules-of-twins.md shows the tables and says what is assumed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from consensus.simulation.twins.movements import true_judgement  # noqa: E402
from consensus.simulation.twins.people import TwinChecker, TwinJudge, TwinWriter  # noqa: E402
from consensus.simulation.twins.study import (  # noqa: E402
    CheckingRule,
    accepted_silent,
    study_checking,
    study_judging,
)
from consensus.twins.splits.checking import check_splits  # noqa: E402
from consensus.twins.splits.drawing import draw_splits  # noqa: E402
from consensus.twins.splits.placing import PlacedClip, Split, SplitSizes, SplitUnit  # noqa: E402
from moments.demo.scenes import demo_moments, demo_videos  # noqa: E402

CAPTIONS, REPEATS, SEED = 200_000, 2_000, 20
UNITS, SINGLES, SIZES = 13_272, 5_007, SplitSizes(val=1_000, test=2_000)  # 21,537 clips
RULES = {"no": (False, 0.0), "yes, said by 50%": (True, 0.5), "yes, said by 90%": (True, 0.9)}
JUDGES = {"2%": TwinJudge(0.01, 0.02, 0.005), "5%": TwinJudge(0.025, 0.05, 0.01), "10%": TwinJudge(0.05, 0.1, 0.01)}


def checking() -> None:
    """The table of T4, and what T5 would be if all assignments counted."""
    print(
        "\n| checkers | cannot tell | silent | by formula "
        "| good ones returned | returns | to the lead | assignments | ceiling (T5) | all assignments |"
    )
    print("|---" * 10 + "|")
    for checkers in (1, 2):
        for name, (cannot_tell, honest) in RULES.items():
            rule, writer, checker = CheckingRule(checkers, cannot_tell), TwinWriter(), TwinChecker(honest=honest)
            one = study_checking(rule, writer, checker, captions=CAPTIONS, seed=SEED)
            shares = (one.silent, accepted_silent(rule, writer, checker), one.good_returned)
            cells = [f"{share:.1%}" for share in shares]
            cells += [f"{one.returns:.2f}", f"{one.lead:.1%}", f"{one.assignments:.2f}"]
            cells += [f"{one.ceiling:.1%}", f"{one.all_assignments:.1%}"]
            print(f"| {checkers} | {name} | " + " | ".join(cells) + " |")


def judging() -> None:
    """The table of T2 over the drawn movements."""
    print("\n| errs about the reverse | one judge right | T2 right | T2 wrong | third annotators | to the lead |")
    print("|---" * 6 + "|")
    truths = [true_judgement(moment.scenes) for moment in demo_moments(demo_videos())] * REPEATS
    for name, judge in JUDGES.items():
        one = study_judging(judge, truths, seed=SEED)
        cells = (one.one_right, one.right, one.wrong, one.third, one.lead)
        print(f"| {name} | " + " | ".join(f"{share:.1%}" for share in cells) + " |")


def splits() -> None:
    """Splits of the published sizes, one to three twins or singles of each source, drawn and checked."""
    draw = random.Random(SEED)
    sources = [source for source in range(UNITS) for _ in range(draw.randint(1, 3))][:UNITS]
    singles = set(draw.sample(range(UNITS), SINGLES))
    units = [
        SplitUnit(
            f"{number:05}", f"v{source}", (f"forward {number}", f"backward {number}")[: 1 + (number not in singles)]
        )
        for number, source in enumerate(sources)
    ]
    started = time.perf_counter()
    drawn = draw_splits(units, SIZES, seed=SEED)
    ended = time.perf_counter()
    clips = [clip for unit in units for clip in placed(unit, drawn.splits[unit.name])]
    breaches = check_splits(clips, SIZES)
    sizes = ", ".join(f"{drawn.clips[split]:,} {split.value}" for split in Split)
    print(
        f"\n{len(clips):,} clips: {sizes}; drawn in {ended - started:.2f} s, checked in "
        f"{time.perf_counter() - ended:.2f} s, {len(breaches)} breaches"
    )


def placed(unit: SplitUnit, split: Split) -> list[PlacedClip]:
    """The clips of a unit."""
    names = [f"{unit.name} {side}" for side in ("forward", "backward")[: unit.clips]]
    twins = names[::-1] if unit.clips == 2 else [None]
    return [
        PlacedClip(name, twin, unit.source, split, caption)
        for name, twin, caption in zip(names, twins, unit.captions, strict=True)
    ]


if __name__ == "__main__":
    checking()
    judging()
    splits()
