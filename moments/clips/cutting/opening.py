"""Opening what a video comes as: a file in a container, or a folder of frames."""

from __future__ import annotations

from pathlib import Path

from moments.clips.cutting.containers import demuxer_of_file
from moments.clips.cutting.ffmpeg import Source
from moments.clips.cutting.frame_folder import FrameFolder, frames_in


def opened(path: Path) -> Source | FrameFolder:
    """The video, ready to be named to ffmpeg; raises CutError, with the reason, where it is none."""
    return frames_in(path) if path.is_dir() else Source(path, demuxer_of_file(path))
