"""Gives every forward moment its backward twin, and says before what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Max, Sum

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.expected import longest_gif_s
from moments.clips.selectors.cutting import active_order
from moments.clips.selectors.twinless import count_too_short, count_withdrawn, twinless_moments
from moments.clips.services.plans import CuttingPlan, plan_of
from moments.corpus.files.values import LARGEST_ID
from moments.ledger.services import record_decision
from moments.material.ledger_kinds import TWINS_MADE
from moments.models import Campaign, CampaignStatus, Clip, ClipState, Direction, Moment, Twin

CHUNK = 2000
LENGTH = F("end_s") - F("start_s")


@dataclass(frozen=True, slots=True)
class TwinsPlan:
    """How many twins would be made, how many are there, what cutting takes, and which moments get none."""

    twins: int
    there: int
    cutting: CuttingPlan
    too_short: int
    withdrawn: int

    @property
    def left_out_in_words(self) -> str:
        """Which moments get no twin, and why; empty if all do."""
        reasons = []
        if self.too_short:
            reasons.append(f"{counted(self.too_short, 'moment')} whose clip would have one picture")
        if self.withdrawn:
            reasons.append(f"{counted(self.withdrawn, 'withdrawn moment')}")
        return " and ".join(reasons)


def plan_twins(campaign: Campaign) -> TwinsPlan:
    """What `make_twins` would do; raises BadInput for a campaign of another kind."""
    _require_twins(campaign)
    moments = twinless_moments(campaign)
    missing = {}
    for name in campaign.rendition_names:
        gif_s = longest_gif_s(height=campaign.clip_height, fps=campaign.clip_fps)
        fitting = moments.filter(end_s__lte=F("start_s") + gif_s) if name == "gif" else moments
        found = fitting.aggregate(moments=Count("pk"), seconds=Sum(LENGTH))
        missing[name] = (2 * found["moments"], 2 * (found["seconds"] or 0.0))
    twins = moments.count()
    refused = 2 * twins - missing["gif"][0] if "gif" in missing else 0
    cutting = plan_of(campaign, missing, posters=2 * twins, refused=refused)
    there = Twin.objects.filter(forward__campaign=campaign).count()
    return TwinsPlan(twins, there, cutting, count_too_short(campaign), count_withdrawn(campaign))


@transaction.atomic
def make_twins(*, campaign: Campaign, actor: str, now: datetime) -> int:
    """Make the backward moment of every forward moment that has none and can have one; how many were made.

    Clips of these forward moments are cut again beside the backward ones: a bucket says when it got a file, and nobody
    shall tell twins apart by that. Raises BadInput for a campaign of another kind, for an archive, while clips are
    being cut, and if the backward moments would need a `desc_id` that is too large.
    """
    _require_twins(campaign)
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; its moments do not change")
    hold_campaign(campaign)
    if active_order(campaign) is not None:
        raise BadInput("clips are being cut; wait for them or stop the order")
    forward = list(twinless_moments(campaign).order_by("desc_id"))
    if not forward:
        return 0
    highest = campaign.moments.aggregate(highest=Max("desc_id"))["highest"]
    if highest + len(forward) > LARGEST_ID:
        left = counted(LARGEST_ID - highest, "number is", "numbers are")
        raise BadInput(f"the highest desc_id is {highest}; {left} left for {counted(len(forward), 'backward moment')}")
    _pair_up(forward, highest + 1)
    fresh = Twin.objects.filter(backward__campaign=campaign, backward__desc_id__gt=highest)
    ready = Clip.objects.filter(moment__in=fresh.values("forward"), state=ClipState.READY)
    ready.update(state=ClipState.PENDING)
    payload = {"twins": len(forward), "first_desc_id": highest + 1}
    record_decision(campaign=campaign, kind=TWINS_MADE, actor=actor, payload=payload, now=now)
    return len(forward)


def _pair_up(forward: Sequence[Moment], first_desc_id: int) -> None:
    """The backward moments under the next numbers, without a text: nobody has described them yet."""
    backward = [
        Moment(
            campaign_id=moment.campaign_id,
            video_id=moment.video_id,
            desc_id=number,
            start_s=moment.start_s,
            end_s=moment.end_s,
            kind=moment.kind,
            direction=Direction.BACKWARD,
        )
        for number, moment in enumerate(forward, start=first_desc_id)
    ]
    made = Moment.objects.bulk_create(backward, batch_size=CHUNK)
    pairs = zip(forward, made, strict=True)
    Twin.objects.bulk_create([Twin(forward=one, backward=other) for one, other in pairs], batch_size=CHUNK)


def _require_twins(campaign: Campaign) -> None:
    if not campaign.is_twin:
        raise BadInput(f"campaign {campaign.slug!r} is not a twins campaign; its clips play forwards only")
