"""What cutting is expected to take, worked out before anything starts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.conf import settings

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.expected import BYTES_A_POSTER, LARGEST_GIF_BYTES, longest_gif_s, needs_a_second
from moments.clips.selectors.clips import Want, clips_again
from moments.clips.selectors.cutting import count_large_gifs, lacking_posters, missing_seconds
from moments.clips.services.video_sources import VideoSource
from moments.models import Campaign


@dataclass(frozen=True, slots=True)
class CuttingPlan:
    """What cutting is expected to need; `posters` of moments that lack one.

    `refused` GIFs are larger than the limit and not among the clips; `longest_gif_s` is how long a moment may be.
    """

    clips: int
    posters: int
    gigabytes: float
    minutes: float
    refused: int = 0
    longest_gif_s: float = 0.0

    @property
    def refused_in_words(self) -> str:
        """Which GIFs are not cut, and why; empty if all are."""
        if not self.refused:
            return ""
        return (
            f"{counted(self.refused, 'GIF')} would exceed {readable_bytes(LARGEST_GIF_BYTES)} and will not be cut;"
            f" with these settings, a GIF of up to {self.longest_gif_s:.0f} s is allowed"
        )

    @property
    def minutes_in_words(self) -> str:
        """The minutes in words, whole ones."""
        return counted(round(self.minutes), "minute") if self.minutes >= 0.5 else "less than a minute"

    @property
    def needs_in_words(self) -> str:
        """What it takes in words: space at most, and time."""
        return f"up to {readable_bytes(self.gigabytes * 1e9)} and {self.minutes_in_words} expected"


def plan_clips(
    *, campaign: Campaign, everything: bool = False, failed: bool = False, again: Collection[int] = ()
) -> CuttingPlan:
    """How many clips are to be cut, and roughly what that takes; raises BadInput for a moment that is not there."""
    if again:
        wants = wanted_again(campaign, again)
        missing = {name: _together(wants, name) for want in wants for name in want.renditions}
        refused = 0
        posters = sum(not want.moment.whole for want in wants)
    else:
        missing = missing_seconds(campaign, everything=everything, failed=failed)
        posters = lacking_posters(campaign, everything=everything, failed=failed)
        refused = count_large_gifs(campaign, everything=everything, failed=failed)
    return plan_of(campaign, missing, posters=posters, refused=refused)


def plan_of(
    campaign: Campaign, missing: Mapping[str, tuple[int, float]], *, posters: int, refused: int = 0
) -> CuttingPlan:
    """What that many clips of each rendition take, with the seconds that they play together."""
    height, fps = campaign.clip_height, campaign.clip_fps
    needs = [
        (*needs_a_second(name, height=height, fps=fps, sound=campaign.clip_sound), length_s)
        for name, (_, length_s) in missing.items()
    ]
    amount = sum(size * length_s for size, _, length_s in needs)
    seconds = sum(work_s * length_s for _, work_s, length_s in needs)
    clips = sum(count for count, _ in missing.values())
    gigabytes = (amount + posters * BYTES_A_POSTER) / 1e9
    minutes = seconds / 60 / (os.cpu_count() or 1)
    return CuttingPlan(clips, posters, gigabytes, minutes, refused, longest_gif_s(height=height, fps=fps))


def require_space(plan: CuttingPlan) -> None:
    """Raises BadInput if the folder of the clips has not the space that the plan expects."""
    folder = settings.CLIP_STORAGE.folder
    if folder is None or not plan.clips + plan.posters:
        return
    folder.mkdir(parents=True, exist_ok=True)
    free, expected = shutil.disk_usage(folder).free, plan.gigabytes * 1e9
    if free < expected:
        raise BadInput(
            f"{folder}: {readable_bytes(free)} are free, but {readable_bytes(expected)} are expected; nothing was cut"
        )


def require_videos(*, campaign: Campaign, source: VideoSource) -> None:
    """Raises BadInput if the source holds no video of the campaign at all."""
    if not source.holds_any(campaign.videos.order_by("pk").values_list("name", flat=True)):
        raise BadInput(f"{source.address}: contains no video of campaign {campaign.slug!r}; nothing was cut")


def wanted_again(campaign: Campaign, again: Collection[int]) -> list[Want]:
    """What cutting those moments again takes; raises BadInput for one that the campaign has not."""
    wants = clips_again(campaign, again)
    unknown = sorted(set(again) - {want.moment.desc_id for want in wants})
    if unknown:
        raise BadInput(f"campaign {campaign.slug!r} has no moment {', '.join(map(str, unknown))}; nothing was cut")
    return wants


def _together(wants: Collection[Want], name: str) -> tuple[int, float]:
    lengths = [want.moment.end_s - want.moment.start_s for want in wants if name in want.renditions]
    return len(lengths), sum(lengths)
