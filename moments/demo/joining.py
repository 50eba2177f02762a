"""Joins the demo's short videos to its reels, without encoding anything again."""

from __future__ import annotations

import os
from pathlib import Path

from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.landing import landing
from moments.clips.cutting.limits import DEFAULT_LIMITS
from moments.demo.reels import Reel, demo_reels
from moments.demo.rendering import EXACT, render_demo, render_video


def join_reels(folder: Path) -> list[Path]:
    """Makes in a folder the short videos and the reels that are not there yet; the paths of the reels.

    Raises CutError if ffmpeg fails.
    """
    render_demo(folder)
    return [join_reel(reel, folder) for reel in demo_reels()]


def join_reel(reel: Reel, folder: Path) -> Path:
    """Makes one reel in an existing folder, unless it is there already; short videos that are missing are rendered."""
    target = folder / f"{reel.video.name}.mp4"
    if target.exists():
        return target
    for part in reel.parts:  # ffmpeg leaves a missing part out, and ends well
        render_video(part, folder)
    with landing(target) as path:
        names = path.with_name("parts.txt")
        names.write_text("".join(f"file ../{part.name}.mp4\n" for part in reel.parts), encoding="utf-8")
        source = ["-f", "concat", "-safe", "0", "-i", os.fspath(names)]
        arguments = [*source, "-c", "copy", "-map_metadata", "-1", *EXACT, "-movflags", "+faststart", os.fspath(path)]
        run_ffmpeg(arguments, DEFAULT_LIMITS)
    return target
