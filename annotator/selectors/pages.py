"""What the home page and the desk show, to whom."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from annotator.models import Membership, Role, Standing, User
from annotator.selectors.guidelines import readable_campaign
from annotator.selectors.people import memberships
from annotator.selectors.staffing import pause_words
from moments.models import Campaign


def listed_campaigns(user: User) -> QuerySet[Campaign]:
    """Every campaign for an admin, none for others."""
    campaigns = Campaign.objects.order_by("slug")
    return campaigns if user.is_admin else campaigns.none()


class Suspended(PermissionDenied):
    """The person is suspended in the campaign; `words` say so, why where a rule did it, and whom to ask."""

    def __init__(self, member: Membership) -> None:
        super().__init__("suspended")
        self.words = pause_words(member)


def annotator_in(user: User, slug: str) -> Membership:
    """The person's membership as an annotator who is not suspended.

    Raises what `own_membership` raises, and Suspended.
    """
    member = own_membership(user, slug)
    if member.standing == Standing.SUSPENDED:
        raise Suspended(member)
    return member


def own_membership(user: User, slug: str) -> Membership:
    """The person's membership as an annotator, who may be suspended: what they worked stays theirs to see.

    Raises Http404 where the person is not in the campaign, PermissionDenied where they are no annotator in it.
    """
    if user.is_admin:
        raise PermissionDenied("admins hold no seats")
    member = memberships(user, slug=slug).first()
    if member is None:
        raise Http404("no such campaign")
    if member.role != Role.ANNOTATOR:
        raise PermissionDenied("only annotators score")
    return member


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the tutorial: an annotator, who goes through it, or somebody who leads, who has no `member` here.

    `must_agree`: the consent comes first.
    """

    campaign: Campaign
    member: Membership | None
    must_agree: bool


def tutorial_reader(user: User, slug: str) -> Reader:
    """The person as a reader of the campaign's tutorial.

    Raises Http404 where the person is not in the campaign, PermissionDenied for the suspended.
    """
    campaign = readable_campaign(user, slug)
    member = memberships(user, slug=slug).filter(role=Role.ANNOTATOR).first()
    return Reader(campaign, member, member is not None and member.standing == Standing.INVITED)
