"""What the player of whole videos on leads' pages is given: the addresses of its modules and of the videos."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static

from annotator.asking.selectors.videos import proxies
from annotator.player.forms.clips import video_bodies
from moments.clips.selectors.whole_videos import video_key

# Modules of the desks of long videos, which leads' pages load by their addresses.
SHARED = ("reel", "seeker", "frame_table", "film", "timecode", "condition")


def player_settings(videos: Iterable[int], **modules: str) -> dict[str, Any]:
    """The settings for these videos (by primary key), whose `keys` are by video; `modules` are a page's own, by name.

    A video whose proxy is not ready has no key. Three SQL queries.
    """
    ready = proxies(videos)
    shared = {name: static(f"annotator/marking/{name}.js") for name in SHARED}
    own = {name: static(path) for name, path in {"lane_player": "console/frame/lane_player.js", **modules}.items()}
    return {
        "modules": shared | own,
        "videos": video_bodies(clip.moment_id for clip in ready.values()),
        "keys": {video: video_key(clip.moment_id) for video, clip in ready.items()},
    }
