"""Rendering the demo's videos to small MP4 files by moviepy, each whole or not at all."""

from __future__ import annotations

import os
import secrets
from bisect import bisect_right
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from moviepy import VideoClip

from moments.demo.drawing import Frame, draw_scene
from moments.demo.scenes import DemoVideo, demo_videos

FPS = 12
# The colours of every clip and proxy, so that none has to be converted.
COLOUR_SPACE = ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_range", "tv"]
# A keyframe every second makes a cut seek fast; bitexact and one thread make equal pictures equal files.
ENCODING = ["-crf", "25", "-g", "12", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-map_metadata", "-1"]
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact"]


def render_demo(folder: Path, *, at_once: int = 2) -> list[Path]:
    """Renders into a folder the demo videos that are not there yet; the paths of all, in order of names."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        return list(pool.map(lambda video: render_video(video, folder), demo_videos()))


def render_video(video: DemoVideo, folder: Path) -> Path:
    """Renders one video to `<name>.mp4` in an existing folder, unless it is there already."""
    target = folder / f"{video.name}.mp4"
    if target.exists():
        return target
    temporary = folder / f".{video.name}.{secrets.token_hex(4)}.mp4"
    try:
        _write(video, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def frame_at(video: DemoVideo, time_s: float) -> Frame:
    """The picture of a video at a time; later times show the last scene."""
    rounded_s = time_s + 0.001  # a frame's time such as 2.9999 belongs to the scene that starts at 3
    number = min(bisect_right(video.starts_s, rounded_s), len(video.scenes)) - 1
    return draw_scene(video.scenes[number], time_s - video.starts_s[number])


def _write(video: DemoVideo, path: Path) -> None:
    clip = VideoClip(frame_function=partial(frame_at, video), duration=video.duration_s)
    clip.write_videofile(
        os.fspath(path),
        fps=FPS,
        codec="libx264",
        preset="ultrafast",
        audio=False,
        threads=1,
        ffmpeg_params=[*COLOUR_SPACE, *ENCODING, *EXACT],
        logger=None,
    )
    clip.close()
