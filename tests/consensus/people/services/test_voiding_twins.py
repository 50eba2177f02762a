import pytest

from annotator.joining.services.leaving_policy import set_leaving
from consensus.people.services.voiding import void_person
from moments.base.errors import BadInput
from tests.factories import NOW
from tests.twins import Road

pytestmark = pytest.mark.django_db


def test_answers_about_twins_stay_and_the_refusal_says_what_to_do_instead():
    road = Road().judged()
    with pytest.raises(BadInput, match="^answers about twins cannot be made void; suspend the person"):
        void_person(member=road.people[0], reason="careless", now=NOW, actor="lead")
    assert road.breaches() == []


def test_people_who_leave_a_campaign_of_twins_keep_their_answers():
    road = Road()
    with pytest.raises(BadInput, match="^leaving: people who leave keep their answers in a campaign of twins$"):
        set_leaving(campaign=road.campaign, leaving="void", now=NOW, actor="lead")
