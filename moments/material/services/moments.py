"""Adds a moment that somebody marked on its video, and mends the times of one that nobody judges yet."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.clips.selectors.cutting import active_order
from moments.clips.services.keeping import forget
from moments.corpus.files.text import LONGEST_TEXT
from moments.corpus.selectors.pairs import is_in_use
from moments.corpus.selectors.twins import twins_of
from moments.ledger.services import record_decision
from moments.material.ledger_kinds import MOMENT_ADDED, MOMENT_MENDED
from moments.models import Campaign, CampaignStatus, Clip, Moment, Poster, Video

SHORTEST_MS = 100
# The frames of a video may end a little after the length that its file of moments gave.
TOLERANCE_MS = 500


@transaction.atomic
def add_moment(*, video: Video, start_ms: int, end_ms: int, description: str, actor: str, now: datetime) -> Moment:
    """A moment of the video under the next desc_id, whose description is its caption.

    Raises BadInput for a stretch that the video does not have, for a text that is empty or too long, and for a moment
    of the same times and text.
    """
    campaign = _growing(video.campaign)
    start_s, end_s = _stretch(video, start_ms, end_ms)
    text = " ".join(description.split())
    if not text or len(text) > LONGEST_TEXT or "\0" in text:
        raise BadInput(f"expected 1 to {LONGEST_TEXT:,} characters", field="description")
    hold_campaign(campaign)
    if video.moments.filter(start_s=start_s, end_s=end_s, description=text).exists():
        raise BadInput("the video has this moment already")
    number = (campaign.moments.aggregate(highest=Max("desc_id"))["highest"] or 0) + 1
    moment = Moment.objects.create(
        campaign=campaign,
        video=video,
        desc_id=number,
        start_s=start_s,
        end_s=end_s,
        description=text,
        caption=text,
        kind="v",
    )
    payload = {"desc_id": number, "video": video.name, "start_s": start_s, "end_s": end_s}
    record_decision(campaign=campaign, kind=MOMENT_ADDED, actor=actor, payload=payload, now=now)
    return moment


@transaction.atomic
def mend_moment(
    *, moment: Moment, start_ms: int, end_ms: int, seen: tuple[float, float], reason: str, actor: str, now: datetime
) -> None:
    """Give the moment and its twin other times; clips of the earlier ones go, and are cut again with the next order.

    Raises BadInput for a stretch that the video does not have, without a reason, if the moment changed since the
    person saw it, while clips are cut, and once a pair of the moment is opened or in an exam: people judged what they
    saw.
    """
    campaign = _growing(moment.campaign)
    start_s, end_s = _stretch(moment.video, start_ms, end_ms)
    if not reason:
        raise BadInput("give a reason", field="reason")
    hold_campaign(campaign)
    moment.refresh_from_db()
    before = moment.start_s, moment.end_s
    if before != seen:
        raise BadInput("the moment has been changed in the meantime; look at it again")
    if before == (start_s, end_s):
        raise BadInput("the times have not changed")
    stretch = Moment.objects.filter(pk__in=twins_of(moment))
    if any(is_in_use(each) for each in stretch):
        raise BadInput(
            "people are already judging this moment, so its times cannot change;"
            " withdraw its pairs and add another moment"
        )
    if active_order(campaign) is not None:
        raise BadInput("clips are being cut; wait for them or stop the order")
    clips, posters = Clip.objects.filter(moment__in=stretch), Poster.objects.filter(moment__in=stretch)
    names = [clip.name for clip in clips] + [poster.name for poster in posters]
    clips.delete()
    posters.delete()
    stretch.update(start_s=start_s, end_s=end_s)
    payload = {"desc_id": moment.desc_id, "before": list(before), "after": [start_s, end_s], "reason": reason}
    record_decision(campaign=campaign, kind=MOMENT_MENDED, actor=actor, payload=payload, now=now)
    for name in names:
        transaction.on_commit(lambda name=name: forget(name), robust=True)  # type: ignore[misc]
    moment.refresh_from_db()


def _growing(campaign: Campaign) -> Campaign:
    if campaign.is_marked:
        raise BadInput("where segments are marked, videos have no moments")
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; its moments do not change")
    return campaign


def _stretch(video: Video, start_ms: int, end_ms: int) -> tuple[float, float]:
    """The stretch in seconds; the end of the last frame is the end of the video."""
    longest_ms = round(video.duration_s * 1000)
    if not (start_ms >= 0 and end_ms <= longest_ms + TOLERANCE_MS):
        raise BadInput(f"expected a stretch within the {video.duration_s:g} seconds of the video", field="times")
    if min(end_ms, longest_ms) - start_ms < SHORTEST_MS:
        raise BadInput(f"expected at least {SHORTEST_MS / 1000:g} seconds", field="times")
    return start_ms / 1000, video.duration_s if end_ms >= longest_ms else end_ms / 1000
