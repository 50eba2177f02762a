"""Cuts the clips of all pools of an export into the folder where they wait for it."""

from __future__ import annotations

import os
import queue
import shutil
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from consensus.export.pool_clips.kept import KeptClips
from consensus.export.pool_clips.pieces import Piece, is_path, pieces_by_video
from consensus.export.services.exporting import snapshot
from consensus.labels.selectors.marked import marked_videos
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.cutting.failures import CutError, Kind
from moments.clips.cutting.frame_table import FrameTable
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.exact.frames import PICTURE, VIDEO, cut_frames, list_frames, require_same_video
from moments.clips.selectors.frame_tables import kept_table
from moments.clips.services.plans import CuttingPlan
from moments.clips.services.video_sources import VideoSource
from moments.models import Campaign

BEAT_S = 5.0
MOST_NAMED = 10
# Busy film at 720 lines and 25 frames a second; calm film needs a third (docs/marked-export.md).
BYTES_A_SECOND = 250_000
BYTES_A_PICTURE = 1_200_000
CORE_SECONDS_A_SECOND = 0.6
# What no other video would do better.
OF_THE_MACHINE: tuple[Kind, ...] = ("disk_full", "not_writable", "no_ffmpeg")


class Progress(Protocol):
    """Hears how many clips are cut, and may raise what ends the work: between clips, and every few seconds."""

    def begin(self, total: int, *, done: int = 0) -> None:
        """There are so many, some of them from before."""

    def advance(self, done: int) -> None:
        """So many are cut now."""

    def look(self) -> None:
        """The work goes on."""


@dataclass(frozen=True, slots=True)
class ClipsOrder:
    """Where the videos are, where cut clips wait, and how many are cut at once.

    The disk of `kept` takes every clip `copies` times: as cut, in the export, and maybe in its ZIP file.
    """

    source: VideoSource
    kept: KeptClips
    workers: int = 1
    copies: int = 2


@dataclass(frozen=True, slots=True)
class PoolCut:
    """What an export needs: its pieces by video, the tables that are kept, and the pieces that are not cut yet."""

    pieces: Mapping[str, Sequence[Piece]]
    tables: Mapping[str, FrameTable | None]
    missing: Mapping[str, Sequence[Piece]]

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(map(len, self.pieces.values()))

    @property
    def plan(self) -> CuttingPlan:
        """What cutting those that are missing is expected to take."""
        seconds, pictures = _amounts(self.missing)
        minutes = seconds * CORE_SECONDS_A_SECOND / 60 / (os.cpu_count() or 1)
        return CuttingPlan(sum(map(len, self.missing.values())), pictures, _bytes(self.missing) / 1e9, minutes)

    def bytes_expected(self, copies: int) -> float:
        """The space that the disk has to have: for what is missing, and the further copies of everything."""
        return _bytes(self.missing) + (copies - 1) * _bytes(self.pieces)


def plan_pool_clips(*, campaign: Campaign, order: ClipsOrder) -> PoolCut:
    """What is to be cut for an export as things are now; what is kept of other videos or frames is deleted.

    Raises BadInput if a video's name cannot be the path of a folder.
    """
    with snapshot():
        pieces = pieces_by_video(marked_videos(campaign))
    tables = {}
    for name in pieces:
        if not is_path(name):
            raise BadInput(
                f"the name of the video {name!r} cannot be the name of a folder, so its clips cannot be stored"
            )
        tables[name] = kept_table(campaign, name)
        order.kept.begin(name, source=order.source.address, table=tables[name])
    missing = {name: [one for one in own if not order.kept.has(one)] for name, own in pieces.items()}
    return PoolCut(pieces, tables, {name: own for name, own in missing.items() if own})


def require_clip_space(cut: PoolCut, order: ClipsOrder) -> None:
    """Raises BadInput if the disk has not the space that is expected."""
    free, expected = shutil.disk_usage(order.kept.root).free, cut.bytes_expected(order.copies)
    if free < expected:
        raise BadInput(
            f"{readable_bytes(free)} are free, but {readable_bytes(expected)} are expected; no clip was cut",
            field="clips_from",
        )


