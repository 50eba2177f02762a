import pytest
from django.urls import reverse

from annotator.guideline.services import add_example
from moments.models import Pair, Query, QueryVersion
from tests.console.scenes import REFUSED, open_scene, page_of_query, refusals, reviewed_scene, sign_in_lead
from tests.factories import NOW, make_member

pytestmark = pytest.mark.django_db
EDIT = reverse("query-edit", args=["camp", 1])
RETIRE = reverse("query-retire", args=["camp", 1])


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def test_the_form_says_what_an_edit_would_do_and_warns_where_nobody_is_left(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    page = text_of(client.get(EDIT))
    assert "<strong>6</strong> scores and <strong>3</strong> verdicts will no longer count" in page
    assert "Of 2 qualified people, at least <strong>0</strong> can still score each pair" in page
    assert "Some pairs will be stuck" in page
    make_member(campaign)
    make_member(campaign)
    assert "not for a second round if people disagree" in text_of(client.get(EDIT))


def test_a_lead_edits_a_query(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    body = {"text": "somebody runs", "reason": "a name was left in", "seen_version": "1"}
    answer = client.post(EDIT, body, follow=True)
    assert answer.redirect_chain[0][0] == page_of_query(campaign)
    page = text_of(answer)
    assert "The query was changed. 6 scores are superseded." in page
    assert "Version 2 (show earlier versions)" in page
    assert "Query edited" in page
    assert (Query.objects.get().text, QueryVersion.objects.get().text) == ("somebody runs", "query text 1")


def test_a_lead_corrects_the_wording_and_no_score_is_lost(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    assert "Correct the wording, keep all scores" in text_of(client.get(EDIT))
    body = {"text": "Query text 1.", "reason": "a full stop", "seen_version": "1", "meaning": "same"}
    page = text_of(client.post(EDIT, body, follow=True))
    assert "The wording was corrected. All scores count as before." in page
    assert "corrected with the same meaning by" in page
    assert "Wording of the query corrected" in page
    assert (Query.objects.get().text, QueryVersion.objects.get().same_meaning) == ("Query text 1.", True)
    again = client.post(EDIT, body)
    assert (again.status_code, "has been edited in the meantime" in text_of(again)) == (409, True)


def test_the_second_of_two_leads_sees_what_the_first_did(client):
    sign_in_lead(client, reviewed_scene())
    client.post(EDIT, {"text": "first", "reason": "mine", "seen_version": "1"})
    answer = client.post(EDIT, {"text": "second", "reason": "x", "seen_version": "1"})
    assert answer.status_code == 409
    assert "has been edited in the meantime" in text_of(answer)
    assert ">second</textarea>" in text_of(answer)
    assert Query.objects.get().text == "first"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "", "reason": "x"}, 409),
        ({"text": "new", "reason": ""}, 409),
        ({"text": "a\0b", "reason": "x"}, 409),
        ({"text": "new", "reason": "x" * 1001}, 400),
    ],
)
def test_bad_input_edits_nothing(client, body, status):
    sign_in_lead(client, reviewed_scene())
    assert client.post(EDIT, body).status_code == status
    assert Query.objects.get().version == 1


def test_a_lead_retires_a_query_once(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    assert "This cannot be undone" in text_of(client.get(RETIRE))
    answer = client.post(RETIRE, {"reason": "gibberish"}, follow=True)
    assert "The query is retired, and 3 pairs are withdrawn." in text_of(answer)
    assert "it is no longer judged" in text_of(answer)
    again = client.post(RETIRE, {"reason": "again"})
    assert (again.status_code, "query 1 is already retired" in text_of(again)) == (409, True)
    assert "cannot be edited" in text_of(client.get(EDIT))
    assert "retired" in text_of(client.get("/c/camp/review/", {"show": "all"}))


def test_retiring_needs_a_reason(client):
    sign_in_lead(client, reviewed_scene())
    assert client.post(RETIRE, {"reason": " "}).status_code == 409
    assert Query.objects.get().retired_at is None


@pytest.mark.parametrize("address", [EDIT, RETIRE])
def test_an_example_in_force_is_named_beforehand(client, address):
    campaign = reviewed_scene()
    add_example(pair=Pair.objects.get(rank=2), relevance=1, note="", actor="lead", now=NOW)
    sign_in_lead(client, campaign)
    assert "Pair 2 is an example in the" in text_of(client.get(address))
    answer = client.post(address, {"text": "new", "reason": "x"})
    assert (answer.status_code, "remove it there first" in text_of(answer)) == (409, True)


@pytest.mark.parametrize("address", [EDIT, RETIRE])
@pytest.mark.parametrize("method", ["get", "post"])
def test_outsiders_are_refused(client, address, method):
    assert refusals(client, open_scene(), address, method) == REFUSED


@pytest.mark.parametrize("address", [EDIT, RETIRE])
def test_a_query_that_does_not_exist_is_not_found(client, address):
    sign_in_lead(client, open_scene())
    assert client.get(address.replace("/1/", "/99/")).status_code == 404


@pytest.mark.parametrize("address", [EDIT, RETIRE])
@pytest.mark.parametrize("pairs", [2, 6])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, address, django_assert_num_queries):
    campaign = reviewed_scene(pairs=pairs)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(14):
        client.get(address)
