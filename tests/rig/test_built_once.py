"""A scene that is built once comes back as the same rows, in an empty database only."""

from __future__ import annotations

import pytest

from annotator.models import Membership, Seat
from moments.models import Campaign
from tests.built_once import built_once
from tests.factories import claim, make_campaign, opened_campaign

pytestmark = pytest.mark.django_db
builds: list[str] = []


@built_once
def scene(slug: str) -> tuple[Campaign, dict[str, list[Membership]], list[Seat], int]:
    builds.append(slug)
    campaign, members = opened_campaign(slug, pairs=3)
    return campaign, {"people": members}, claim(members[0], 2), 7


def keys(seats: list[Seat]) -> list[str]:
    return [str(seat.public_id) for seat in seats]


@pytest.fixture(scope="module")
def first() -> list[list[str]]:
    """The keys of the seats in the tests before."""
    return []


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_later_tests_get_the_rows_of_the_first_and_may_change_them(first: list[list[str]], turn: int) -> None:
    campaign, people, seats, number = scene("films")
    assert (builds, campaign.slug, campaign.title, number) == (["films"], "films", "films", 7)
    assert [member.campaign is campaign for member in people["people"]] == [True, True]
    assert [seat.annotator for seat in seats] == [people["people"][0]] * 2
    first.append(keys(seats))
    assert first == [first[0]] * turn
    Campaign.objects.update(title="another")
    Seat.objects.filter(pk=seats[0].pk).update(state="released")


def test_beside_other_rows_it_is_built_again() -> None:
    make_campaign("other")
    before = list(builds)
    scene("films")
    assert builds == [*before, "films"]
    assert Campaign.objects.count() == 2
