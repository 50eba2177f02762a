"""Who may be given captions to write, in twins campaigns whose exam asks for samples (R10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from annotator.models import ExamItem, ExamState, Membership, Seat, WritingPermit
from annotator.twins.tasks import TwinTask
from moments.database.prepared import PreparedValues
from moments.models import Campaign


def asks_for_samples(campaign: Campaign) -> bool:
    """Whether an exam that was opened has clips about which people write; closing it changes nothing."""
    return campaign.is_twin and bool(_first_sample.rows(campaign=campaign.pk))


def _opened_samples(campaign: int) -> QuerySet[ExamItem, Any]:
    written = ExamItem.objects.filter(exam__campaign=campaign, writes=True, dropped=False)
    return written.exclude(exam__state=ExamState.DRAFT).values_list("pk")[:1]


_first_sample = PreparedValues(_opened_samples, campaign=int)


def may_write(member: Membership) -> bool:
    """Whether the person may be given captions to write; everybody may where no exam asks for samples."""
    return not asks_for_samples(member.campaign) or WritingPermit.objects.filter(member=member).exists()


def writers_among(campaign: Campaign, people: Iterable[int]) -> set[int]:
    """Those of the people (by primary key) who may be given captions to write."""
    keys = list(people)
    if not asks_for_samples(campaign):
        return set(keys)
    return set(WritingPermit.objects.filter(member__in=keys).values_list("member", flat=True))


def permitted_writers(campaign: Campaign) -> list[str]:
    """The pseudonyms of people with a permit to write, sorted."""
    permits = WritingPermit.objects.filter(member__campaign=campaign)
    return sorted(permits.values_list("member__pseudonym", flat=True))


def permitted(seats: QuerySet[Seat], *, writes: bool) -> QuerySet[Seat]:
    """Those of the seats that a person may have who may write captions, or who may not."""
    return seats if writes else seats.exclude(pair__query__query_id=TwinTask.CAPTION.query_id)
