from datetime import timedelta

import pytest
from django.urls import reverse

from annotator.models import Study
from consensus.studies.services import make_studies
from moments.models import Job
from tests.annotator.studies.services.test_studies import scene, study_of
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, lose, make_member, score_all

pytestmark = pytest.mark.django_db
PLAN = {"queries": "1", "top": "5", "others": "2", "seed": "1"}


@pytest.fixture
def campaign():
    return scene()[0]


def address(name="studies", *more):
    return reverse(name, args=["films", *more])


def test_a_lead_makes_a_study_and_stops_it(client, campaign):
    scorer = make_member(campaign)
    sign_in_lead(client, campaign)
    asked = {**PLAN, "people": [scorer.pseudonym]}
    page = client.post(address("study-make"), asked, follow=True).content.decode()
    assert "The study is being created" in page
    assert 'hx-trigger="every 3s"' in page
    assert "another study is already being created" in client.post(address("study-make"), asked).content.decode()
    assert (make_studies(now=NOW), make_studies(now=NOW)) == (1, 0)
    page = client.get(address()).content.decode()
    assert "every 3s" not in page
    assert "Study 1: 7 pairs and 7 seats." in page
    assert "No pair has been scored yet." in page
    score_all([scorer], 3)
    page = client.get(address()).content.decode()
    assert "7 of 7 seats scored" in page
    assert "Relevant among the others" in page
    page = client.post(address("study-stop", 1), follow=True).content.decode()
    assert "Study 1 is stopped. 0 seats are removed" in page
    assert "is already stopped" in client.post(address("study-stop", 1), follow=True).content.decode()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"queries": "ten"}, "queries: expected a whole number"),
        ({"top": "400"}, "the corpus has 12 moments"),
        ({"people": []}, "people: expected 1 to 20 names"),
        ({"encoder": "magic"}, "encoder: choose one from the list"),
    ],
)
def test_a_bad_plan_is_named_and_changes_nothing(client, campaign, fields, problem):
    scorer = make_member(campaign)
    sign_in_lead(client, campaign)
    answer = client.post(address("study-make"), {**PLAN, "people": [scorer.pseudonym], **fields})
    assert answer.status_code == 400
    assert problem in answer.content.decode()
    assert not Study.objects.exists()
    assert not Job.objects.exists()


def test_a_study_that_cannot_be_made_when_its_turn_comes_shows_why(client, campaign):
    scorer = make_member(campaign)
    sign_in_lead(client, campaign)
    client.post(address("study-make"), {**PLAN, "people": [scorer.pseudonym]})
    campaign.queries.update(retired_at=NOW)
    assert make_studies(now=NOW) == 1
    wanted = "The study was not created: queries: expected at most the 0 open ones, got 1."
    assert wanted in client.get(address()).content.decode()
    assert not Study.objects.exists()


def test_a_study_whose_worker_was_cut_off_is_not_made_twice(client, campaign):
    scorer = make_member(campaign)
    sign_in_lead(client, campaign)
    client.post(address("study-make"), {**PLAN, "people": [scorer.pseudonym]})
    lose(Job.objects.get(), minutes=30)
    assert make_studies(now=NOW + timedelta(minutes=29)) == 0
    assert Job.objects.get().state == "running"
    assert make_studies(now=NOW + timedelta(minutes=31)) == 0
    assert "creating it was interrupted" in client.get(address()).content.decode()
    client.post(address("study-make"), {**PLAN, "people": [scorer.pseudonym]})
    assert make_studies(now=NOW) == 1


def test_others_are_refused(client, campaign):
    assert refusals(client, campaign, address()) == REFUSED


def test_one_and_three_studies_take_the_same_queries(client, campaign, django_assert_max_num_queries):
    study_of(campaign, make_member(campaign))
    sign_in_lead(client, campaign)
    client.get(address())
    with django_assert_max_num_queries(50) as one:
        client.get(address())
    for _ in range(2):
        study_of(campaign, make_member(campaign))
    with django_assert_max_num_queries(50) as three:
        client.get(address())
    assert len(one) == len(three)
