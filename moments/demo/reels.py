"""The long videos of the demo: reels of its short ones, in which some scenes come more than once."""

from __future__ import annotations

from dataclasses import dataclass

from moments.demo.scenes import DemoVideo, demo_videos

# The numbers of the short videos in their order, by domain; what comes twice gives a question several answers.
REELS: dict[str, tuple[tuple[int, ...], ...]] = {
    "cartoons": ((1, 2, 3, 1, 4), (5, 6, 7, 6)),
    "games": ((8, 9, 10, 2, 9), (3, 7, 4, 10, 3)),
}


@dataclass(frozen=True, slots=True)
class Reel:
    """A long video with all its scenes, its domain, and the short videos that it is joined from."""

    video: DemoVideo
    domain: str
    parts: tuple[DemoVideo, ...]


def demo_reels() -> tuple[Reel, ...]:
    """Four reels of two to three minutes."""
    videos = demo_videos()
    made: list[Reel] = []
    for domain, orders in REELS.items():
        for order in orders:
            parts = tuple(videos[number - 1] for number in order)
            scenes = tuple(scene for part in parts for scene in part.scenes)
            made.append(Reel(DemoVideo(f"reel_{len(made) + 1:02}", scenes), domain, parts))
    return tuple(made)
