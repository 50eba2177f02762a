import pytest

from tests.consensus.views.scenes import (
    REFUSED,
    annotators,
    open_scene,
    page_of_query,
    parked_pair,
    refusals,
    reviewed_scene,
    sign_in_admin,
    sign_in_lead,
)
from tests.factories import make_member, score_all

pytestmark = pytest.mark.django_db


def test_the_query_is_shown_with_chart_scores_and_decision(client):
    campaign = reviewed_scene(relevance=2)
    sign_in_lead(client, campaign)
    response = client.get(page_of_query(campaign))
    page, shown = response.content.decode(), response.context["shown"]
    assert "query text 1" in page
    assert [(row.verdict.relevance, len(row.scores)) for row in shown.opened_rows] == [(2, 2)] * 3
    assert [bar.outcome for bar in shown.chart.bars] == ["agreed"] * 3 + ["unopened"] * 3
    assert len(shown.chart.boundaries) == 1
    assert 'value="extend"' in page
    assert shown.rows[0].pair.moment.caption in page
    for member in annotators(campaign):
        assert member.pseudonym in page
        assert member.user.username not in page


def test_charts_have_words_beside_colours(client):
    campaign = reviewed_scene(relevance=2)
    sign_in_lead(client, campaign)
    page = client.get(page_of_query(campaign)).content.decode()
    assert "Relevance and similarity by rank" in page
    assert "0: 0, 1: 0, 2: 3, 3: 0, 4: 0, discarded: 0." in page


def test_reports_stand_beside_the_parked_pair(client):
    campaign = open_scene()
    pair = parked_pair(campaign, note="it is <b>black</b>")
    sign_in_lead(client, campaign)
    page = client.get(page_of_query(campaign)).content.decode()
    assert "it is &lt;b&gt;black&lt;/b&gt;" in page
    assert f"/c/camp/pairs/{pair.number}/put-back/" in page


def test_stuck_pairs_can_be_withdrawn_but_not_put_back(client):
    campaign = open_scene(pairs=1)
    score_all([make_member(campaign)], 1)
    sign_in_lead(client, campaign)
    response = client.get(page_of_query(campaign))
    assert [row.stuck for row in response.context["shown"].troubled] == [True]
    assert "/pairs/1/withdraw/" in response.content.decode()
    assert "/pairs/1/put-back/" not in response.content.decode()


def test_a_query_not_opened_has_a_page(client):
    campaign = open_scene(pairs=1)
    campaign.queries.create(query_id=77, split="val", text="Nothing ranked yet.")
    sign_in_lead(client, campaign)
    assert "no open batch" in client.get(page_of_query(campaign, 77)).content.decode()


def test_an_admin_sees_it_too(client):
    campaign = reviewed_scene(relevance=2)
    sign_in_admin(client)
    assert client.get(page_of_query(campaign)).status_code == 200


def test_outsiders_are_refused(client):
    campaign = reviewed_scene(relevance=2)
    assert refusals(client, campaign, page_of_query(campaign)) == REFUSED


def test_a_query_that_does_not_exist_is_not_found(client):
    campaign = reviewed_scene(relevance=2)
    sign_in_lead(client, campaign)
    assert client.get(page_of_query(campaign, 404)).status_code == 404


@pytest.mark.parametrize("pairs", [2, 6])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, django_assert_num_queries):
    campaign = reviewed_scene(pairs=pairs)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(18):
        assert client.get(page_of_query(campaign)).status_code == 200
