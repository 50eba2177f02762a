"""An author's video and questions, and what a campaign still wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import QuerySet

from annotator.asking.assigning import Wish
from annotator.joining.selectors.road import Reason, reason_without_seats
from annotator.models import Ask, AskQuota, AskState, AskTask, Membership, Standing, Viewing
from moments.base.errors import BadInput
from moments.models import Campaign, CampaignKind, CampaignStatus

# Questions that count towards what is wanted.
WRITTEN = (AskState.SUBMITTED, AskState.CHECKED, AskState.ACCEPTED, AskState.RETURNED)
EDITABLE = (AskState.DRAFT, AskState.RETURNED)


def require_writing(campaign: Campaign) -> None:
    """Raise BadInput unless people write questions in the campaign."""
    if campaign.kind != CampaignKind.MARK:
        raise BadInput("nobody writes questions in this campaign", field="campaign")


def current_viewing(member: Membership) -> Viewing | None:
    """The author's way through the video that they write about now; None if they have none."""
    mine = Viewing.objects.filter(share__annotator=member, share__number=1, ended_at=None)
    return mine.select_related("share__batch__video", "share__batch__protocol__marking").order_by("pk").first()


def own_asks(member: Membership) -> QuerySet[Ask]:
    """The questions of that author, by number."""
    return Ask.objects.filter(author=member).order_by("number")


def asks_about(viewing: Viewing) -> QuerySet[Ask]:
    """The author's questions of that viewing."""
    return Ask.objects.filter(batch=viewing.share.batch_id).order_by("number")


def returned_asks(member: Membership) -> QuerySet[Ask]:
    """The author's questions that others could not answer as they are; the ones that wait longest first."""
    return Ask.objects.filter(author=member, state=AskState.RETURNED).order_by("changed_at", "number")


def wishes(campaign: Campaign, *, domain: str | None = None) -> list[Wish]:
    """What the quotas want and what is written, by domain, tasks in their usual order; with `domain`, only there.

    Two SQL queries.
    """
    quotas = AskQuota.objects.filter(campaign=campaign)
    asks = Ask.objects.filter(campaign=campaign, state__in=WRITTEN)
    if domain is not None:
        quotas, asks = quotas.filter(domain=domain), asks.filter(video__domain=domain)
    have = Counter(asks.values_list("video__domain", "task"))
    rows = quotas.values_list("domain", "task", "wanted")
    found = [Wish(domain, task, wanted, have[domain, task]) for domain, task, wanted in rows]
    return sorted(found, key=lambda wish: (wish.domain, AskTask.values.index(wish.task)))


def reason_without_writing(member: Membership) -> Reason | None:
    """Why the person gets no video to write about; None if they may have one."""
    if member.standing != Standing.QUALIFIED:
        return reason_without_seats(member)
    if member.campaign.status == CampaignStatus.PAUSED:
        return "paused"
    return None if member.campaign.status == CampaignStatus.OPEN else "no_work"


def numbers_of(asks: Sequence[Ask]) -> str:
    """The questions' numbers in a sentence."""
    return ", ".join(str(ask.number) for ask in asks)
