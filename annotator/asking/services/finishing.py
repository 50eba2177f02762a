"""Ends writings: the questions of a finished video go to another person, who gets the video once with all of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.asking.selectors.asks import asks_about, current_viewing, numbers_of, require_writing
from annotator.asking.selectors.writings import silent_writings
from annotator.asking.services.working import note_work
from annotator.models import Ask, AskState, Membership, Viewing
from annotator.seats.services.authoring import share_with_marker
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Batch, Campaign


@dataclass(frozen=True, slots=True)
class Silent:
    """How many writings were finished for their silent authors, and how many videos were given back."""

    finished: int
    given_back: int


@transaction.atomic
def finish_video(*, member: Membership, now: datetime) -> int:
    """End the writing about the author's video, and open a seat for a marker on each submitted question; how many.

    Without a question the batch stays empty and ended: the author does not get the video again, others may. Raises
    BadInput if there is no video, or if drafts are left.
    """
    require_writing(member.campaign)
    hold_campaign(member.campaign)
    note_work(member=member, now=now)
    viewing = current_viewing(member)
    if viewing is None:
        raise BadInput("you have no video to finish", field="video")
    drafts = list(asks_about(viewing).filter(state=AskState.DRAFT))
    if drafts:
        raise BadInput(f"submit or delete your drafts first: {numbers_of(drafts)}", field="asks")
    made = _pass_on(viewing, now)
    if not made:
        Viewing.objects.filter(pk=viewing.pk).update(bookmarks=[])
    return made


def finish_silent(*, campaign: Campaign, now: datetime) -> Silent:
    """Finish the writings of people who fell silent and have submitted questions; give the other videos back.

    Drafts and bookmarks stay, and come back when their author begins again. Each writing is a transaction of its own.
    """
    finished = given_back = 0
    for viewing in list(silent_writings(campaign, now)):
        made = _finish_one(viewing.pk, campaign, now)
        finished += made > 0
        given_back += made == 0
    return Silent(finished, given_back)


@transaction.atomic
def _finish_one(key: int, campaign: Campaign, now: datetime) -> int:
    """How many seats were opened; -1 if the author has come back meanwhile."""
    hold_campaign(campaign)
    author = Viewing.objects.filter(pk=key).values_list("share__annotator", flat=True)
    Membership.objects.filter(pk__in=list(author)).update(next_position=F("next_position"))
    viewing = silent_writings(campaign, now).filter(pk=key).first()
    if viewing is None:
        return -1
    _return_ready(viewing)
    made = _pass_on(viewing, now)
    if not made and not viewing.bookmarks and not asks_about(viewing).exists():
        _take_back(viewing)
    return made


def _pass_on(viewing: Viewing, now: datetime) -> int:
    """End the viewing, and share its submitted questions with a marker; how many there are."""
    Viewing.objects.filter(pk=viewing.pk, ended_at=None).update(ended_at=now)
    batch = viewing.share.batch
    submitted = Ask.objects.filter(batch=batch, state=AskState.SUBMITTED).select_related("pair").order_by("number")
    pairs = [ask.pair for ask in submitted if ask.pair is not None]
    return share_with_marker(batch=batch, pairs=pairs) if pairs else 0


def _return_ready(viewing: Viewing) -> None:
    """Ready questions that the author has not touched go back to nobody."""
    drafts = asks_about(viewing).filter(state=AskState.DRAFT)
    untouched = drafts.filter(created_at__lt=viewing.began_at, changed_at=F("created_at"))
    untouched.update(author=None, batch=None)


def _take_back(viewing: Viewing) -> None:
    """Nothing is left of the writing, so that its author may get the video again."""
    share = viewing.share
    viewing.delete()
    share.delete()
    Batch.objects.filter(pk=share.batch_id).delete()
