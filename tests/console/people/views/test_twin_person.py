"""What a lead sees of a person in a twins campaign, and how their answers are made void by page."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from django.test import Client

from consensus.people.services.voiding import voiding_of
from tests.factories import make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db


@pytest.fixture
def road() -> Road:
    return Road(people=7).judged().written().assigned(1).assigned(2, right=None).assigned(1, backward=True, right=False)


def client_of(road: Road) -> Client:
    client = Client()
    client.force_login(make_lead(road.campaign).user)
    return client


@pytest.mark.parametrize(
    ("person", "facts"),
    [
        (0, ["Clips judged</dt><dd>1<", "Clips described</dt><dd>1 <span", "1 returned"]),
        (1, ["Clips judged</dt><dd>1<", "Captions assigned</dt><dd>2<", "Right</dt><dd>1 ", "Wrong</dt><dd>1 "]),
        (2, ["Captions assigned</dt><dd>1<", "Cannot tell</dt><dd>1 "]),
    ],
)
def test_the_page_says_what_somebody_judged_described_and_assigned(road, person, facts):
    page = client_of(road).get(f"/c/arrow/people/{road.people[person].pseudonym}/").content.decode()
    assert [fact for fact in facts if fact not in page] == []
    assert "/questions/" not in page


def test_the_page_of_voiding_says_what_follows_and_does_it(road):
    client, member = client_of(road), road.people[0]
    address = f"/c/arrow/people/{member.pseudonym}/void/"
    page = client.get(address).content.decode()
    assert "The captions of <strong>1</strong> clip will be written again by somebody else" in page
    shown = {name: str(count) for name, count in asdict(voiding_of(member)).items()}
    assert client.post(address, {**shown, "scores": "7", "reason": "careless"}).status_code == 409
    assert client.post(address, {**shown, "reason": "careless", "suspend": "1"}).status_code == 302
    assert (voiding_of(member).scores, road.breaches()) == (0, [])
    after = client.get(f"/c/arrow/people/{member.pseudonym}/").content.decode()
    assert "Voided or no longer needed</dt><dd>2<" in after
