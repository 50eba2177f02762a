import pytest

from annotator.joining.services.consents import save_consent
from annotator.models import Consent
from annotator.text.prose import checked_text
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, make_campaign

pytestmark = pytest.mark.django_db
EDIT = "/c/films/consent/edit/"


@pytest.fixture
def campaign():
    return make_campaign()


def text_of(response) -> str:
    return response.content.decode()


def test_the_page_is_for_leads_and_admins(client, campaign) -> None:
    assert refusals(client, campaign, EDIT) == REFUSED


def test_a_text_to_start_from_is_offered_and_can_be_saved_as_it_is(client, campaign) -> None:
    sign_in_lead(client, campaign)
    page = text_of(client.get(EDIT))
    start = page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].replace("&quot;", '"')
    assert all(word in start for word in ("What is recorded", "strong", "may see", "Pay", "Leaving"))
    assert "do not ask for or store your name" in start
    assert "have a known answer" in start
    assert checked_text(start) == start.strip("\n")
    answer = client.post(EDIT, {"do": "save", "text": start, "seen_version": ""}, follow=True)
    assert "Version 1 is saved" in text_of(answer)
    assert Consent.objects.get().version == 1


def test_a_preview_saves_nothing_and_shows_no_script(client, campaign) -> None:
    sign_in_lead(client, campaign)
    sent = {"do": "preview", "text": "*so* <script>alert(1)</script>"}
    whole = text_of(client.post(EDIT, sent))
    piece = text_of(client.post(EDIT, sent, headers={"HX-Request": "true"}))
    assert "<em>so</em>" in whole
    assert "<script>alert" not in whole + piece
    assert piece.startswith('<div class="guideline-own"')
    assert not Consent.objects.exists()


@pytest.mark.parametrize(
    ("sent", "status", "problem"),
    [
        ({"text": "second", "seen_version": ""}, 409, "saved in the meantime"),
        ({"text": "first", "seen_version": "1"}, 409, "has not changed"),
        ({"text": "", "seen_version": "1"}, 409, "is empty"),
        ({"text": "[" * 2000, "seen_version": "1"}, 409, "opening brackets"),
        ({"text": "second", "seen_version": "x"}, 400, ""),
    ],
)
def test_what_cannot_be_saved_is_kept_on_the_page(client, campaign, sent, status: int, problem: str) -> None:
    save_consent(campaign=campaign, text="first", seen_version=None, actor="lead", now=NOW)
    sign_in_lead(client, campaign)
    answer = client.post(EDIT, {"do": "save", **sent})
    assert (answer.status_code, problem in text_of(answer), Consent.objects.count()) == (status, True, 1)
    if status == 409:
        assert f"{sent['text'].replace('>', '&gt;')}</textarea>" in text_of(answer)


def test_former_versions_can_be_read(client, campaign) -> None:
    save_consent(campaign=campaign, text="*first*", seen_version=None, actor="lead", now=NOW)
    save_consent(campaign=campaign, text="second", seen_version=1, actor="lead", now=NOW)
    sign_in_lead(client, campaign)
    assert "<em>first</em>" in text_of(client.get(f"{EDIT}?version=1"))
    assert [client.get(f"{EDIT}?version={asked}").status_code for asked in ("3", "x", "")] == [404, 200, 200]
