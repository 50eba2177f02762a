import pytest
from django.urls import reverse

from tests.factories import PASSWORD, make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


def test_the_right_password_leads_home(client):
    make_user("w-1")
    response = client.post(reverse("sign-in"), {"username": "w-1", "password": PASSWORD})
    assert (response.status_code, response.url) == (302, reverse("home"))


def test_a_wrong_password_is_refused_in_words(client):
    make_user("w-1")
    response = client.post(reverse("sign-in"), {"username": "w-1", "password": "wrong"})
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_who_is_signed_in_is_sent_home(client):
    client.force_login(make_user())
    assert client.get(reverse("sign-in")).url == reverse("home")


def test_the_way_back_never_leaves_the_site(client):
    make_user("w-1")
    sent = {"username": "w-1", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post(reverse("sign-in"), sent).url == reverse("home")


def test_signing_out_takes_a_post(client):
    client.force_login(make_member(make_campaign()).user)
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.post(reverse("sign-out")).url == reverse("sign-in")
    assert "_auth_user_id" not in client.session
