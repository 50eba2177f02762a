"""The page of pilots."""

import pytest

from annotator.models import Pilot, Seat
from tests.annotator.pilots.services.test_pilots import pilot_of, scene
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import score_all

pytestmark = pytest.mark.django_db
FORM = {"queries": "", "split": "exam", "count": "2", "seed": "1", "top": "2"}


def address(*more):
    return "/".join(["/c/films/pilots", *more]) + "/"


def test_agreement_people_and_disagreements_are_shown(client):
    campaign, members = scene(people=3)
    pilot_of(campaign, *members)
    score_all(members, lambda pair, member: 4 if member == members[0] and pair.rank == 1 else 1)
    sign_in_lead(client, campaign)
    body = client.get(address()).content.decode()
    assert "8 of 12 seats" not in body
    assert "12 of 12 seats scored" in body
    assert 'Disagreements <span class="muted">2</span>' in body
    assert f'<span class="mono">{members[0].pseudonym}</span> <strong>4</strong>' in body
    (row,) = client.get(address()).context["page"].rows
    assert (row.figures.within, row.queries, row.pairs) == (8 / 12, 2, 4)


@pytest.mark.parametrize(("queries", "count"), [(0, "10"), (2, "2"), (11, "10")])
def test_the_form_starts_with_as_many_queries_as_the_exam_split_has(client, queries, count):
    campaign, _ = scene(exam=queries)
    sign_in_lead(client, campaign)
    assert client.get(address()).context["typed"]["count"] == count


def test_a_pilot_is_made_by_the_form_and_stopped(client):
    campaign, members = scene(people=3)
    sign_in_lead(client, campaign)
    people = [member.pseudonym for member in members[:2]]
    answer = client.post(address("make"), {**FORM, "people": people}, follow=True)
    assert "Pilot 1: 4 pairs and 8 seats for 2 people." in answer.content.decode()
    answer = client.post(address("1", "stop"), follow=True)
    assert "Pilot 1 is stopped. 8 seats are removed, and its scores stay." in answer.content.decode()
    query = campaign.queries.filter(split="exam").first()
    client.post(
        address("make"), {**FORM, "queries": f"{query.query_id},", "people": [*people[1:], members[2].pseudonym]}
    )
    assert Pilot.objects.get(number=2).pairs.count() == 2
    assert Seat.objects.filter(pilot__number=2, annotator=members[2]).count() == 2


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"count": "many"}, "Number to draw: expected a whole number"),
        ({"queries": "1 b"}, "created: Queries: expected a whole number"),
        ({"split": "train"}, "Draw from: expected one of"),
        ({"people": ["nobody\0", "P99"]}, "People who score: P99 is not a qualified annotator"),
    ],
)
def test_a_wrong_form_is_refused_with_what_was_typed(client, fields, problem):
    campaign, _ = scene()
    sign_in_admin(client)
    answer = client.post(address("make"), {**FORM, **fields})
    assert answer.status_code == 400
    assert problem in answer.content.decode()
    assert not Pilot.objects.exists()


@pytest.mark.parametrize(("more", "method"), [((), "get"), (("make",), "post"), (("1", "stop"), "post")])
def test_outsiders_are_refused(client, more, method):
    campaign, members = scene()
    pilot_of(campaign, *members)
    assert refusals(client, campaign, address(*more), method) == REFUSED
    assert Seat.objects.filter(purpose="pilot", state="reserved").count() == 8


@pytest.mark.parametrize("pilots", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client, pilots, django_assert_num_queries):
    campaign, members = scene(people=2 * pilots)
    for place in range(pilots):
        pair = members[2 * place : 2 * place + 2]
        pilot_of(campaign, *pair)
    score_all(members, lambda pair, member: 4 * (member.pk % 2))
    sign_in_lead(client, campaign)
    with django_assert_num_queries(15):
        assert client.get(address()).status_code == 200
