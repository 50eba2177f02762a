"""Every page does its work in a campaign of twins: what belongs to the other kinds is left out."""

from __future__ import annotations

import pytest
from django.test import Client

from annotator.models import Seat
from moments.models import Clip
from tests.canary_routes import addresses, every_route
from tests.factories import make_admin, make_lead
from tests.twins import Road

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """A lead, an admin and an annotator of a campaign with twins, whose captions were checked or wait."""
    road = Road()
    road.judged().written().assigned(1).assigned(2, backward=True, right=False)
    campaign = road.campaign
    return {"lead": make_lead(campaign).user, "admin": make_admin(), "judge": road.people[1].user, "campaign": campaign}


@pytest.mark.parametrize("role", ["lead", "admin", "judge"])
def test_no_page_fails(people, role):
    campaign = people["campaign"]
    words = {
        "slug": [campaign.slug],
        "int": [1, 3],
        "name": [Clip.objects.first().name],
        "str": [people["judge"].username],
        "token": ["nothing"],
        "pseudonym": [campaign.members.first().pseudonym],
        "path": ["1"],
        "uuid": [Seat.objects.first().public_id],
    }
    client = Client(raise_request_exception=False)
    failing = {}
    for route in every_route():
        for address in addresses(route, words):
            client.force_login(people[role])
            response = client.get(address, {} if "admin" in address else {"campaign": campaign.slug})
            if response.status_code >= 500:
                failing[address] = response.status_code
    assert failing == {}
