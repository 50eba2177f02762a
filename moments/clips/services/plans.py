"""What cutting is expected to take, worked out before anything starts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.selectors.clips import Want, clips_again
from moments.clips.selectors.cutting import lacking_posters, missing_seconds
from moments.clips.services.video_sources import VideoSource
from moments.models import Campaign
from moments.models.checks import PROXY

# Half of what busy film at 480p needs a frame (`make bench-cutting`); drawn scenes need a tenth of that.
BYTES_A_FRAME = {"gif": 120_000, "mp4": 6_000, "webp": 18_000}
SECONDS_A_FRAME = {"gif": 0.1, "mp4": 0.03, "webp": 0.06}
BYTES_A_POSTER = 60_000
# Of a proxy, a second of the video: busy film at 720p and 25 frames a second (docs/clips.md); calm film needs half.
PROXY_BYTES_A_SECOND = 200_000
PROXY_SECONDS_A_SECOND = 0.4


@dataclass(frozen=True, slots=True)
class CuttingPlan:
    """What cutting is expected to need; `posters` of moments that lack one."""

    clips: int
    posters: int
    gigabytes: float
    minutes: float

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
        posters = sum(not want.moment.whole for want in wants)
    else:
        missing = missing_seconds(campaign, everything=everything, failed=failed)
        posters = lacking_posters(campaign, everything=everything, failed=failed)
    needs = [(*_needs_a_second(campaign, name), length_s) for name, (_, length_s) in missing.items()]
    amount = sum(size * length_s for size, _, length_s in needs)
    seconds = sum(work_s * length_s for _, work_s, length_s in needs)
    clips = sum(count for count, _ in missing.values())
    gigabytes = (amount + posters * BYTES_A_POSTER) / 1e9
    return CuttingPlan(clips, posters, gigabytes, seconds / 60 / (os.cpu_count() or 1))


def _needs_a_second(campaign: Campaign, name: str) -> tuple[float, float]:
    """Of a rendition, for each second that it plays: bytes, and seconds of a core."""
    if name == PROXY:
        return PROXY_BYTES_A_SECOND, PROXY_SECONDS_A_SECOND
    seen = (campaign.clip_height / 480) ** 2 * campaign.clip_fps
    return seen * BYTES_A_FRAME[name], seen * SECONDS_A_FRAME[name]


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
