"""Compares the rules of marking on synthetic authors and markers, and pools with fillers of 2 to 30 s.

    .venv/bin/python bench/marking_rules.py

268 videos, 1,800 questions. Edge errors are scaled so that two people have the published mean IoU of 0.725, in three
shapes, since one figure does not decide the shape. docs/rules-of-marking.md shows the tables and says what is assumed.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from consensus.pools.filling import Stretch, fill, overlapping_runs  # noqa: E402
from consensus.simulation.marking.costs import Costs  # noqa: E402
from consensus.simulation.marking.people import MarkingPerson, calibrated  # noqa: E402
from consensus.simulation.marking.study import study_rule  # noqa: E402
from consensus.simulation.marking.world import TrueQuestion, draw_world  # noqa: E402
from moments.marking_protocol import MarkingProtocol  # noqa: E402

SEEDS = (1, 2, 3)
SHAPES = {
    "same for all": MarkingPerson(0),
    "grows with length": MarkingPerson(0, by_length=True),
    "a fifth is wide": MarkingPerson(0, wide_share=0.2),
}
RULES = {
    "M2/M3, outer edges": MarkingProtocol(extent="outer"),
    "M2/M3, mean edges": MarkingProtocol(extent="mean"),
    "M2/M3, mean of all edges": MarkingProtocol(extent="mean_of_all"),
    "both edges within 1 s": MarkingProtocol(extent="outer", edge_tolerance_ms=1000, min_iou=0.0, sure_iou=1.0),
    "single author": None,
}
COLUMNS = ("edge errors", "rule", "recall", "precision", "edge median", "90%", "IoU", "third's hours", "pieces",
           "lead", "returned", "h a video h", "lost", "too much", "cut")  # fmt: skip
CUTS = ("lost", "too_much", "cut")


def rules(miss: float) -> None:
    """The table of rules at this chance of missing a segment."""
    print(f"\n{miss:.0%} misses a person; means of {len(SEEDS)} worlds; pieces, lead, returned: a question")
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    worlds = {seed: draw_world(random.Random(seed)) for seed in SEEDS}
    for shape, kind in SHAPES.items():
        person = calibrated(kind)
        person = MarkingPerson(person.edge_ms, person.by_length, person.wide_share, miss=miss)
        for rule, protocol in RULES.items():
            all_figures = [study_rule(world, person, seed=seed, protocol=protocol) for seed, world in worlds.items()]

            def mean(name: str, all_figures: list = all_figures) -> float:
                return fmean(getattr(figures, name) for figures in all_figures)

            cells = (
                f"{shape} ({person.edge_ms / 1000:.2f} s)", rule, f"{mean('recall'):.1%}", f"{mean('precision'):.1%}",
                f"{mean('edge_median_s'):.2f} s", f"{mean('edge_p90_s'):.2f} s", f"{mean('mean_iou'):.3f}",
                f"{mean('third_share'):.1%}", f"{mean('third_pieces'):.2f}", f"{mean('lead_pieces'):.2f}",
                f"{mean('returned'):.2f}", f"{mean('person_hours_a_video_hour'):.2f}",
                *(f"{fmean(getattr(one.cuts, name) for one in all_figures):.1%}" for name in CUTS),
            )  # fmt: skip
            print("| " + " | ".join(cells) + " |")


def variants() -> None:
    """Variants of rules, desk and people, against the goals for edges and for third annotators' hours."""
    print(
        "\nvariants: edge median, third annotators' share of hours and recall, by shape of the edge errors; one world"
    )
    print("| change | " + " | ".join(SHAPES) + " |\n" + "|---" * (len(SHAPES) + 1) + "|")
    every_third = {"edge_tolerance_ms": 0, "min_iou": 1.0, "sure_iou": 1.0}
    tried = {
        "outer edges": (MarkingProtocol(extent="outer"), Costs(), 0.725),
        "mean edges": (MarkingProtocol(extent="mean"), Costs(), 0.725),
        "mean of all edges": (MarkingProtocol(extent="mean_of_all"), Costs(), 0.725),
        "… pieces played at normal speed": (MarkingProtocol(extent="mean_of_all"), Costs(piece_speed=1), 0.725),
        "… edges within 1.5 s": (MarkingProtocol(extent="mean_of_all", edge_tolerance_ms=1500), Costs(), 0.725),
        "… edges within 1 s": (MarkingProtocol(extent="mean_of_all", edge_tolerance_ms=1000), Costs(), 0.725),
        "… edges within 2.5 s": (MarkingProtocol(extent="mean_of_all", edge_tolerance_ms=2500), Costs(), 0.725),
        "… sure from an IoU of 0.8": (MarkingProtocol(extent="mean_of_all", sure_iou=0.8), Costs(), 0.725),
        "… every match to a third annotator": (MarkingProtocol(extent="mean_of_all", **every_third), Costs(), 0.725),
        "… people with an IoU of 0.75": (MarkingProtocol(extent="mean_of_all"), Costs(), 0.75),
        "… people with an IoU of 0.8": (MarkingProtocol(extent="mean_of_all"), Costs(), 0.8),
        "outer edges, people with an IoU of 0.75": (MarkingProtocol(extent="outer"), Costs(), 0.75),
        "outer edges, people with an IoU of 0.8": (MarkingProtocol(extent="outer"), Costs(), 0.8),
    }
    world = draw_world(random.Random(SEEDS[0]))
    for change, (protocol, costs, likeness) in tried.items():
        cells = []
        for kind in SHAPES.values():
            person = calibrated(kind, iou_wanted=likeness)
            figures = study_rule(world, person, seed=SEEDS[0], protocol=protocol, costs=costs)
            cells.append(f"{figures.edge_median_s:.2f} s, {figures.third_share:.1%}, {figures.recall:.1%}")
        print(f"| {change} | {' | '.join(cells)} |")


