"""The pool of one video: the truth clips of all its questions and fillers that look like them (M6)."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.marking.segments import Segment
from annotator.seats.planning import seeded_order
from consensus.pools.filling import Stretch, fill, overlapping_runs

GRID_MS = 1000
NO_CONDITIONS: Mapping[str, Sequence[Segment]] = {}


HARMLESS = {"": "%2F", ".": "%2E", "..": "%2E%2E"}
SLASHES = re.compile(r"([/\\])")


def folder_of(video: str) -> str:
    """The path that an export gives to a video's files: its name, of which no part leads elsewhere.

    Imports refuse such names now; videos that were imported before may have them.
    """
    return "".join(HARMLESS.get(part, part) for part in SLASHES.split(video))


@dataclass(frozen=True, slots=True)
class PoolClip:
    """A clip in whole seconds, the questions whose truth it is (none for a filler), and whether it overlaps another.

    A clip that reaches the video's end may end within its last second.
    """

    start_s: int
    end_s: int
    truth_of: tuple[str, ...] = ()
    overlaps: bool = False

    @property
    def segment(self) -> Segment:
        """The clip in milliseconds."""
        return Segment(self.start_s * GRID_MS, self.end_s * GRID_MS)

    def name(self, video: str) -> str:
        """The clip's file, named alike for truths and fillers."""
        return f"{folder_of(video)}/{self.start_s}_{self.end_s}.mp4"


@dataclass(frozen=True, slots=True)
class QuestionPool:
    """How a question uses its video's pool, as positions in `Pool.clips`.

    `truths` are right. `ignored` clips cover at least half of one of the question's truths, so they count neither way.
    `left_out` clips share time with the question's own condition and are not candidates. All others are wrong.
    """

    truths: tuple[int, ...]
    ignored: tuple[int, ...]
    left_out: tuple[int, ...]
    clips: int

    @property
    def chance(self) -> float:
        """The chance that a clip drawn from those that count is a truth."""
        return len(self.truths) / (self.clips - len(self.ignored) - len(self.left_out))


@dataclass(frozen=True, slots=True)
class Pool:
    """A video's clips in shuffled order, each question's use of them, and truths of which no copy found room.

    `recognisable` are stretches whose truth clips a guesser could tell from fillers by their length or overlap.
    """

    clips: tuple[PoolClip, ...]
    questions: Mapping[str, QuestionPool]
    recognisable: tuple[Segment, ...]


def make_pool(
    truths: Mapping[str, Sequence[Segment]],
    *,
    duration_ms: int,
    seed: object,
    conditions: Mapping[str, Sequence[Segment]] = NO_CONDITIONS,
) -> Pool:
    """The pool of a video from the truths of its questions; only `seed` and these decide (name the video in it).

    `conditions` are the images' instants (as segments of 1 ms) and windows that lie in this video, by question.
    Raises ValueError for a truth that goes beyond the video, or a question without a truth.
    """
    owners = _owners(truths, duration_ms)
    duration = _seconds_up(duration_ms)
    draw = random.Random(hashlib.sha256(repr(("fillers", seed)).encode()).digest())
    filled = fill(owners, duration=duration, draw=draw)
    overlapping = {clip for run in overlapping_runs([*owners, *filled.fillers]) if len(run) > 1 for clip in run}
    stretches = seeded_order(sorted({*owners, *filled.fillers}), "order", seed)
    clips = tuple(
        PoolClip(*stretch, tuple(sorted(owners.get(stretch, ()))), stretch in overlapping) for stretch in stretches
    )
    return Pool(
        clips,
        {question: _use(question, clips, truths[question], conditions.get(question, ())) for question in truths},
        tuple(Segment(start * GRID_MS, end * GRID_MS) for start, end in filled.uncopied),
    )


def _owners(truths: Mapping[str, Sequence[Segment]], duration_ms: int) -> dict[Stretch, set[str]]:
    """The truth clips, rounded outwards to whole seconds, with the questions whose truth each is."""
    owners: dict[Stretch, set[str]] = {}
    for question, segments in truths.items():
        if not segments:
            raise ValueError(f"question {question} has no truth")
        for segment in segments:
            if segment.end_ms > duration_ms:
                raise ValueError(f"question {question}: the truth {segment} goes beyond the video")
            stretch = segment.start_ms // GRID_MS, _seconds_up(segment.end_ms)
            owners.setdefault(stretch, set()).add(question)
    return owners


def _seconds_up(ms: int) -> int:
    return -(-ms // GRID_MS)


def _use(
    question: str, clips: Sequence[PoolClip], truths: Sequence[Segment], conditions: Sequence[Segment]
) -> QuestionPool:
    right = tuple(at for at, clip in enumerate(clips) if question in clip.truth_of)
    others = [(at, clip.segment) for at, clip in enumerate(clips) if question not in clip.truth_of]
    left_out = tuple(at for at, clip in others if any(clip.overlap_ms(condition) for condition in conditions))
    ignored = tuple(
        at
        for at, clip in others
        if at not in left_out and any(2 * clip.overlap_ms(truth) >= truth.length_ms for truth in truths)
    )
    return QuestionPool(right, ignored, left_out, len(clips))
