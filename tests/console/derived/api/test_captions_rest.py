"""Captions and windows by REST: leads list and decide, admins order, annotators judge and see nothing hidden."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from annotator.desk.selectors.clips import visible_clip
from annotator.models import Ask, DerivedAsk, Membership
from config.language_model import LanguageModel
from consensus.models import CaptionRun
from moments.models import Clip, Video
from tests.consensus.derived.scenes import decided_campaign
from tests.factories import NOW, make_admin, make_lead, make_member

pytestmark = pytest.mark.django_db
PAGE, LED = "/c/long/judge-captions/", "/api/v1/campaigns/long/captions/"
NEXT = "/api/v1/captions/next/"


@pytest.fixture
def campaign():
    made = decided_campaign()
    Video.objects.update(name="secret_film_1")
    moment = made.moments.get(whole=True)
    shape = {"width": 64, "height": 36, "frames": 9, "seconds": 60, "size": 100}
    Clip.objects.create(moment=moment, rendition="proxy", state="ready", **shape)
    return made


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def caption(number: int = 1, **fields) -> DerivedAsk:
    given = {"task": "ca", "text": "A man sits.", "requester": "L9", "made_at": NOW} | fields
    return DerivedAsk.objects.create(ask=Ask.objects.get(number=number), **given)


def post(client: Client, address: str, **body):
    return client.post(address, json.dumps(body), content_type="application/json")


def test_leads_list_and_decide(campaign):
    made, other = caption(1), caption(2)
    client = signed_in(make_lead(campaign).user)
    rows = client.get(LED).json()["captions"]
    assert [row["id"] for row in rows] == [made.pk, other.pk]
    assert rows[0] == {
        "id": made.pk,
        "question": 1,
        "task": "ca",
        "text": "A man sits.",
        "stretches": [[1000, 4000], [30000, 34000]],
        "origin": "model",
        "requester": "L9",
        "state": "waiting",
        "actor": "",
    }
    answer = post(client, f"{LED}{made.pk}/decide/", decision="accept", text="A woman sits.")
    assert (answer.status_code, answer.json()["state"], answer.json()["text"]) == (200, "accepted", "A woman sits.")
    assert [row["id"] for row in client.get(f"{LED}?state=accepted").json()["captions"]] == [made.pk]
    again = post(client, f"{LED}{made.pk}/decide/", decision="accept")
    assert (again.status_code, again.json()) == (
        400,
        {"detail": ["somebody else has decided it already: it is accepted"]},
    )
    assert client.get(f"{LED}?state=odd").status_code == 400
    assert post(client, f"{LED}{made.pk}/decide/", decision="odd").status_code == 400


def test_leads_and_admins_order(campaign, settings):
    settings.LANGUAGE_MODEL = LanguageModel("https://nowhere.example/v1", "key", "seer", 5.0)
    lead, admin = signed_in(make_lead(campaign).user), signed_in(make_admin())
    assert post(admin, f"{LED}write/", frames=99).json() == {
        "frames": ["Ensure this value is less than or equal to 32."]
    }
    answer = post(lead, f"{LED}write/", frames=3)
    run = CaptionRun.objects.get()
    assert (answer.status_code, answer.json()) == (201, {"job": run.job_id, "state": "waiting", "questions": 4})
    assert post(admin, f"{LED}draw/").json() == {"made": 2, "already_there": 0, "without": [4]}
    settings.LANGUAGE_MODEL = None
    assert "no endpoint is set" in post(admin, f"{LED}write/").json()["detail"][0]


def test_an_annotator_judges_one_after_the_other(campaign):
    first, second = caption(1), caption(2)
    client = signed_in(make_member(campaign).user)
    given = post(client, NEXT).json()["caption"]
    assert (given["id"], given["text"], given["stretches"]) == (first.pk, "A man sits.", [[1000, 4000], [30000, 34000]])
    assert given["clip"].startswith("/clips/")
    judge = f"/api/v1/captions/{first.pk}/judge/"
    refused = post(client, judge, decision="reject", key="k1")
    assert refused.json() == {"reason": ["say why, so that the next caption is better"]}
    answer = post(client, judge, decision="accept", key="k1", shown_ms=4000).json()
    assert (answer["status"], answer["caption"]["id"]) == ("saved", second.pk)
    assert post(client, judge, decision="accept", key="k1").json()["status"] == "duplicate"
    assert post(client, judge, decision="accept", key="k2").status_code == 404


def test_what_an_annotator_is_sent_names_neither_video_nor_question_nor_people(campaign):
    caption()
    client = signed_in(make_member(campaign).user)
    author = Ask.objects.get(number=1).author
    sent = client.get(PAGE).content.decode() + json.dumps(post(client, NEXT).json())
    assert "A man sits." in sent
    hidden = ("secret_film_1", "When?", "L9", author.pseudonym, author.user.username)
    assert [word for word in hidden if word in sent] == []


def test_who_wrote_or_marked_the_question_is_sent_nothing_of_it(campaign):
    caption(text="A canary sings.")
    for member in Membership.objects.filter(campaign=campaign, role="annotator"):
        client = signed_in(member.user)
        assert post(client, NEXT).json() == {"status": None, "caption": None}
        page = client.get(PAGE).content.decode()
        assert "Nothing to decide right now" in page
        assert "canary" not in page


def test_the_clip_is_shown_only_while_its_caption_is_in_hand(campaign):
    made = caption()
    client = signed_in(make_member(campaign).user)
    name, user = Clip.objects.get().name, Membership.objects.latest("pk").user
    assert visible_clip(user, name) is None
    post(client, NEXT)
    assert visible_clip(user, name) is not None
    post(client, f"/api/v1/captions/{made.pk}/judge/", decision="accept", key="k")
    assert visible_clip(user, name) is None


def test_the_page_takes_a_decision_and_says_what_it_did(campaign):
    made = caption()
    client = signed_in(make_member(campaign).user)
    assert "A man sits." in client.get(PAGE).content.decode()
    form = {"number": made.pk, "key": "k1", "decision": "reject", "shown_ms": "4000"}
    page = client.post(PAGE, form, follow=True).content.decode()
    assert "Your decision was not stored: reason: say why" in page
    page = client.post(PAGE, form | {"reason": "There is no man."}, follow=True).content.decode()
    assert "Your decision is stored." in page
    assert "Nothing to decide right now" in page
    made.refresh_from_db()
    assert made.state == "rejected"
    assert client.post(PAGE, form | {"number": "x"}).status_code == 400


def test_leads_and_outsiders_have_no_such_page(campaign):
    assert signed_in(make_lead(campaign).user).get(PAGE).status_code == 403
    assert signed_in(make_admin()).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
