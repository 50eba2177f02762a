import pytest
from django.urls import reverse

from annotator.models import Role, Standing
from tests.factories import make_admin, make_campaign, make_lead, make_member, make_user

pytestmark = pytest.mark.django_db
HOME = "/"


def test_strangers_are_sent_to_sign_in(client):
    assert client.get(HOME).url == f"{reverse('sign-in')}?next=/"


def test_an_annotator_is_sent_to_the_desk(client):
    client.force_login(make_member(make_campaign("one")).user)
    assert client.get(HOME).url == reverse("desk", args=["one"])


def test_a_lead_is_sent_to_the_review_list(client):
    client.force_login(make_lead(make_campaign("one")).user)
    assert client.get(HOME).url == reverse("review", args=["one"])


def test_a_person_with_several_memberships_chooses(client):
    member = make_member(make_campaign("one"))
    make_member(make_campaign("two"), user=member.user, role=Role.LEAD)
    client.force_login(member.user)
    page = client.get(HOME).content.decode()
    assert reverse("desk", args=["one"]) in page
    assert reverse("review", args=["two"]) in page


def test_an_admin_sees_every_campaign_and_the_administration(client):
    make_campaign("one")
    make_campaign("two")
    client.force_login(make_admin())
    page = client.get(HOME).content.decode()
    for address in (reverse("review", args=["one"]), reverse("review", args=["two"]), reverse("admin:index")):
        assert address in page


def test_the_suspended_see_that_they_are_and_get_no_link(client):
    client.force_login(make_member(make_campaign("one"), standing=Standing.SUSPENDED).user)
    page = client.get(HOME).content.decode()
    assert "suspended" in page
    assert reverse("desk", args=["one"]) not in page


def test_somebody_in_no_campaign_sees_that_they_are(client):
    client.force_login(make_user())
    assert "You are not in a campaign yet" in client.get(HOME).content.decode()


def test_other_campaigns_stay_unknown_to_annotators(client):
    make_campaign("unseen")
    member = make_member(make_campaign("one"))
    make_member(make_campaign("two"), user=member.user)
    client.force_login(member.user)
    assert "/c/unseen/" not in client.get(HOME).content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_the_number_of_queries_does_not_grow_with_campaigns(client, number, django_assert_num_queries):
    for place in range(number):
        make_campaign(f"camp-{place}")
    client.force_login(make_admin())
    with django_assert_num_queries(4):
        assert client.get(HOME).status_code == 200
