"""What the corpus pages say before there is anything, and how they write large numbers."""

import pytest

from tests.console.scenes import sign_in_admin
from tests.factories import make_campaign, make_moments

pytestmark = pytest.mark.django_db
CORPUS = "/c/films/corpus/"


def test_without_moments_the_page_of_rewriting_leads_to_the_imports(client):
    make_campaign()
    sign_in_admin(client)
    page = client.get(f"{CORPUS}rewriting/").content.decode()
    assert f'There are no moments yet. <a href="{CORPUS}imports/">Import some</a> first.' in page
    assert "including names" not in page


def test_without_pairs_no_clips_are_wanted(client):
    make_campaign()
    sign_in_admin(client)
    page = client.get(f"{CORPUS}clips/").content.decode()
    assert page.count("nothing to cut") == 2


def test_thousands_are_separated_by_commas(client):
    make_moments(make_campaign(), 1001)
    sign_in_admin(client)
    assert "<dd>1,001</dd>" in client.get(CORPUS).content.decode()
    assert "<dd>1,001</dd>" in client.get(f"{CORPUS}rewriting/").content.decode()
    assert '<span class="muted">1,001</span>' in client.get(f"{CORPUS}moments/").content.decode()
