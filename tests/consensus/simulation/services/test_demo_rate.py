from decimal import Decimal

import pytest

from consensus.simulation.services.demo import _pay
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_the_demo_pays_from_its_first_day():
    campaign = make_campaign()
    _pay(campaign)
    campaign.refresh_from_db()
    assert campaign.hourly_rate == Decimal("14.00")
