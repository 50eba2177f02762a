"""Who asks, and what they may see: pages of annotators, of leads and of admins."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from annotator.models import Membership, Role, Standing, User
from annotator.people.selectors.memberships import membership_in
from moments.models import Campaign, CampaignKind

ADMIN = "admin"
FIRST_PAGES = {  # of leads
    CampaignKind.GRADE: "review",
    CampaignKind.MARK: "question-review",
    CampaignKind.TWIN: "inbox",
}


def person_asking(request: HttpRequest) -> User:
    """The person signed in; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody who leads `campaign`, with the name under which they decide."""

    campaign: Campaign
    actor: str

    @property
    def is_admin(self) -> bool:
        """Whether an admin acts, who is in no campaign."""
        return self.actor == ADMIN


def campaign_or_404(slug: str) -> Campaign:
    """The campaign of that name; raises Http404 if there is none."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Http404("no such campaign")
    return campaign


def member_or_404(user: User, slug: str) -> Membership:
    """The person's membership in that campaign; raises Http404 if they are not in it."""
    member = membership_in(user, slug)
    if member is None:
        raise Http404("no such campaign")
    user.asked_as = member  # type: ignore[attr-defined]  # for this request
    return member


def led_campaign(user: User, slug: str) -> Lead:
    """The campaign for its lead or an admin.

    Raises Http404 if the person is not in the campaign, PermissionDenied for annotators and the suspended.
    """
    if user.is_admin:
        return Lead(campaign_or_404(slug), ADMIN)
    member = member_or_404(user, slug)
    if member.role != Role.LEAD or member.standing == Standing.SUSPENDED:
        raise PermissionDenied("only leads who are not suspended have access")
    return Lead(member.campaign, member.pseudonym)


def led_grading(user: User, slug: str) -> Lead:
    """The same for pages about graded relevance; in a campaign of another kind there are none: Http404."""
    lead = led_campaign(user, slug)
    _require_grading(lead.campaign)
    return lead


def led_moments(user: User, slug: str) -> Lead:
    """The same for pages about clips of moments; a campaign that shows whole videos has none: Http404."""
    lead = led_campaign(user, slug)
    if lead.campaign.is_marked:
        raise Http404("this page is for campaigns that show moments")
    return lead


def led_marking(user: User, slug: str) -> Lead:
    """The same for pages about marked segments; in a campaign of another kind there are none: Http404."""
    lead = led_campaign(user, slug)
    if lead.campaign.kind != CampaignKind.MARK:
        raise Http404("this page is for marking campaigns")
    return lead


def led_twins(user: User, slug: str) -> Lead:
    """The same for pages and calls about twins; in a campaign of another kind there are none: Http404."""
    lead = led_campaign(user, slug)
    if not lead.campaign.is_twin:
        raise Http404("this is for twins campaigns only")
    return lead


def led_scoring(user: User, slug: str) -> Lead:
    """The same for pages about runs; where segments are marked there are none: Http404."""
    lead = led_campaign(user, slug)
    if lead.campaign.kind == CampaignKind.MARK:
        raise Http404("runs on marked segments are not scored here")
    return lead


def led_without_twins(user: User, slug: str) -> Lead:
    """The same for pages about relevance or segments, which twins campaigns do not have: Http404."""
    lead = led_campaign(user, slug)
    if lead.campaign.is_twin:
        raise Http404("this page is not for twins campaigns")
    return lead


def _require_grading(campaign: Campaign) -> None:
    if campaign.kind != CampaignKind.GRADE:
        raise Http404("this page is for grading campaigns")


def administered_campaign(user: User, slug: str, *, refusal: str = "only admins can see this page") -> Campaign:
    """The campaign for an admin.

    Raises PermissionDenied with the `refusal` for its other members, Http404 for everybody else and for a name that no
    campaign has.
    """
    if user.is_admin:
        return campaign_or_404(slug)
    member_or_404(user, slug)
    raise PermissionDenied(refusal)


def may_found(user: User) -> bool:
    """Whether the person may make campaigns: admins, and whoever leads one that is no trial and is not suspended."""
    leads = user.memberships.filter(role=Role.LEAD, campaign__is_trial=False)
    return user.is_admin or leads.exclude(standing=Standing.SUSPENDED).exists()


def paid_campaign(user: User, slug: str) -> Lead:
    """The campaign for an admin, and for a lead whom an admin lets settle its pay.

    Raises PermissionDenied for its other members, Http404 for everybody else and for a name that no campaign has.
    """
    if user.is_admin:
        return Lead(campaign_or_404(slug), ADMIN)
    member = member_or_404(user, slug)
    if not member.settles_pay:
        raise PermissionDenied("only admins, and leads to whom an admin has given this permission, can see pay")
    return Lead(member.campaign, member.pseudonym)


def settles_pay(user: User, campaign: Campaign) -> bool:
    """Whether the person may see and settle the campaign's pay; one SQL query unless the request asked before."""
    if user.is_admin:
        return True
    member: Membership | None = getattr(user, "asked_as", None)
    if member is None or member.campaign_id != campaign.pk:
        return user.memberships.filter(campaign=campaign, settles_pay=True).exists()
    return member.settles_pay


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
    """The person's membership as an annotator; suspended people can still see their own work.

    Raises Http404 if the person is not in the campaign, PermissionDenied if they are no annotator in it.
    """
    if user.is_admin:
        raise PermissionDenied("admins cannot score pairs")
    member = member_or_404(user, slug)
    if member.role != Role.ANNOTATOR:
        raise PermissionDenied("only annotators can score pairs")
    return member


def page_of(member: Membership) -> str:
    """The name of the page on which the person works, or, if they are not qualified yet, of the start page."""
    if member.role == Role.LEAD:
        return FIRST_PAGES[CampaignKind(member.campaign.kind)]
    return "desk" if member.standing == Standing.QUALIFIED else "start"
