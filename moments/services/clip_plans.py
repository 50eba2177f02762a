"""What cutting is expected to take, said before anything starts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings

from moments.errors import BadInput
from moments.models import Campaign
from moments.selectors.clips import Want, clips_again
from moments.selectors.cutting import lacking_posters, missing_seconds

# Half of what busy film at 480p needs a frame (`make bench-cutting`); drawn scenes need a tenth of that.
BYTES_A_FRAME = {"gif": 120_000, "mp4": 6_000, "webp": 18_000}
SECONDS_A_FRAME = {"gif": 0.1, "mp4": 0.03, "webp": 0.06}
BYTES_A_POSTER = 60_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What cutting is expected to need; `posters` of moments that lack one."""

    clips: int
    posters: int
    gigabytes: float
    minutes: float


def plan_clips(
    *, campaign: Campaign, everything: bool = False, failed: bool = False, again: Collection[int] = ()
) -> Plan:
    """How many clips are to be cut, and roughly what that takes; raises BadInput for a moment that is not there."""
    if again:
        wants = wanted_again(campaign, again)
        missing = {name: _together(wants, name) for want in wants for name in want.renditions}
        posters = len(wants)
    else:
        missing = missing_seconds(campaign, everything=everything, failed=failed)
        posters = lacking_posters(campaign, everything=everything, failed=failed)
    seen = (campaign.clip_height / 480) ** 2 * campaign.clip_fps
    amount = sum(seen * length_s * BYTES_A_FRAME[name] for name, (_, length_s) in missing.items())
    seconds = sum(seen * length_s * SECONDS_A_FRAME[name] for name, (_, length_s) in missing.items())
    clips = sum(count for count, _ in missing.values())
    gigabytes = (amount + posters * BYTES_A_POSTER) / 1e9
    return Plan(clips, posters, gigabytes, seconds / 60 / (os.cpu_count() or 1))


def require_space(plan: Plan) -> None:
    """Raises BadInput where the folder of the clips has not the space that the plan expects."""
    folder = settings.CLIP_STORAGE.folder
    if folder is None or not plan.clips + plan.posters:
        return
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free / 1e9
    if free < plan.gigabytes:
        raise BadInput(f"{folder}: {free:.1f} GB are free, {plan.gigabytes:.1f} GB expected; nothing was cut")


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
