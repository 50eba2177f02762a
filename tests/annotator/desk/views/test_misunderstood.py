import pytest
from django.test import Client

from tests.console.scenes import sign_in_admin
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_an_address_that_no_page_of_ours_leads_to_is_answered_with_what_is_wrong(client):
    make_campaign()
    sign_in_admin(client)
    answer = client.get("/c/films/exports/compare/", {"old": "<1>", "new": "2"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Go to my work" in page
    assert "old: expected an export&#x27;s number" in page


def test_a_host_that_is_not_ours_gets_no_page_of_ours(settings):
    settings.ALLOWED_HOSTS = ["labels.example.org"]
    answer = Client().get("/sign-in/", headers={"Host": "elsewhere.example.org"})
    assert answer.status_code == 400
    assert "Reelevance" not in answer.content.decode()
