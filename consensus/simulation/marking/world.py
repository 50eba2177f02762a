"""Long videos with questions whose true segments are known, drawn to the published sizes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from annotator.marking.segments import Segment

VIDEOS, QUESTIONS = 268, 1800
SHORTEST_S, MEDIAN_S, SPREAD, LONGEST_S = 5, 290, 1.1, 7109
"""Of the videos: the mean comes to about the published 536 s, the sum to 40 hours."""
TRUTH_MEAN_S, TRUTH_SPREAD = 14.9, 0.8
FURTHER_TRUTH = 0.3
APART_MS = 5000


@dataclass(frozen=True, slots=True)
class TrueQuestion:
    """A question on a video, with the segments that answer it."""

    video: int
    duration_ms: int
    truth: tuple[Segment, ...]


def draw_world(draw: random.Random, *, videos: int = VIDEOS, questions: int = QUESTIONS) -> list[TrueQuestion]:
    """Questions on videos of 5 to 7,109 s, long videos having more of them; every video has at least one."""
    durations = [draw_duration_ms(draw) for _ in range(videos)]
    asked = [*range(videos), *draw.choices(range(videos), durations, k=max(0, questions - videos))][:questions]
    return [TrueQuestion(video, durations[video], draw_truth(draw, durations[video])) for video in sorted(asked)]


def draw_duration_ms(draw: random.Random) -> int:
    """A video's duration: lognormal, within the published ends."""
    return round(1000 * min(LONGEST_S, max(SHORTEST_S, draw.lognormvariate(math.log(MEDIAN_S), SPREAD))))


def draw_length_ms(draw: random.Random) -> int:
    """A true segment's length: lognormal with the published mean of 14.9 s, at least 1 s."""
    middle = math.log(TRUTH_MEAN_S * 1000) - TRUTH_SPREAD**2 / 2
    return max(1000, round(draw.lognormvariate(middle, TRUTH_SPREAD)))


def draw_truth(draw: random.Random, duration_ms: int) -> tuple[Segment, ...]:
    """One segment, or with a chance of 0.3 a further one, and so on; at least 5 s apart, anywhere in the video."""
    truth = [_segment(draw, duration_ms)]
    while draw.random() < FURTHER_TRUTH:
        further = _segment(draw, duration_ms)
        if all(further.start_ms - one.end_ms > APART_MS or one.start_ms - further.end_ms > APART_MS for one in truth):
            truth.append(further)
    return tuple(sorted(truth))


def _segment(draw: random.Random, duration_ms: int) -> Segment:
    length_ms = min(draw_length_ms(draw), duration_ms // 2)
    start_ms = draw.randint(0, duration_ms - length_ms)
    return Segment(start_ms, start_ms + length_ms)
