"""Who asks, and what they may see: pages of annotators, of leads and of admins."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from annotator.models import Membership, Role, Standing, User
from annotator.people.selectors.memberships import memberships
from moments.models import Campaign

ADMIN = "admin"


def person_asking(request: HttpRequest) -> User:
    """The person signed in; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody who leads `campaign`, with the name under which they decide."""

    campaign: Campaign
    actor: str


def led_campaign(user: User, slug: str) -> Lead:
    """The campaign for its lead or an admin.

    Raises Http404 where the person is not in the campaign, PermissionDenied for annotators and the suspended.
    """
    if user.is_admin:
        campaign = Campaign.objects.filter(slug=slug).first()
        if campaign is None:
            raise Http404("no such campaign")
        return Lead(campaign, ADMIN)
    member = memberships(user, slug=slug).first()
    if member is None:
        raise Http404("no such campaign")
    if member.role != Role.LEAD or member.standing == Standing.SUSPENDED:
        raise PermissionDenied("only leads who are not suspended have access")
    return Lead(member.campaign, member.pseudonym)


def administered_campaign(user: User, slug: str, *, refusal: str = "only admins see this page") -> Campaign:
    """The campaign for an admin.

    Raises PermissionDenied with the `refusal` for its members of any role, Http404 for everybody else and where there
    is none.
    """
    if not user.is_admin:
        if memberships(user, slug=slug).exists():
            raise PermissionDenied(refusal)
        raise Http404("no such campaign")
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Http404("no such campaign")
    return campaign


def listed_campaigns(user: User) -> QuerySet[Campaign]:
    """Every campaign for an admin, none for others."""
    campaigns = Campaign.objects.order_by("slug")
    return campaigns if user.is_admin else campaigns.none()


class Suspended(PermissionDenied):
    """The person is suspended in the campaign."""

    def __init__(self, member: Membership) -> None:
        super().__init__("suspended")
        self.member = member


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
        raise PermissionDenied("admins cannot score pairs")
    member = memberships(user, slug=slug).first()
    if member is None:
        raise Http404("no such campaign")
    if member.role != Role.ANNOTATOR:
        raise PermissionDenied("only annotators can score pairs")
    return member


def page_of(member: Membership) -> str:
    """The name of the page on which the person works, or for who is not qualified that of what comes first."""
    if member.role == Role.LEAD:
        return "review"
    return "desk" if member.standing == Standing.QUALIFIED else "start"
