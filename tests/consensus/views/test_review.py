import pytest

from consensus.models import BatchReview
from moments.models import Query
from tests.consensus.views.scenes import (
    REFUSED,
    open_scene,
    parked_pair,
    refusals,
    reviewed_scene,
    sign_in_admin,
    sign_in_lead,
)
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
REVIEW = "/c/camp/review/"


def test_a_decided_batch_is_shown_with_its_suggestion_and_chart(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "query text 1" in page
    assert "Suggests to extend" in page
    assert "Relevances by rank: 3, 3, 3" in page
    assert page.count('class="chart-bar chart-agreed"') == 3
    assert "/c/camp/queries/1/" in page


def test_progress_counts_queries_pairs_and_reviews(client):
    campaign = reviewed_scene(queries=2)
    sign_in_lead(client, campaign)
    progress = client.get(REVIEW).context["progress"]
    assert (progress.open, progress.queries, progress.closed) == (2, 2, 0)
    assert (progress.decided, progress.undecided, progress.awaiting) == (6, 0, 2)


def test_an_admin_sees_it_too(client):
    reviewed_scene()
    sign_in_admin(client)
    assert client.get(REVIEW).status_code == 200


def test_outsiders_are_refused(client):
    assert refusals(client, reviewed_scene(), REVIEW) == REFUSED


def test_a_campaign_that_does_not_exist_is_not_found(client):
    sign_in_admin(client)
    assert client.get("/c/nothing/review/").status_code == 404


def test_an_empty_list_says_what_is_happening(client):
    campaign = open_scene(people=4)
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "No batch awaits review" in page
    assert "3 pairs of 1 query still wait for scores" in page


def test_a_draft_says_how_to_open_it(client):
    sign_in_lead(client, make_campaign("camp"))
    assert "manage.py open_campaign camp" in client.get(REVIEW).content.decode()


def test_all_queries_are_listed_with_their_state(client):
    campaign = reviewed_scene()
    Query.objects.create(campaign=campaign, query_id=9, split="exam", text="An exam query.")
    sign_in_lead(client, campaign)
    page = client.get(REVIEW, {"show": "all"}).content.decode()
    assert "awaits review" in page
    assert "for the exam" in page


def test_parked_pairs_are_found(client):
    campaign = open_scene(queries=2)
    pair = parked_pair(campaign)
    sign_in_lead(client, campaign)
    response = client.get(REVIEW, {"show": "attention"})
    assert response.context["progress"].parked == 1
    assert [row.query.pk for row in response.context["rows"]] == [pair.query_id]


def test_nonsense_in_the_address_shows_the_first_page(client):
    sign_in_lead(client, reviewed_scene())
    response = client.get(REVIEW, {"show": "nonsense", "page": "-1"})
    assert (response.status_code, response.context["shown"]) == (200, "awaiting")


def test_a_query_with_markup_is_shown_as_text(client):
    campaign = reviewed_scene()
    Query.objects.filter(campaign=campaign).update(text="<script>alert(1)</script>")
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize("shown", ["awaiting", "all", "attention"])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, shown, rows, django_assert_max_num_queries):
    campaign = reviewed_scene(queries=rows)
    assert BatchReview.objects.count() == rows
    sign_in_lead(client, campaign)
    with django_assert_max_num_queries(14) as counted:
        client.get(REVIEW, {"show": shown})
    assert len(counted) == {"awaiting": 14, "all": 13, "attention": 13}[shown]
