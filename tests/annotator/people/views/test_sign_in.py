from urllib.parse import parse_qs, urlsplit

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


@pytest.mark.parametrize(
    ("button", "page"),
    [
        (reverse("exam-begin", args=["films"]), reverse("start", args=["films"])),
        (reverse("exam-open", args=["films", 1]), reverse("exam", args=["films"]) + "?exam=1&show=bank"),
        (reverse("invite-make", args=["films"]), reverse("people", args=["films"])),
    ],
)
def test_whose_session_was_over_at_a_button_comes_back_to_its_page(client, button, page):
    make_user("w-1")
    sent = client.post(button, headers={"referer": f"http://testserver{page}"})
    assert sent.status_code == 302
    way = parse_qs(urlsplit(sent.url).query)
    assert way == {"next": [page]}
    signed_in = client.post(sent.url, {"username": "w-1", "password": PASSWORD, "next": page})
    assert signed_in.url == page


@pytest.mark.parametrize("origin", ["", "https://elsewhere.example/c/films/start/", "javascript:alert(1)"])
def test_a_button_on_an_unknown_page_leads_home(client, origin):
    sent = client.post(reverse("exam-begin", args=["films"]), headers={"referer": origin})
    assert sent.url == reverse("sign-in")


def test_a_page_that_is_asked_for_is_the_way_back_itself(client):
    page = reverse("start", args=["films"])
    assert client.get(page, headers={"referer": "http://testserver/"}).url == f"{reverse('sign-in')}?next={page}"
