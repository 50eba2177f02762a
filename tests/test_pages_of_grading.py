"""No page of a grading campaign links to one that it does not have."""

from __future__ import annotations

import pytest

from consensus.opening.services import open_campaign
from tests.factories import NOW, claim, make_admin, make_campaign, make_member, make_query
from tests.pages_of_kind import dead_links, pages_shown

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("opened", [False, True])
def test_no_page_links_to_one_that_is_not_there(opened: bool) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=3)
    member = make_member(campaign)
    if opened:
        open_campaign(campaign=campaign, allow_missing_clips=False, now=NOW, actor="test")
        claim(member, 2)
    assert dead_links(campaign, make_admin(), pages_shown(campaign)) == {}
