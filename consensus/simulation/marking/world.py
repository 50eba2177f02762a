"""Long videos with questions whose true segments are known, drawn to the published sizes."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.marking.segments import Segment

VIDEOS, QUESTIONS = 268, 1800
SHORTEST_S, MEDIAN_S, SPREAD, LONGEST_S = 5, 290, 1.1, 7109
"""Of the videos: the mean comes to about the published 536 s, the sum to 40 hours."""
TRUTH_MEAN_S, TRUTH_SPREAD = 14.9, 0.8
FURTHER_TRUTH = 0.3
APART_MS = 5000
IMAGES = 1 / 3


@dataclass(frozen=True, slots=True)
class TrueQuestion:
    """A question on a video, with the segments that answer it; `shown_ms` is the instant of the video in its image."""

    video: int
    duration_ms: int
    truth: tuple[Segment, ...]
    text: str = ""
    shown_ms: int | None = None


def draw_world(draw: random.Random, *, videos: int = VIDEOS, questions: int = QUESTIONS) -> list[TrueQuestion]:
    """Questions on videos of 5 to 7,109 s, long videos having more of them; every video has at least one."""
    durations = [draw_duration_ms(draw) for _ in range(videos)]
    asked = shared_out(draw, durations, questions)
    return [TrueQuestion(video, durations[video], draw_truth(draw, durations[video])) for video in asked]


def shared_out(draw: random.Random, durations: Sequence[int], questions: int) -> list[int]:
    """The place of the video of each question, in order: first each video has one, then chances go by duration."""
    videos = range(len(durations))
    return sorted([*videos, *draw.choices(videos, durations, k=max(0, questions - len(durations)))][:questions])


def draw_questions(draw: random.Random, video: int, duration_ms: int, count: int) -> list[TrueQuestion]:
    """So many questions on one video, with texts that differ; a third have an image, taken outside their truth."""
    questions = []
    for number in range(1, count + 1):
        truth, shown_ms = draw_truth(draw, duration_ms), draw.randrange(duration_ms)
        is_free = not any(one.start_ms <= shown_ms <= one.end_ms for one in truth)
        shown = shown_ms if is_free and draw.random() < IMAGES else None
        text = f"When does event {number} of video {video} happen{'' if shown is None else ', as in the picture'}?"
        questions.append(TrueQuestion(video, duration_ms, truth, text, shown))
    return questions


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
