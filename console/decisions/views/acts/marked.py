"""Decides what only marking campaigns ask: unclear questions, and videos whose proxy failed."""

from __future__ import annotations

from django.http import Http404

from consensus.pairs.services.moments import withdraw_moments
from consensus.stuck.selectors.marking import failed_videos
from console.decisions.choices import Choice
from console.decisions.selectors.marked import AGAIN
from console.decisions.views.acts.asked import Acts, Asked
from console.decisions.views.acts.disputed import DISPUTED
from console.decisions.views.acts.exits import undo_exit
from console.decisions.views.acts.stuck import use_again
from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.clips.services.starting import try_video_again
from moments.models import Video


def _video(asked: Asked) -> Video:
    video = asked.lead.campaign.videos.select_related("campaign").filter(pk=asked.item).first()
    if video is None:
        raise Http404("no such video")
    return video


def _decide(asked: Asked, choice: Choice) -> object:
    video, campaign = _video(asked), asked.lead.campaign
    if not failed_videos(campaign).filter(pk=video.pk).exists():
        raise BadInput(f"{isolated(video.name)} is no longer waiting here")
    if choice.value == AGAIN.value:
        return try_video_again(video=video, by_admin=asked.lead.is_admin, now=asked.now)
    moments = list(video.moments.filter(whole=True))
    actor, reason = asked.lead.actor, asked.reason
    return withdraw_moments(campaign=campaign, moments=moments, actor=actor, reason=reason, now=asked.now)


def _undo(asked: Asked) -> object:
    return use_again(asked, moment=_video(asked).moments.get(whole=True))


UNCLEAR = Acts(DISPUTED.decide, undo_exit)
VIDEOS = Acts(_decide, _undo)
