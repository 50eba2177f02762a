import pytest

from annotator.models import Practice, Tutorial
from annotator.tutorial.services import Chosen, save_tutorial
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, make_campaign, make_query

pytestmark = pytest.mark.django_db
EDIT = "/c/camp/tutorial/edit/"


@pytest.fixture
def campaign(client):
    """The campaign "camp" with pairs 1 to 3 of the exam split, and a lead of it signed in."""
    campaign = make_campaign("camp")
    make_query(campaign, pairs=3, split="exam")
    sign_in_lead(client, campaign)
    return campaign


def form(*rows, text="Watch.", do="save", seen="", **fields):
    """The form with rows of pair, level, explanation."""
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    return {
        "do": do,
        "text": text,
        "seen_version": seen,
        **dict(zip(("pair", "level", "explanation"), columns, strict=True)),
        **fields,
    }


def text_of(response) -> str:
    return response.content.decode()


def save(campaign, *practices, text="Watch.", seen=None):
    return save_tutorial(campaign=campaign, text=text, practices=practices, actor="lead", now=NOW, seen_version=seen)


def test_a_text_to_begin_with_is_offered(client, campaign):
    page = text_of(client.get(EDIT))
    assert "# What people get wrong at first" in page
    assert "Adapt this text to your campaign" in page
    assert not Tutorial.objects.exists()


def test_a_tutorial_that_nobody_sees_yet_says_so_until_it_is_saved(client, campaign):
    warning = "Nobody can see this tutorial yet."
    page = text_of(client.get(EDIT))
    assert warning in page
    assert '<h1>Tutorial <span class="tag">not in use</span></h1>' in page
    assert warning in text_of(client.post(EDIT, {"do": "preview", "text": "mine", "seen_version": ""}))
    client.post(EDIT, form(("2", "4", "all of it")))
    page = text_of(client.get(EDIT))
    assert warning not in page
    assert "<h1>Tutorial</h1>" in page


def test_a_lead_saves_the_text_with_its_pairs(client, campaign):
    answer = client.post(EDIT, form(("2", "4", "all of it"), ("1", "0", "no\r\ndoor")), follow=True)
    assert "Version 1 is saved." in text_of(answer)
    kept = Practice.objects.order_by("place").values_list("pair__number", "relevance", "explanation")
    assert list(kept) == [(2, 4, "all of it"), (1, 0, "no\ndoor")]
    assert '<option value="4" selected>' in text_of(client.get(EDIT))


def test_pairs_are_added_and_taken_out_in_the_form_alone(client, campaign):
    added = text_of(client.post(EDIT, form(("2", "4", "all of it"), text="mine", do="add:1")))
    assert added.count('name="pair"') == 2
    assert "mine</textarea>" in added
    assert "all of it</textarea>" in added
    taken_out = text_of(client.post(EDIT, form(("2", "4", "all of it"), do="drop:2")))
    assert 'name="pair"' not in taken_out
    assert 'value="add:2"' in taken_out
    assert not Tutorial.objects.exists()


def test_only_pairs_that_fit_are_offered(client, campaign):
    make_query(campaign, pairs=1)
    page = text_of(client.get(EDIT))
    assert page.count('value="add:') == 3
    campaign.pairs.filter(number=3).update(parked=True)
    assert text_of(client.get(EDIT)).count('value="add:') == 2


def test_a_preview_saves_nothing_and_scripts_are_inert(client, campaign):
    whole = text_of(client.post(EDIT, form(("1", "2", "x"), text="*so* <script>alert(1)</script>", do="preview")))
    piece = client.post(EDIT, form(text="*so*", do="preview"), headers={"HX-Request": "true"})
    assert "<em>so</em>" in whole
    assert "<script>alert" not in whole
    assert 'name="pair" value="1"' in whole
    assert text_of(piece).strip() == '<div class="prose" dir="auto"><p><em>so</em></p></div>'
    assert not Tutorial.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        (form(text=""), 409, "text: is empty"),
        (form(("1", "", "x")), 409, "practice 1: level: expected 0 to 4"),
        (form(("1", "²", "x")), 409, "practice 1: level: expected 0 to 4"),
        (form(("1", "2", " ")), 409, "practice 1: explanation: expected a text"),
        (form(("x", "2", "y")), 409, "practice 1: pair: expected a number"),
        (form(("99", "2", "y")), 409, "practice 1: there is no pair 99"),
        (form(*[("1", "2", "y")] * 21), 400, ""),
        (form(seen="x"), 400, ""),
        ({"do": "save", "text": "x", "pair": ["1", "2"], "level": ["1"], "explanation": ["y"]}, 400, ""),
    ],
)
def test_bad_input_saves_nothing_and_keeps_what_was_typed(client, campaign, body, status, problem):
    answer = client.post(EDIT, body)
    assert answer.status_code == status
    assert problem in text_of(answer)
    assert not Tutorial.objects.exists()


def test_the_second_of_two_leads_sees_the_conflict_and_keeps_the_text(client, campaign):
    save(campaign)
    answer = client.post(EDIT, form(text="my second"))
    assert answer.status_code == 409
    assert "version 1 was saved in the meantime" in text_of(answer)
    assert "my second</textarea>" in text_of(answer)


def test_the_versions_tell_what_they_changed(client, campaign):
    save(campaign, text="one\ntwo")
    save(campaign, Chosen(1, 3, "a door"), text="one\nthree", seen=1)
    page = text_of(client.get(EDIT, {"version": "2"}))
    assert "<ins>+ three</ins>" in page
    assert "<del>− two</del>" in page
    assert "pair 1, level 3" in page
    assert client.get(EDIT, {"version": "9"}).status_code == 404


def test_others_are_refused(client, campaign):
    assert refusals(client, campaign, EDIT) == REFUSED


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_number_of_queries_does_not_grow_with_pairs(client, pairs, django_assert_num_queries):
    campaign = make_campaign("camp")
    make_query(campaign, pairs=4, split="exam")
    save(campaign, *(Chosen(number, 2, "x") for number in range(1, pairs + 1)))
    sign_in_lead(client, campaign)
    with django_assert_num_queries(16):
        assert client.get(EDIT).status_code == 200
