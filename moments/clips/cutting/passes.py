"""Cutting many moments of one video in one go through it, each as if it were cut separately."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from moments.clips.cutting.clips import CutClip, cut_stretch, lacks_pictures, read_clip, require_stretch
from moments.clips.cutting.failures import CutError, Kind
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.graphs import CutStretch, filters_of, graph_of, output_of
from moments.clips.cutting.landing import landing
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits
from moments.clips.cutting.opening import opened
from moments.clips.cutting.renditions import FRAMES_IN_MEMORY

# An output costs two threads and their stacks.
MOST_OUTPUTS = 60
# ffmpeg gives nothing back until a run ends: at 480p a GIF's frame waiting for its palette keeps 1.7 MB, an H.264
# encoder about 40 MB.
MOST_MEGABYTES = 900.0
MEGABYTES = {"gif": (1.7, 0.0), "mp4": (0.0, 40.0), "webp": (0.6, 0.0)}
# A gap that is longer than this is cheaper skipped by a seek than decoded.
LONGEST_GAP_S = 60.0
# A stretch's length counts from its first picture, which may come that late.
A_PICTURE_S = 1.0
SECONDS_A_MOMENT = 20.0
LONGEST_PASS_S = 600.0
MOST_MEMORY = 4 * 1024**3
# What is the whole video's fault, so that no moment is worth another try.
OF_THE_VIDEO: tuple[Kind, ...] = ("missing", "empty", "not_a_video", "playlist", "truncated", "too_large", "no_ffmpeg")


@dataclass(frozen=True, slots=True)
class Wish:
    """A stretch and the path of each rendition that is wanted of it."""

    stretch: CutStretch
    targets: Mapping[str, Path]


Outcomes = Mapping[str, CutClip | CutError]


def cut_moments(wishes: Sequence[Wish], *, limits: Limits = DEFAULT_LIMITS) -> Iterator[tuple[Wish, Outcomes]]:
    """Cuts wishes of one video, in the order of their beginnings, by as few runs of ffmpeg as bounds allow.

    A run seeks to its first moment and ends behind its last. Where it fails for what one moment may have
    caused, each of its moments is cut separately, so that the others go on and every failure has its own reason.
    """
    limits = replace(limits, threads=1)  # workers share the cores, not the threads of one
    for together in passes(wishes):
        if len(together) == 1:
            yield together[0], cut_stretch(together[0].stretch, together[0].targets, limits=limits)
            continue
        try:
            yield from _cut_together(together, limits)
        except CutError as error:
            if error.kind in OF_THE_VIDEO:
                yield from ((wish, dict.fromkeys(wish.targets, error)) for wish in together)
                continue
            for wish in together:
                yield wish, cut_stretch(wish.stretch, wish.targets, limits=limits)


def passes(wishes: Sequence[Wish]) -> Iterator[list[Wish]]:
    """The wishes in groups that one run cuts; one that needs its own run is its own group."""
    together: list[Wish] = []
    for wish in sorted(wishes, key=lambda wish: (wish.stretch.start_s, wish.stretch.end_s)):
        if _is_for_itself(wish):
            yield [wish]
            continue
        if together and not _fits(together, wish):
            yield together
            together = []
        together.append(wish)
    if together:
        yield together


def _is_for_itself(wish: Wish) -> bool:
    """A long GIF and a backward clip are made in several runs; an invalid stretch fails without the others."""
    try:
        require_stretch(wish.stretch)
    except CutError:
        return True
    return wish.stretch.backward or wish.stretch.frames > FRAMES_IN_MEMORY


def _fits(together: Sequence[Wish], wish: Wish) -> bool:
    outputs = sum(len(one.targets) for one in [*together, wish])
    megabytes = sum(_megabytes(one) for one in [*together, wish])
    gap_s = wish.stretch.start_s - max(one.stretch.end_s for one in together)
    return outputs <= MOST_OUTPUTS and megabytes <= MOST_MEGABYTES and gap_s <= LONGEST_GAP_S


def _megabytes(wish: Wish) -> float:
    pairs = (MEGABYTES.get(name, (0.0, 0.0)) for name in wish.targets)
    needed = sum(a_frame * wish.stretch.frames + once for a_frame, once in pairs)
    return needed * (wish.stretch.height / 480) ** 2


def _cut_together(wishes: Sequence[Wish], limits: Limits) -> list[tuple[Wish, Outcomes]]:
    """All of the moments by one run; raises CutError, with nothing in its place, where any is not as asked for."""
    found: list[tuple[Wish, Outcomes]] = []
    with ExitStack() as landings:
        files = [
            {name: landings.enter_context(landing(path)) for name, path in wish.targets.items()} for wish in wishes
        ]
        _write(wishes, files, limits)
        for wish, paths in zip(wishes, files, strict=True):
            clips = {name: read_clip(name, wish.stretch, path) for name, path in paths.items()}
            if lacks_pictures(wish.stretch, clips):
                raise CutError("damaged", "the video is damaged: pictures are missing")
            found.append((wish, clips))
    return found


def _write(wishes: Sequence[Wish], files: Sequence[Mapping[str, Path]], limits: Limits) -> None:
    first_s = min(wish.stretch.start_s for wish in wishes)
    length_s = max(wish.stretch.end_s for wish in wishes) - first_s + A_PICTURE_S
    wall_s = min(LONGEST_PASS_S, limits.wall_s + SECONDS_A_MOMENT * len(wishes))
    bounds = replace(limits, wall_s=wall_s, memory_bytes=min(MOST_MEMORY, 2 * limits.memory_bytes))
    inputs = opened(wishes[0].stretch.source).input_arguments(limits, start_s=first_s, length_s=length_s)
    graph = [f"[0:V:0]split={len(wishes)}" + "".join(f"[moment{number}]" for number in range(len(wishes)))]
    outputs: list[str] = []
    for number, (wish, paths) in enumerate(zip(wishes, files, strict=True)):
        graph.append(_part(wish, number, first_s))
        for name, path in paths.items():
            outputs += output_of(name, number, path, limits, stretch=wish.stretch, first_s=first_s)
    run_ffmpeg([*inputs, "-filter_complex", ";".join(graph), *outputs], bounds)


def _part(wish: Wish, number: int, first_s: float) -> str:
    """From the video's pictures to the moment's renditions."""
    stretch = wish.stretch
    start_s, length_s = stretch.start_s - first_s, stretch.end_s - stretch.start_s
    # As -ss and -t do to a whole input, so that a clip is the same as when cut separately.
    cut = f"[moment{number}]trim=start={start_s:.6f}:duration={length_s:.6f},setpts=PTS-{start_s:.6f}/TB,"
    return graph_of(cut, stretch, filters_of(stretch, wish.targets, number), number)
