"""Cuts the pictures of a truth from the stored proxy; asks no database."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from consensus.captioning.sampling import sampled_instants
from consensus.captioning.selectors import CaptionTask
from consensus.models import CaptionRun
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.frame_table import unpacked
from moments.clips.cutting.stills import cut_stills
from moments.clips.selectors.whole_videos import ShownVideo
from moments.clips.storage import clip_file, local_clip


def pictures_of(task: CaptionTask, run: CaptionRun, scratch: Path) -> tuple[Sequence[int], list[bytes]]:
    """The instants in milliseconds at which the frames begin, by the video's frame table, and their JPEG pictures.

    Raises CutError, with the reason, if the video cannot be shown or its files are missing or damaged, and BadInput
    where the storage cannot be read.
    """
    instants = sampled_instants(task.truth, run.frames)
    if task.video is None or not instants:
        raise CutError("missing", "the video cannot be shown at the moment")
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        try:
            return _cut(task.video, instants, run.height, Path(folder))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CutError("missing", "the files of the video are missing or damaged") from error


def _cut(video: ShownVideo, instants: Sequence[int], height: int, folder: Path) -> tuple[list[int], list[bytes]]:
    with clip_file(video.frames.name) as file:
        table = unpacked(json.loads(file.read())["table"])
    frames = sorted({table.frame_at_ms(instant) for instant in instants})
    proxy = local_clip(video.proxy.name, folder)
    return [table.start_ms(frame) for frame in frames], cut_stills(proxy, table, frames, folder, height=height)
