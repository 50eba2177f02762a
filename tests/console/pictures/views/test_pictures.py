"""A lead adds pictures and clips, and everybody of the campaign sees them where a text shows them."""

from __future__ import annotations

import io

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from annotator.guideline.services import save_guideline
from annotator.models import Gold, Standing
from annotator.people.selectors.news import must_read_guideline
from annotator.tutorial.services import save_tutorial
from config.clip_storage import ClipStorage
from moments.clips.storage import store_bytes
from moments.illustrations.services import add_illustration
from moments.models import Clip, Illustration
from tests.console.scenes import REFUSED, open_scene, refusals, sign_in_lead
from tests.factories import NOW, make_admin, make_campaign, make_lead, make_member

pytestmark = pytest.mark.django_db
ADD, PAGE, EDIT, TUTORIAL = (
    "/c/camp/pictures/add/",
    "/c/camp/pictures/",
    "/c/camp/guideline/edit/",
    "/c/camp/tutorial/edit/",
)
PART = {"HX-Request": "true"}


def png() -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (60, 40), (90, 0, 0)).save(out, "PNG")
    return SimpleUploadedFile("me at home.png", out.getvalue())


def body_of(response) -> str:
    return response.content.decode()


def status_of(user, url: str) -> int:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(url).status_code


def test_a_picture_goes_from_the_upload_to_everybodys_guideline_and_tutorial_and_to_nobody_else(client):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    member, invited = make_member(campaign), make_member(campaign, standing=Standing.INVITED)
    answer = client.post(ADD, {"file": png(), "description": "A red field"}, headers=PART)
    assert "Picture 1 is added." in body_of(answer)
    assert "No text shows it yet." in body_of(answer)
    text = "Look:\n\n![](picture:1)"
    preview = body_of(client.post(EDIT, {"do": "preview", "text": text}, headers=PART))
    client.post(EDIT, {"do": "save", "text": text, "renewed": "on", "principles": "Look twice."})
    client.post(TUTORIAL, {"do": "save", "text": text})
    row = Illustration.objects.get()
    url = f"/illustrations/{row.name}"
    assert must_read_guideline(member)
    member.standing = Standing.TRAINING
    member.save()
    client.force_login(member.user)
    pages = [body_of(client.get(f"/c/camp/{page}/")) for page in ("guideline", "guideline/drawer", "tutorial")]
    for page in (preview, *pages):
        assert f'<img class="placed" src="{url}" width="60" height="40" loading="lazy" alt="A red field">' in page
    got = client.get(url)
    assert (got["Content-Type"], got["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert b"".join(got.streaming_content).startswith(b"\x89PNG")
    suspended, stranger = make_member(campaign, standing=Standing.SUSPENDED), make_member(make_campaign("elsewhere"))
    people = (invited, suspended, stranger, make_lead(stranger.campaign), make_lead(campaign))
    assert [status_of(one.user, url) for one in people] == [200, 403, 404, 404, 200]
    assert (status_of(None, url), status_of(make_admin(), url)) == (401, 200)
    assert status_of(member.user, url.replace(".png", ".mp4")) == 404


def test_from_a_bucket_the_address_is_signed_and_the_policy_knows_the_host(settings, monkeypatch):
    campaign = open_scene()
    add_illustration(campaign=campaign, file=png(), description="A field", actor="lead", now=NOW)
    signed = "https://bucket.example/name?X-Amz-Signature=1"
    monkeypatch.setattr("moments.clips.storage.signed_address", lambda name: signed if name.endswith(".png") else "")
    save_guideline(campaign=campaign, text="![](picture:1)", renewed=True, actor="lead", now=NOW, seen_version=None)
    client = Client()
    client.force_login(make_member(campaign).user)
    settings.CLIP_STORAGE = ClipStorage(None)
    assert f'src="{signed}"' in body_of(client.get("/c/camp/guideline/"))


def test_what_a_text_shows_stays_and_the_rest_can_be_removed(client, django_capture_on_commit_callbacks):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    for _ in range(3):
        client.post(ADD, {"file": png(), "description": "A field"})
    save_guideline(campaign=campaign, text="![](picture:1)", renewed=True, actor="lead", now=NOW, seen_version=None)
    save_guideline(campaign=campaign, text="None.", renewed=True, actor="lead", now=NOW, seen_version=1)
    save_tutorial(campaign=campaign, text="![](picture:2)", practices=[], actor="lead", now=NOW, seen_version=None)
    listed = body_of(client.get(PAGE))
    assert "Shown in version 1 of the guideline." in listed
    assert "Shown in version 1 of the tutorial." in listed
    for number, words in ((1, "Version 1 of the guideline shows number 1"), (2, "of the tutorial shows number 2")):
        answer = client.post(f"/c/camp/pictures/{number}/remove/")
        assert (answer.status_code, words in body_of(answer)) == (400, True)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post("/c/camp/pictures/3/remove/", headers=PART)
    assert "Picture 3 is removed." in body_of(answer)
    gone = Illustration.objects.get(number=3)
    assert not storages["clips"].exists(gone.name)
    assert client.get(f"/illustrations/{gone.name}").status_code == 404
    client.post(EDIT, {"do": "save", "text": "![](picture:3)", "seen_version": "2"})
    assert campaign.guidelines.count() == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "The file: choose one."),
        ({"file": SimpleUploadedFile("a.svg", b"<svg/>"), "description": "x"}, "The file: expected a picture"),
        ({"file": png(), "description": " "}, "What it shows: say what can be seen"),
    ],
)
def test_bad_input_keeps_nothing_and_says_why(client, body, words):
    sign_in_lead(client, open_scene())
    for headers, status in ((PART, 200), ({}, 400)):
        answer = client.post(ADD, body, headers=headers)
        assert (answer.status_code, words in body_of(answer)) == (status, True)
    assert not Illustration.objects.exists()


def test_a_moments_clip_can_be_taken_but_none_of_a_hidden_check(client):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    clip, checked = Clip.objects.filter(moment__campaign=campaign).select_related("moment").order_by("pk")[:2]
    store_bytes(clip, io.BytesIO(b"GIF89a"))
    Clip.objects.filter(pk=clip.pk).update(seconds=1)
    pair = checked.moment.pairs.get()
    Gold.objects.create(campaign=campaign, pair=pair, relevance=2, created_at=NOW)
    address, moment = "/c/camp/pictures/clip/", clip.moment.desc_id
    taken = client.post(address, {"moment": moment, "description": "A dog"}, headers=PART)
    assert "Clip 1 is added. Write ![](clip:1)" in body_of(taken)
    refused = {
        str(checked.moment.desc_id): "belongs to a hidden check",
        "999999": "there is no moment 999999",
        "x": "The moment: expected a whole number",
    }
    for number, words in refused.items():
        answer = client.post(address, {"moment": number, "description": "A dog"}, headers=PART)
        assert words in body_of(answer)
    assert Illustration.objects.count() == 1


def test_nobody_but_its_leads_sees_the_page(client):
    campaign = open_scene()
    assert refusals(client, campaign, PAGE) == REFUSED
