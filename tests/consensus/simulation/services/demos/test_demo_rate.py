from decimal import Decimal

import pytest

from consensus.simulation.services.demos.demo_rate import pay_from_first_day
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_the_demo_pays_from_its_first_day():
    campaign = make_campaign()
    pay_from_first_day(campaign)
    campaign.refresh_from_db()
    assert campaign.hourly_rate == Decimal("14.00")
