"""The annotator's other pages, as axe sees them."""

import pytest
from django.utils import timezone

from annotator.guideline.services import save_guideline
from annotator.joining.services.consents import save_consent
from tests.browser.at_desk import open_desk
from tests.browser.axe import LOOKS, in_looks

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_axe_finds_nothing_on_the_pages_beside_the_desk(new_page, live_server, member):
    text = "# Watch twice\n\n- the *whole* clip\n- [more](https://example.org)"
    save_guideline(
        campaign=member.campaign, text=text, renewed=False, actor="lead", now=timezone.now(), seen_version=None
    )
    page = new_page(reduced_motion="reduce")
    page.goto(f"{live_server.url}/sign-in/")
    assert in_looks(page, LOOKS) == []
    open_desk(page, live_server, member)
    slug = member.campaign.slug
    save_consent(campaign=member.campaign, text=text, seen_version=None, actor="lead", now=timezone.now())
    for path in ("/", f"/c/{slug}/day/", f"/c/{slug}/guideline/", f"/c/{slug}/consent/", "/leave/"):
        page.goto(live_server.url + path)
        assert in_looks(page, LOOKS) == []
