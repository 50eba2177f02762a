"""What is seen in the clips of a simulated twins campaign: drawn scenes, by their forward moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from moments.demo.scenes import Scene, demo_moments, demo_videos
from moments.models import Campaign, Twin

Scenes = tuple[Scene, ...]


def twin_world(campaign: Campaign) -> Mapping[int, Scenes]:
    """The scenes of every forward moment that has a twin, by primary key.

    Moments of the demo's videos show what they show. For all others scenes are drawn by the campaign's seed.
    """
    shown = {(one.video.name, one.start_s, one.end_s): one.scenes for one in demo_moments(demo_videos())}
    drawn = _drawn(campaign.seed)
    twins = Twin.objects.filter(forward__campaign=campaign).order_by("forward__desc_id")
    rows = twins.values_list("forward", "forward__video__name", "forward__start_s", "forward__end_s")
    return {
        moment: shown[name, start_s, end_s] if (name, start_s, end_s) in shown else next(drawn)
        for moment, name, start_s, end_s in rows
    }


def _drawn(seed: int) -> Iterator[Scenes]:
    for number in count(seed):
        yield from (moment.scenes for moment in demo_moments(demo_videos(number)))
