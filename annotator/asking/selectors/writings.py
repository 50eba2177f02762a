"""Writings that ended before their author said so, and those whose author has fallen silent."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Ask, AskState, Membership, Share, Standing, Viewing
from annotator.people.selectors.memberships import work_cutoff
from moments.models import Campaign


def interrupted(member: Membership) -> QuerySet[Viewing]:
    """The person's writings that were given back, with drafts or bookmarks, and whose questions nobody has.

    An author who finishes a video leaves neither.
    """
    drafts = Ask.objects.filter(batch=OuterRef("share__batch"), state=AskState.DRAFT)
    ended = Viewing.objects.filter(share__annotator=member, share__number=1, ended_at__isnull=False)
    unread = ended.filter(~Exists(_passed_on("share__batch")))
    return unread.filter(Q(Exists(drafts)) | ~Q(bookmarks=[])).order_by("ended_at", "pk")


def drafts_passed_by(member: Membership) -> QuerySet[Ask]:
    """The person's drafts about videos whose other questions have gone to a marker already."""
    drafts = Ask.objects.filter(author=member, state=AskState.DRAFT)
    return drafts.filter(Exists(_passed_on("batch"))).order_by("batch", "number")


def silent_writings(campaign: Campaign, now: datetime) -> QuerySet[Viewing]:
    """Open writings whose author asked for nothing within the lease (R13), or may no longer write."""
    cutoff = work_cutoff(campaign, now)
    asked = Q(share__annotator__last_request_at__gte=cutoff)
    able = Q(share__annotator__standing=Standing.QUALIFIED, share__annotator__user__is_active=True)
    mine = Viewing.objects.filter(share__campaign=campaign, share__number=1, ended_at=None)
    of_video = mine.filter(share__batch__video__isnull=False, share__annotator__isnull=False)
    return of_video.exclude(asked & able).select_related("share__annotator", "share__batch").order_by("pk")


def _passed_on(batch: str) -> QuerySet[Share]:
    return Share.objects.filter(batch=OuterRef(batch), number=2)
