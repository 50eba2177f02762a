"""What is cut of the videos of an export: every clip of a pool with its picture, and what questions show."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import NamedTuple

from consensus.labels.marked_rows import Condition, MarkedVideo
from consensus.pools.pool import PoolClip, folder_of
from moments.clips.exact.frames import PICTURE, VIDEO

LONGEST_PART = 200


class Piece(NamedTuple):
    """A stretch of a video and the files that are cut of it; `stem` is their path without the suffix.

    `group` is the length of a pool's clip in seconds, which all clips of its size share, and 0 of a condition.
    """

    video: str
    stem: str
    start_ms: int
    end_ms: int
    kinds: tuple[str, ...]
    group: int = 0

    def file(self, kind: str) -> str:
        """The path of its file of that kind, below the folder of a split."""
        return f"{self.stem}.{kind}"


def pool_piece(clip: PoolClip, video: str) -> Piece:
    """A clip of the pool, truth or filler alike."""
    stem = clip.name(video).removesuffix(f".{VIDEO}")
    times = clip.segment
    return Piece(video, stem, times.start_ms, times.end_ms, (VIDEO, PICTURE), clip.end_s - clip.start_s)


def condition_piece(condition: Condition) -> Piece:
    """What a question shows beside its text: a picture, or with an end a clip."""
    video, shown = condition.video_name, condition.segment
    start, end = f"{shown.start_ms / 1000:.3f}", f"{shown.end_ms / 1000:.3f}"
    if condition.end_ms is None:
        return Piece(video, f"conditions/{folder_of(video)}/{start}", shown.start_ms, shown.end_ms, (PICTURE,))
    return Piece(video, f"conditions/{folder_of(video)}/{start}_{end}", shown.start_ms, shown.end_ms, (VIDEO,))


def pieces_of(video: MarkedVideo) -> dict[str, list[Piece]]:
    """The pieces that the questions on the video need, by split; each once, in order of time."""
    pool = [pool_piece(clip, video.name) for clip in video.pool.clips]
    found: dict[str, set[Piece]] = {}
    for one in video.questions:
        own = found.setdefault(one.split, {*pool})
        if one.condition is not None:
            own.add(condition_piece(one.condition))
    return {split: sorted(own, key=_in_time) for split, own in sorted(found.items())}


def pieces_by_video(videos: Iterable[MarkedVideo]) -> dict[str, list[Piece]]:
    """All pieces that an export needs, by the name of the video that they are cut from; each in order of time.

    Nothing of this order tells a truth from a filler.
    """
    found: dict[str, set[Piece]] = {}
    for video in videos:
        for own in pieces_of(video).values():
            for piece in own:
                found.setdefault(piece.video, set()).add(piece)
    return {name: sorted(found[name], key=_in_time) for name in sorted(found)}


def is_path(name: str) -> bool:
    """Whether the name of a video can be the path of a folder, which leads nowhere else."""
    parts = name.split("/")
    fits = all(part not in ("", ".", "..") and len(part.encode()) <= LONGEST_PART for part in parts)
    return fits and "\0" not in name and not PurePosixPath(name).is_absolute()


def _in_time(piece: Piece) -> tuple[int, int, str]:
    return piece.start_ms, piece.end_ms, piece.stem
