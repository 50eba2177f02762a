"""Which video a person would get next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from annotator.asking.assigning import Choice, chosen_video
from annotator.asking.selectors.asks import WRITTEN, wishes
from annotator.asking.selectors.videos import ready_videos
from annotator.asking.selectors.writings import drafts_passed_by, interrupted
from annotator.models import AskState, Membership, Share, Viewing


def next_video(member: Membership) -> int | None:
    """The video that the person would get, by primary key; None if there is none."""
    campaign = member.campaign
    return chosen_video(_choices(member), wishes(campaign), seed=campaign.seed)


def has_next(member: Membership) -> bool:
    """Whether there is a video for the person, or one to go on with."""
    return interrupted(member).exists() or drafts_passed_by(member).exists() or next_video(member) is not None


def _choices(member: Membership) -> Sequence[Choice]:
    """The videos that the person may get, in four SQL queries."""
    campaign = member.campaign
    met = Share.objects.filter(annotator=member, batch__video__isnull=False).values("batch__video")
    videos = ready_videos(campaign).exclude(pk__in=met).order_by("pk").values_list("pk", "domain")
    open_now = Viewing.objects.filter(share__campaign=campaign, share__number=1, ended_at=None)
    writers = Counter(open_now.values_list("share__batch__video", flat=True))
    questions = Counter(campaign.asks.filter(state__in=WRITTEN).values_list("video", flat=True))
    ready = campaign.asks.filter(author=None, state=AskState.DRAFT)
    waiting = Counter(ready.values_list("video", flat=True))
    return [Choice(pk, domain, writers[pk], questions[pk], waiting[pk]) for pk, domain in videos]
