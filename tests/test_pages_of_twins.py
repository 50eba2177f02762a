"""Every page does its work in a twins campaign: what belongs to the other kinds is left out."""

from __future__ import annotations

import pytest

from tests.factories import make_admin, make_lead
from tests.pages_of_kind import dead_links, failing_pages, pages_shown
from tests.twins import Road, twin_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def road() -> Road:
    """A campaign with twins, whose captions were checked or wait."""
    return Road().judged().written().assigned(1).assigned(2, backward=True, right=False).seen()


@pytest.mark.parametrize("role", ["lead", "admin", "judge"])
def test_no_page_fails(road: Road, role: str) -> None:
    asking = {"lead": lambda: make_lead(road.campaign).user, "admin": make_admin, "judge": lambda: road.people[1].user}
    assert failing_pages(road.campaign, asking[role](), road.people[1]) == {}


@pytest.mark.parametrize("role", ["lead", "admin"])
def test_no_page_of_an_open_campaign_links_to_one_that_it_does_not_have(road: Road, role: str) -> None:
    asking = make_lead(road.campaign).user if role == "lead" else make_admin()
    pages = pages_shown(road.campaign)[: None if role == "admin" else -1]
    assert dead_links(road.campaign, asking, pages) == {}


def test_no_page_of_a_draft_links_to_one_that_it_does_not_have() -> None:
    campaign, _ = twin_campaign(opened=False)
    steps = [f"/c/arrow/corpus/setup/?step={step}" for step in ("material", "guideline", "protocol", "people", "open")]
    assert dead_links(campaign, make_admin(), [*pages_shown(campaign), *steps]) == {}


def test_no_page_links_an_annotator_to_one_that_is_not_there(road: Road) -> None:
    assert dead_links(road.campaign, road.people[1].user, ["/c/arrow/start/"]) == {}
