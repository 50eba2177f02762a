import pytest
from django.urls import reverse

from consensus.models import Verdict
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import REFUSED, page_of_query, refusals, sign_in_lead
from tests.factories import opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


@built_once
def three_pairs() -> Campaign:
    """Pairs 1 to 3; 1 is discarded, the others agree."""
    campaign, members = opened_campaign("camp", people=4, pairs=3)
    given: dict[int, int] = {}

    def score(pair, member):
        given[pair.rank] = given.get(pair.rank, 0) + 1
        return 3 if pair.rank > 1 else (0, 2, 4, 4)[given[1] - 1]

    score_all(members, score)
    settle(campaign)
    score_all(members, score)
    settle(campaign, after_s=122)
    return campaign


@pytest.fixture
def campaign():
    return three_pairs()


def address(name, number=1):
    return reverse(name, args=["camp", number])


def seen(campaign):
    return Verdict.objects.get(pair__number=1, superseded=False).pk


def test_a_lead_adjudicates_sees_why_and_takes_it_back(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    assert address("pair") + "#adjudicate" in client.get(page_of_query(campaign)).content.decode()
    page = client.get(address("pair")).content.decode()
    assert "0, 2, 4, 4: drop 4 and 0, keep 2 and 4, 2 apart" in page
    assert f'action="{address("adjudicate-pair")}"' in page
    body = {"relevance": "3", "reason": "plain to see", "seen": seen(campaign)}
    page = client.post(address("adjudicate-pair"), body, follow=True).content.decode()
    assert "Pair 1 is adjudicated as 3" in page
    assert f'<span class="level-number level-lead">3</span> <span class="tag">by {pseudonym}</span>' in page
    assert "chart-adjudicated" in page
    why = client.get(address("why-pair")).content.decode()
    assert "Why this pair is adjudicated as 3" in why
    for text in (
        "The campaign opened the first batches",
        "a second round",
        '#R5">R5</a> → discarded',
        "plain to see",
        "Entry ",
    ):
        assert text in why
    body = {"reason": "no", "seen": seen(campaign)}
    assert "discarded again" in client.post(address("take-back-pair"), body, follow=True).content.decode()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"relevance": "7", "reason": "x"}, "relevance: expected 0 to 4"),
        ({"relevance": "3"}, "give a reason"),
        ({"relevance": "3", "reason": "x", "seen": "1234567"}, "has been decided again"),
    ],
)
def test_bad_input_changes_nothing(client, campaign, body, problem):
    sign_in_lead(client, campaign)
    assert problem in client.post(address("adjudicate-pair"), body, follow=True).content.decode()
    assert not Verdict.objects.filter(kind="adjudicated").exists()


def test_a_second_press_says_what_happened(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    body = {"relevance": "3", "reason": "plain", "seen": seen(campaign)}
    client.post(address("adjudicate-pair"), body)
    page = client.post(address("adjudicate-pair"), body, follow=True).content.decode()
    assert f"already adjudicated: 3 by {pseudonym}" in page


@pytest.mark.parametrize("name", ["adjudicate-pair", "take-back-pair"])
def test_others_are_refused(client, campaign, name):
    assert refusals(client, campaign, address(name), "post") == REFUSED


def test_why_is_for_leads_of_the_campaign(client, campaign):
    assert refusals(client, campaign, address("why-pair")) == REFUSED
    sign_in_lead(client, campaign)
    assert client.get(address("why-pair", 99)).status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_why_takes_the_same_queries_for_one_entry_as_for_three(client, rows, django_assert_num_queries):
    campaign, _ = opened_campaign("camp", people=1, pairs=1)
    sign_in_lead(client, campaign)
    for turn in range(rows):
        client.post(address("withdraw-pair" if turn % 2 == 0 else "reopen-pair"), {"reason": f"turn {turn}"})
    assert len(client.get(address("why-pair")).context["shown"].steps) == 1 + rows
    with django_assert_num_queries(9):
        assert client.get(address("why-pair")).status_code == 200
