"""Gives authors the videos that they write about."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.asking.selectors.asks import current_viewing, reason_without_writing, require_writing
from annotator.asking.selectors.next_video import next_video
from annotator.asking.selectors.writings import drafts_passed_by, interrupted
from annotator.asking.services.working import note_work
from annotator.models import Ask, AskState, Membership, Share, Viewing
from moments.campaign.selectors import newest_protocol
from moments.campaign.services import hold_campaign
from moments.models import Batch, Video


@transaction.atomic
def begin_writing(*, member: Membership, now: datetime) -> Viewing | None:
    """The author's viewing of the video that they write about: the one they have, or the next; None if there is none.

    A video that was taken from them while they were silent comes back first. The campaign's row orders those who
    begin at the same moment, so that each gets a video of their own. Raises BadInput where nobody writes.
    """
    require_writing(member.campaign)
    hold_campaign(member.campaign)
    note_work(member=member, now=now)
    current = current_viewing(member)
    if current is not None or reason_without_writing(member) is not None:
        return current
    return _resumed(member, now) or _next(member, now)


def _resumed(member: Membership, now: datetime) -> Viewing | None:
    """The video of which drafts or bookmarks were left; where others have its questions, in a batch of its own."""
    left = interrupted(member).first()
    if left is not None:
        Viewing.objects.filter(pk=left.pk, ended_at__isnull=False).update(ended_at=None)
        return current_viewing(member)
    drafts = list(drafts_passed_by(member).select_related("batch__video"))
    if not drafts or drafts[0].batch is None or drafts[0].batch.video is None:
        return None
    earlier = Viewing.objects.get(share__batch=drafts[0].batch, share__number=1)
    viewing = _begun(member, drafts[0].batch.video, now, Viewing(watched=earlier.watched, bookmarks=earlier.bookmarks))
    mine = [draft.pk for draft in drafts if draft.batch_id == drafts[0].batch_id]
    Ask.objects.filter(pk__in=mine).update(batch=viewing.share.batch_id, changed_at=now)
    return viewing


def _next(member: Membership, now: datetime) -> Viewing | None:
    """A video on which the person has no share, with the ready questions about it that nobody has."""
    video = next_video(member)
    if video is None:
        return None
    viewing = _begun(member, Video.objects.get(pk=video), now, Viewing())
    ready = Ask.objects.filter(video=video, author=None, state=AskState.DRAFT)
    ready.update(author=member, batch=viewing.share.batch_id)
    return viewing


def _begun(member: Membership, video: Video, now: datetime, viewing: Viewing) -> Viewing:
    """The author's share of a new batch of the video, with that viewing."""
    highest = video.batches.aggregate(highest=Max("number"))["highest"] or 0
    batch = Batch.objects.create(
        campaign=member.campaign,
        video=video,
        number=highest + 1,
        protocol=newest_protocol(member.campaign),
        opened_at=now,
    )
    viewing.share = Share.objects.create(campaign=member.campaign, batch=batch, number=1, annotator=member)
    viewing.began_at = now
    viewing.save(force_insert=True)
    return viewing
