import pytest

from moments.models import Poster
from tests.console.scenes import (
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
from tests.factories import NOW, claim, make_member, score_all, settle, submit
from tests.rig.shapes import shapes

pytestmark = pytest.mark.django_db


def test_the_query_is_shown_with_chart_scores_and_decision(client):
    campaign = reviewed_scene(relevance=2)
    sign_in_lead(client, campaign)
    response = client.get(page_of_query(campaign))
    page, shown = response.content.decode(), response.context["shown"]
    assert "query text 1" in page
    assert [(row.verdict.relevance, len(row.scores)) for row in shown.opened_rows] == [(2, 2)] * 3
    assert [bar.css for bar in shapes(shown.chart, "chart-bar")] == ["chart-bar chart-agreed"] * 3
    assert (len(shapes(shown.chart, "chart-point")), len(shapes(shown.chart, "chart-boundary"))) == (6, 1)
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


def test_a_moment_with_a_poster_shows_it_before_it_plays(client):
    campaign = reviewed_scene(pairs=2)
    sign_in_lead(client, campaign)
    moment = campaign.pairs.first().moment
    poster = Poster.objects.create(moment=moment, width=64, height=36, size=9, sha256="0" * 64, cut_at=NOW)
    page = client.get(page_of_query(campaign)).content.decode()
    assert page.count('src="/posters/') == 1
    assert f'src="/posters/{poster.name}"' in page


@pytest.mark.parametrize("pairs", [2, 6])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, django_assert_num_queries):
    campaign = reviewed_scene(pairs=pairs)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(24):
        assert client.get(page_of_query(campaign)).status_code == 200


def test_any_open_pair_can_be_withdrawn_there_and_a_reopened_one_too(client):
    campaign = reviewed_scene(pairs=6)
    sign_in_lead(client, campaign)
    pair = campaign.pairs.get(rank=1)
    withdraw = f'href="/c/camp/pairs/{pair.number}/#withdraw"'
    assert withdraw not in client.get(page_of_query(campaign)).content.decode()
    client.post(f"/c/camp/pairs/{pair.number}/reopen/", {"reason": "the clip is wrong"})
    assert client.get(page_of_query(campaign)).content.decode().count(withdraw) == 1
    page = client.post(f"/c/camp/pairs/{pair.number}/withdraw/", {"reason": "the clip is wrong"}, follow=True)
    assert f"Pair {pair.number} is withdrawn." in page.content.decode()
    assert withdraw not in page.content.decode()


def decide(client, review, decision):
    return client.post(f"/c/camp/reviews/{review.pk}/decide/", {"decision": decision}, follow=True).content.decode()


@pytest.mark.parametrize("decision", ["extend", "close"])
def test_a_decision_can_be_undone_where_it_is_shown(client, decision):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    review = campaign.reviews.get()
    page = decide(client, review, decision)
    undo = f"/c/camp/reviews/{review.pk}/undo/"
    assert f'action="{undo}"' in page
    page = client.post(undo, follow=True).content.decode()
    assert "It awaits review again" in page
    assert undo not in page
    assert 'value="extend"' in page


def test_an_extension_with_a_score_on_its_batch_has_no_undo(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    review = campaign.reviews.get()
    decide(client, review, "extend")
    member = annotators(campaign)[0]
    submit(member, claim(member, 1)[0], 3)
    assert "/undo/" not in client.get(page_of_query(campaign)).content.decode()


def test_a_closing_without_further_candidates_has_no_undo(client):
    campaign = open_scene(people=2, pairs=2)
    score_all(annotators(campaign), 1)
    settle(campaign)
    sign_in_lead(client, campaign)
    assert campaign.reviews.get().decision == "close"
    assert "/undo/" not in client.get(page_of_query(campaign)).content.decode()