def cut_pool_clips(cut: PoolCut, *, order: ClipsOrder, progress: Progress) -> None:
    """Cut what is missing, video by video; nothing of the order or of the way of cutting depends on what is true.

    A video that cannot be cut does not stop the others. Raises BadInput at the end, naming each with its reason.
    """
    done = cut.total - sum(map(len, cut.missing.values()))
    progress.begin(cut.total, done=done)
    failures: dict[str, str] = {}
    for name, missing in cut.missing.items():
        try:
            with closing(_cut_video(name, missing, cut.tables[name], order)) as events:
                for piece in events:
                    done += piece is not None
                    progress.look() if piece is None else progress.advance(done)
        except CutError as error:
            if error.kind in OF_THE_MACHINE:
                raise BadInput(f"{error.reason}; the clips already cut are kept for the next export") from error
            failures[name] = error.reason
            order.kept.forget(name)  # whoever mends the video wants none of its earlier clips
    if failures:
        raise BadInput(_listed(failures))


def _cut_video(
    name: str, pieces: Sequence[Piece], table: FrameTable | None, order: ClipsOrder
) -> Generator[Piece | None]:
    """Each piece once it is cut, and None every few seconds; raises CutError for the first that cannot be."""
    with scratch_folder("reelevance-cut") as scratch, order.source.video(name, scratch) as path:
        if table is None:
            table = list_frames(path, scratch)
        require_same_video(path, table)
        with closing(_cut_beside(path, table, pieces, order)) as events:
            yield from events


def _cut_beside(path: Path, table: FrameTable, pieces: Sequence[Piece], order: ClipsOrder) -> Generator[Piece | None]:
    """By threads that run ffmpeg, each one piece after the other, until this generator is closed."""
    waiting: queue.SimpleQueue[Piece] = queue.SimpleQueue()
    outcomes: queue.SimpleQueue[Piece | Exception] = queue.SimpleQueue()
    stop = threading.Event()
    for piece in pieces:
        waiting.put(piece)

    def work() -> None:
        with suppress(queue.Empty):
            while not stop.is_set():
                outcomes.put(_outcome(path, table, waiting.get_nowait(), order.kept))

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(order.workers, len(pieces)))]
    for thread in threads:
        thread.start()
    try:
        yield from _as_they_come(outcomes, len(pieces))
    finally:
        stop.set()
        for thread in threads:  # each ends its piece, so that none is cut twice at once
            thread.join()


def _outcome(path: Path, table: FrameTable, piece: Piece, kept: KeptClips) -> Piece | Exception:
    """The piece once it is cut, or why it is not."""
    try:
        _cut_piece(path, table, piece, kept)
    except Exception as error:
        return error
    return piece


def _as_they_come(outcomes: queue.SimpleQueue[Piece | Exception], left: int) -> Iterator[Piece | None]:
    while left:
        try:
            outcome = outcomes.get(timeout=BEAT_S)
        except queue.Empty:
            yield None
            continue
        if isinstance(outcome, Exception):
            raise outcome
        left -= 1
        yield outcome


def _cut_piece(path: Path, table: FrameTable, piece: Piece, kept: KeptClips) -> None:
    frames = table.frames_within(piece.start_ms, piece.end_ms)
    cut_frames(path, table, frames, {kind: kept.path(piece, kind) for kind in piece.kinds})


def _amounts(pieces: Mapping[str, Sequence[Piece]]) -> tuple[float, int]:
    """Seconds of clips, and how many pictures."""
    every = [piece for own in pieces.values() for piece in own]
    seconds = sum((piece.end_ms - piece.start_ms) / 1000 for piece in every if VIDEO in piece.kinds)
    return seconds, sum(PICTURE in piece.kinds for piece in every)


def _bytes(pieces: Mapping[str, Sequence[Piece]]) -> float:
    seconds, pictures = _amounts(pieces)
    return seconds * BYTES_A_SECOND + pictures * BYTES_A_PICTURE


def _listed(failures: Mapping[str, str]) -> str:
    named = [f"{name!r} ({reason})" for name, reason in list(failures.items())[:MOST_NAMED]]
    more = [f"{len(failures) - MOST_NAMED} more"] if len(failures) > MOST_NAMED else []
    return (
        f"no export was written, as {counted(len(failures), 'video')} could not be cut: "
        f"{', '.join([*named, *more])}; the clips of all other videos are cut and kept for the next export"
    )
