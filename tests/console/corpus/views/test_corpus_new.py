import pytest

from moments.models import Campaign
from tests.console.scenes import sign_in_admin
from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db
PAGE = "/campaigns/new/"


def test_an_admin_makes_a_campaign_and_goes_on_to_its_corpus(client):
    sign_in_admin(client)
    assert client.get(PAGE).status_code == 200
    answer = client.post(PAGE, {"slug": "films", "title": "Films & more", "renditions": "mp4,gif"})
    assert answer["Location"] == "/c/films/corpus/setup/"
    campaign = Campaign.objects.get()
    assert (campaign.title, campaign.status, campaign.protocols.count()) == ("Films & more", "draft", 1)
    assert campaign.renditions == "mp4,gif"
    assert set(campaign.ledger.values_list("actor", flat=True)) == {"admin"}


def test_an_admin_makes_a_campaign_that_marks(client):
    sign_in_admin(client)
    assert "write questions about long videos" in client.get(PAGE).content.decode()
    client.post(PAGE, {"slug": "films", "title": "Films", "kind": "mark"})
    campaign = Campaign.objects.get()
    assert (campaign.kind, campaign.protocols.get().marking.gap_ms) == ("mark", 1000)


def test_an_admin_makes_a_campaign_of_twins(client):
    sign_in_admin(client)
    assert "watch clips forwards and backwards" in client.get(PAGE).content.decode()
    client.post(PAGE, {"slug": "films", "title": "Films", "kind": "twin", "renditions": "mp4,gif"})
    campaign = Campaign.objects.get()
    assert (campaign.kind, campaign.renditions, campaign.protocols.get().twin.checkers) == ("twin", "mp4,gif", 2)


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({"slug": "films"}, "Campaign &#x27;films&#x27; already exists"),
        ({"slug": "New Films"}, "Slug &#x27;New Films&#x27;: use 1 to 60"),
        ({"title": "電影"}, "use 1 to 60"),
        ({"slug": "new", "title": "x" * 201}, "expected one line of at most 200 characters"),
        ({"slug": "new", "title": "a\x07b"}, "expected one line"),
        ({"slug": "new", "kind": "rank"}, "Kind: expected one of grade, mark, twin"),
        ({"slug": "new", "renditions": "avi"}, "Renditions &#x27;avi&#x27;: expected one or more of gif, mp4, webp"),
    ],
)
def test_what_is_no_slug_or_title_is_refused_and_stays_in_the_form(client, sent: dict[str, str], refusal: str):
    make_campaign()
    sign_in_admin(client)
    page = client.post(PAGE, sent)
    assert (page.status_code, refusal in page.content.decode(), Campaign.objects.count()) == (400, True, 1)


def test_nobody_but_admins_and_leads_makes_campaigns(client):
    assert client.get(PAGE)["Location"].startswith("/sign-in/")
    client.force_login(make_member(make_campaign()).user)
    assert (client.get(PAGE).status_code, client.post(PAGE, {"slug": "x"}).status_code) == (403, 403)


def test_a_button_pressed_twice_leads_to_the_campaign_that_is_there(client):
    sign_in_admin(client)
    sent = {"slug": "films", "title": "Films", "renditions": "mp4"}
    client.post(PAGE, sent)
    again = client.post(PAGE, sent)
    assert (again.status_code, '<a href="/c/films/campaign/">Open it</a>' in again.content.decode()) == (400, True)


@pytest.mark.parametrize(("kind", "renditions", "fps"), [("grade", "mp4,gif", 3), ("twin", "mp4", 30)])
def test_the_usual_clips_depend_on_what_people_do(client, kind, renditions, fps):
    sign_in_admin(client)
    client.post(PAGE, {"slug": "films", "title": "Films", "kind": kind, "renditions": ""})
    campaign = Campaign.objects.get()
    assert (campaign.renditions, campaign.clip_fps) == (renditions, fps)
