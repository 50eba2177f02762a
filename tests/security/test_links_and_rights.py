"""A link to a new password opens no more than whoever handed it over may open, at the moment it is used."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from annotator.joining.services.admitting import resume_person, suspend_person
from annotator.joining.services.invites import make_invite
from annotator.joining.services.joining import join_with_account
from annotator.models import Membership, ResetLink, Role, Standing, User
from annotator.people.secret_links import digest_of
from annotator.people.services.people import make_admin as promote
from annotator.people.services.people import unmake_admin
from annotator.people.services.resets import make_reset_link
from annotator.seats.services.standings import set_account
from archive.writing.services import archive_campaign
from moments.base.errors import BadInput
from tests.factories import PASSWORD, make_admin, make_campaign, make_lead, make_member, make_user

pytestmark = pytest.mark.django_db
WORDS = "correct horse battery"


@pytest.fixture
def campaign():
    return make_campaign()


@pytest.fixture
def member(campaign) -> Membership:
    return make_member(campaign)


@pytest.fixture
def lead(campaign) -> Membership:
    return make_lead(campaign)


def link_by_page(issuer: User, member: Membership) -> str:
    """The address that the page People shows."""
    client = Client()
    client.force_login(issuer)
    page = client.post(f"/c/{member.campaign.slug}/people/{member.pseudonym}/reset/").content.decode()
    return re.search(r"data-link>http://testserver(/reset/[\w-]{43}/)<", page)[1]


def link_by_admin(member: Membership) -> str:
    secret = make_reset_link(member=member, issuer=make_admin(), now=timezone.now(), actor="admin")
    return f"/reset/{secret}/"


def statuses(link: str) -> tuple[int, int]:
    """What the page and the form answer."""
    return Client().get(link).status_code, Client().post(
        link, {"new_password1": WORDS, "new_password2": WORDS}
    ).status_code


def is_over(link: str, user: User) -> bool:
    """Whether the link is refused by page and form, and the password is what it was."""
    refused = statuses(link) == (410, 410)
    user.refresh_from_db()
    return refused and user.check_password(PASSWORD)


def suspended(member: Membership) -> None:
    suspend_person(member=member, reason="x", now=timezone.now(), actor="admin")


def invited(member: Membership) -> None:
    """The person joins another campaign by a link."""
    invite = make_invite(campaign=make_campaign("other"), uses=1, days=1, note="", now=timezone.now(), actor="x").invite
    join_with_account(user=member.user, invite=invite, consent_version=None, now=timezone.now())


def leads_another(member: Membership) -> None:
    make_member(make_campaign("other"), role=Role.LEAD, user=member.user)


def added_by_an_admin(member: Membership) -> None:
    boss = Client()
    boss.force_login(make_admin())
    sent = {"user": member.user_id, "campaign": make_campaign("other").pk, "role": Role.ANNOTATOR}
    assert boss.post("/admin/annotator/membership/add/", sent).status_code == 302


def suspended_and_back(member: Membership) -> None:
    suspended(member)
    resume_person(member=member, reason="x", now=timezone.now(), actor="admin")


def closed_and_opened(member: Membership) -> None:
    for is_active in (False, True):
        set_account(user=member.user, is_active=is_active, now=timezone.now(), actor="admin")


def closed(user: User) -> User:
    set_account(user=user, is_active=False, now=timezone.now(), actor="admin")
    user.refresh_from_db()
    return user


def demoted(boss: User) -> None:
    assert unmake_admin(user=boss, now=timezone.now(), actor="admin")


def test_a_link_sets_a_password_while_nothing_has_changed(member, lead) -> None:
    assert statuses(link_by_page(lead.user, member)) == (200, 302)
    assert statuses(link_by_page(make_admin(), member)) == (200, 302)


@pytest.mark.parametrize(
    "change", [leads_another, invited, added_by_an_admin, suspended, suspended_and_back, closed_and_opened]
)
@pytest.mark.parametrize("issuer", ["lead", "admin"])
def test_a_link_ends_when_its_bearer_changes(member, lead, issuer, change) -> None:
    link = link_by_page(lead.user, member) if issuer == "lead" else link_by_admin(member)
    change(member)
    assert is_over(link, member.user)


def test_a_link_ends_when_its_bearer_becomes_an_admin_and_when_they_are_one_no_longer(lead) -> None:
    link = link_by_admin(lead)
    promote(user=lead.user, now=timezone.now(), actor="admin")
    assert is_over(link, lead.user)
    link = link_by_admin(lead)
    unmake_admin(user=lead.user, now=timezone.now(), actor="admin")
    assert is_over(link, lead.user)


def test_a_link_ends_when_its_bearer_comes_in_by_a_restored_campaign(member, tmp_path, settings) -> None:
    """`restore_campaign` makes members of accounts that are there."""
    settings.DATA_DIR = tmp_path
    link = link_by_admin(member)
    archive_campaign(campaign=member.campaign, out=tmp_path / "file", clips=False)
    call_command("restore_campaign", str(tmp_path / "file"), slug="copy")
    assert member.user.memberships.count() == 2
    assert is_over(link, member.user)


@pytest.mark.parametrize("change", [suspended, lambda lead: closed(lead.user)], ids=["suspended", "closed"])
def test_a_link_opens_nothing_while_its_issuer_has_lost_their_right(member, lead, change) -> None:
    link = link_by_page(lead.user, member)
    change(lead)
    assert is_over(link, member.user)


def test_a_link_opens_nothing_when_its_issuer_is_a_lead_no_longer(member, lead) -> None:
    """However that came about: no page demotes a lead today."""
    link = link_by_page(lead.user, member)
    Membership.objects.filter(pk=lead.pk).update(role=Role.ANNOTATOR)
    assert is_over(link, member.user)


@pytest.mark.parametrize("change", [closed, demoted])
def test_an_admins_link_opens_nothing_when_they_are_an_admin_no_longer(member, change) -> None:
    boss = make_admin()
    link = link_by_page(boss, member)
    change(boss)
    assert is_over(link, member.user)


@pytest.mark.parametrize("role", Role)
def test_a_leads_link_opens_no_campaign_that_they_do_not_lead(member, lead, role) -> None:
    """Past every service that ends links: the issuer's right is looked at again."""
    link = link_by_page(lead.user, member)
    made = {"role": role, "standing": Standing.QUALIFIED, "pseudonym": "1", "joined_at": timezone.now()}
    Membership.objects.create(user=member.user, campaign=make_campaign("other"), **made)
    assert is_over(link, member.user)


