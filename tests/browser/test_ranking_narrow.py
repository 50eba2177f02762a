"""The ranking inspector on a phone: nothing sticks out, however long the videos' names are."""

import pytest

from moments.models import Video
from tests.browser.at_desk import begin_session
from tests.factories import make_admin, make_campaign, make_query

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_long_names_of_videos_do_not_widen_the_page(new_page, live_server):
    campaign = make_campaign()
    query = make_query(campaign, pairs=4, text="two women dance")
    Video.objects.filter(campaign=campaign).update(name="castle_s04e19_seg02_clip_23_of_the_second_release")
    page = new_page(viewport={"width": 390, "height": 844})
    begin_session(page, live_server, make_admin("boss"))
    page.goto(f"{live_server.url}/c/{campaign.slug}/corpus/ranking/?query={query.query_id}")
    assert page.locator("[data-found]").count() == 8
    assert page.evaluate("document.documentElement.scrollWidth") == 390
