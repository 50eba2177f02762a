import pytest

from consensus.models import BatchReview, Verdict
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Query
from tests.console.scenes import (
    REFUSED,
    annotators,
    open_scene,
    parked_pair,
    refusals,
    reviewed_scene,
    sign_in_admin,
    sign_in_lead,
)
from tests.factories import NOW, make_campaign, score_all, settle

pytestmark = pytest.mark.django_db
REVIEW = "/c/camp/review/"


def test_a_decided_batch_is_shown_with_its_suggestion_and_chart(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "query text 1" in page
    assert "Suggestion: extend" in page
    assert "Relevances by rank: 3, 3, 3. Similarity from 1.00 to 0.98" in page
    assert "3 agreed." in page
    assert "/c/camp/queries/1/" in page


def test_progress_counts_queries_pairs_and_reviews(client):
    campaign = reviewed_scene(queries=2)
    sign_in_lead(client, campaign)
    progress = client.get(REVIEW, {"show": "all"}).context["progress"]
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
    assert "No batches are awaiting review" in page
    assert "3 pairs of 1 query are still waiting for scores" in page


def test_a_draft_says_how_to_open_it(client):
    sign_in_lead(client, make_campaign("camp"))
    assert '<a href="/c/camp/corpus/opening/">Opening</a>' in client.get(REVIEW).content.decode()


def test_all_queries_are_listed_with_their_state(client):
    campaign = reviewed_scene()
    Query.objects.create(campaign=campaign, query_id=9, split="exam", text="An exam query.")
    sign_in_lead(client, campaign)
    page = client.get(REVIEW, {"show": "all"}).content.decode()
    assert "awaiting review" in page
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


def test_further_batches_come_behind_the_last_one_whatever_is_decided_meanwhile(client, monkeypatch):
    monkeypatch.setattr("console.review.views.review.CARDS_AT_ONCE", 2)
    campaign = reviewed_scene(queries=5)
    sign_in_lead(client, campaign)
    first = client.get(REVIEW)
    assert [card.review.batch.query.query_id for card in first.context["cards"]] == [1, 2]
    after = first.context["more"]
    client.post(f"/c/camp/reviews/{after}/decide/", {"decision": "close"})
    more = client.get(REVIEW, {"after": after}, headers={"HX-Request": "true"})
    assert [card.review.batch.query.query_id for card in more.context["cards"]] == [3, 4]
    assert "<html" not in more.content.decode()
    last = client.get(REVIEW, {"after": more.context["more"]})
    assert ([card.review.batch.query.query_id for card in last.context["cards"]], last.context["more"]) == ([5], None)


def test_what_was_decided_lately_can_be_undone_from_the_page(client):
    campaign = reviewed_scene()
    me = sign_in_lead(client, campaign)
    review = BatchReview.objects.get()
    client.post(f"/c/camp/reviews/{review.pk}/decide/", {"decision": "extend", "note": "rich", "back": "review"})
    response = client.get(REVIEW)
    assert [decided.actor for decided in response.context["lately"]] == [me]
    page = response.content.decode()
    assert "by you" in page
    assert f"/c/camp/reviews/{review.pk}/undo/" in page


def test_discarded_withdrawn_and_disputed_pairs_are_counted(client):
    campaign = open_scene(people=4, pairs=8, batch_size=4)
    people = annotators(campaign)
    gone = campaign.pairs.select_related("campaign", "query", "batch__protocol").get(rank=4)
    withdraw_pair(pair=gone, actor="lead", reason="broken", now=NOW)
    shares = {1: [0, 4, 0, 4], 2: [0, 2, 2, 2], 3: [3, 3, 3, 3]}
    score_all(people[:2], lambda pair, member: shares[pair.rank][people.index(member)])
    settle(campaign)
    score_all(people[2:], lambda pair, member: shares[pair.rank][people.index(member)])
    settle(campaign, after_s=200)
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "Relevances by rank: discarded, 2, 3, withdrawn." in page
    assert "2 agreed (1 in round 2), 1 discarded, 1 withdrawn" in page


def test_a_batch_of_discarded_pairs_alone_is_drawn(client):
    campaign = reviewed_scene()
    Verdict.objects.update(kind="discarded", relevance=None, round=2)
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert "Relevances by rank: discarded, discarded, discarded." in page
    assert "3 discarded." in page


@pytest.mark.parametrize("shown", ["awaiting", "all", "attention"])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, shown, rows, django_assert_max_num_queries):
    campaign = reviewed_scene(queries=rows)
    assert BatchReview.objects.count() == rows
    sign_in_lead(client, campaign)
    with django_assert_max_num_queries(12) as counted:
        client.get(REVIEW, {"show": shown})
    assert len(counted) == {"awaiting": 9, "all": 12, "attention": 12}[shown]


def test_each_suggestion_says_how_often_leads_extended_at_its_value(client):
    campaign = reviewed_scene(queries=21)
    protocol = campaign.protocols.get()
    reviews = list(campaign.reviews.order_by("pk"))
    sign_in_lead(client, campaign)
    page = client.get(REVIEW).content.decode()
    assert protocol.window == 2  # the published leads had another window
    assert "leads extended" not in page
    for place, review in enumerate(reviews[:20]):
        client.post(f"/c/camp/reviews/{review.pk}/decide/", {"decision": "close" if place < 5 else "extend"})
    sentence = "At a mean of at least 3.0, leads extended 15 of 20 batches of this campaign (75%)."
    for address in (REVIEW, "/c/camp/inbox/", f"/c/camp/queries/{reviews[20].batch.query.query_id}/"):
        assert sentence in client.get(address).content.decode()