def test_a_leads_link_opens_no_admins_account(member, lead) -> None:
    link = link_by_page(lead.user, member)
    User.objects.filter(pk=member.user_id).update(is_staff=True, is_superuser=True)
    assert is_over(link, member.user)


def test_a_link_goes_on_when_its_issuer_leads_the_other_campaign_too(member, lead) -> None:
    other = make_campaign("other")
    make_member(other, role=Role.LEAD, user=lead.user)
    make_member(other, user=member.user)
    assert statuses(link_by_page(lead.user, member)) == (200, 302)


@pytest.mark.parametrize("issuer", ["annotator", "stranger", "lead of another campaign", "suspended lead", "closed"])
def test_nobody_without_the_right_issues_a_link(member, campaign, issuer) -> None:
    people = {
        "annotator": lambda: make_member(campaign).user,
        "stranger": make_user,
        "lead of another campaign": lambda: make_lead(make_campaign("other")).user,
        "suspended lead": lambda: make_member(campaign, role=Role.LEAD, standing=Standing.SUSPENDED).user,
        "closed": lambda: closed(make_admin()),
    }
    with pytest.raises(BadInput, match="an admin can create the link"):
        make_reset_link(member=member, issuer=people[issuer](), now=timezone.now(), actor="x")
    assert not ResetLink.objects.exists()


def test_an_open_link_that_nobody_issued_cannot_be_stored(member) -> None:
    now = timezone.now()
    with pytest.raises(IntegrityError, match="reset_open_has_issuer"):
        ResetLink.objects.create(
            user=member.user, digest=digest_of("x"), created_at=now, expires_at=now + timedelta(days=1)
        )