def video_clips(world: list[TrueQuestion]) -> dict[int, tuple[int, list[list[Stretch]]]]:
    """Each video's duration in seconds, and the truth clips of each of its questions."""
    videos: dict[int, tuple[int, list[list[Stretch]]]] = {}
    for question in world:
        clips = [(truth.start_ms // 1000, -(-truth.end_ms // 1000)) for truth in question.truth]
        videos.setdefault(question.video, (-(-question.duration_ms // 1000), []))[1].append(clips)
    return videos


def cut_at_random(clips: set[Stretch], duration: int, draw: random.Random) -> tuple[list[Stretch], int]:
    """The rest of a video cut into 2 to 30 s, a shorter remainder joined to the filler in front of it."""
    at, fillers = 0, []
    for run in [*overlapping_runs(clips), ((duration, duration + 1),)]:
        begin, first = len(fillers), at
        while run[0][0] - first >= 2:
            fillers.append((first, min(run[0][0], first + draw.randint(2, 30))))
            first = fillers[-1][1]
        if first < run[0][0] and len(fillers) > begin:
            fillers[-1] = (fillers[-1][0], run[0][0])
        at = max(end for _, end in run)
    return fillers, 0


def copied(clips: set[Stretch], duration: int, draw: random.Random) -> tuple[list[Stretch], int]:
    """M6's fillers."""
    filled = fill(clips, duration=duration, draw=draw)
    return [*filled.fillers], len(filled.uncopied)


GUESSERS: dict[str, Callable[[Stretch, int], float]] = {
    "longest": lambda clip, _: clip[1] - clip[0],
    "shortest": lambda clip, _: clip[0] - clip[1],
    "above 30 s": lambda clip, _: clip[1] - clip[0] > 30,
    "near 15 s": lambda clip, _: -abs(clip[1] - clip[0] - 15),
    "near 8 s": lambda clip, _: -abs(clip[1] - clip[0] - 8),
    "first in time": lambda clip, _: -clip[0],
    "last in time": lambda clip, _: clip[1],
    "in the middle": lambda clip, duration: -abs(clip[0] + clip[1] - duration),
}


def pools(worlds: int = 12) -> None:
    """How often guessers that see no video hit a question's truth, against chance."""
    print(f"\nhits of guessers without pictures, as multiples of chance ({worlds} worlds of 268 videos)")
    kinds = {
        "cut into 2-30 s": (cut_at_random, False),
        "M6, all pools": (copied, False),
        "M6, without recognisable truths": (copied, True),
    }
    print("| fillers | " + " | ".join(GUESSERS) + " | clips a pool | chance | rest used | pools |")
    print("|---" * (len(GUESSERS) + 5) + "|")
    for name, (cut, whole_only) in kinds.items():
        hits, expected, asked, sizes, used = dict.fromkeys(GUESSERS, 0), 0.0, 0, [], []
        for seed in range(worlds):
            draw = random.Random(seed)
            for duration, questions in video_clips(draw_world(draw)).values():
                truths = {clip for clips in questions for clip in clips}
                fillers, uncopied = cut(truths, duration, draw)
                if whole_only and uncopied:
                    continue
                pool = [*truths, *fillers]
                sizes.append(len(pool))
                rest = duration - sum(max(e for _, e in run) - run[0][0] for run in overlapping_runs(truths))
                covered = sum(max(e for _, e in run) - run[0][0] for run in overlapping_runs(fillers))
                used.append((covered, rest))
                expected += sum(len(set(clips)) for clips in questions) / len(pool)
                asked += len(questions)
                for guesser, score in GUESSERS.items():
                    guess = max(pool, key=lambda clip: (score(clip, duration), draw.random()))
                    hits[guesser] += sum(guess in clips for clips in questions)
        cells = [f"{count / expected:.2f}" for count in hits.values()]
        share = sum(covered for covered, _ in used) / sum(rest for _, rest in used)
        shown = [*cells, f"{fmean(sizes):.1f}", f"{expected / asked:.1%}", f"{share:.0%}", f"{len(sizes)}"]
        print(f"| {name} | {' | '.join(shown)} |")
    print(f"one standard deviation of a multiple of chance is about {1 / math.sqrt(expected):.2f}")


def main() -> None:
    """Run, print."""
    start = time.perf_counter()
    world = draw_world(random.Random(1))
    videos = {question.video: question.duration_ms for question in world}
    print(f"{len(videos)} videos, {sum(videos.values()) / 3.6e6:.1f} h, {len(world)} questions, "
          f"{sum(len(question.truth) for question in world)} true segments of "
          f"{fmean(t.length_ms for q in world for t in q.truth) / 1000:.1f} s")  # fmt: skip
    for miss in (0.1, 0.2):
        rules(miss)
    variants()
    pools()
    print(f"\n{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
