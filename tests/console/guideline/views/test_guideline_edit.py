import pytest
from django.urls import reverse

from annotator.guideline.services import add_example, save_guideline
from annotator.models import Guideline, GuidelineExample
from moments.models import Pair
from tests.console.scenes import REFUSED, open_scene, page_of_query, refusals, reviewed_scene, sign_in_lead
from tests.factories import NOW, make_member

pytestmark = pytest.mark.django_db
EDIT = "/c/camp/guideline/edit/"
READ = "/c/camp/guideline/"
DRAWER = "/c/camp/guideline/drawer/"


def save(campaign, text, seen=None):
    fields = {"renewed": True, "actor": "23456", "now": NOW}
    return save_guideline(campaign=campaign, text=text, seen_version=seen, **fields)


def exemplify(pair, level=3, note=""):
    return add_example(pair=pair, relevance=level, note=note, actor="lead", now=NOW)


def text_of(response) -> str:
    return response.content.decode()


def test_a_lead_saves_the_next_version_and_annotators_read_it(client):
    campaign = open_scene()
    pseudonym = sign_in_lead(client, campaign)
    answer = client.post(EDIT, {"do": "save", "text": "# Mind the **hands**", "renewed": "on"}, follow=True)
    made = Guideline.objects.get()
    assert "Version 1 is saved. Everybody is asked to read it." in text_of(answer)
    assert (made.version, made.renewed, made.actor) == (1, True, pseudonym)
    client.force_login(make_member(campaign).user)
    for address in (READ, DRAWER):
        assert "<h3>Mind the <strong>hands</strong></h3>" in text_of(client.get(address))


def test_a_preview_saves_nothing(client):
    sign_in_lead(client, open_scene())
    whole = client.post(EDIT, {"do": "preview", "text": "*so* <script>alert(1)</script>"})
    piece = client.post(EDIT, {"do": "preview", "text": "*so*"}, headers={"HX-Request": "true"})
    assert "<em>so</em>" in text_of(whole)
    assert "<script>alert" not in text_of(whole)
    assert text_of(piece).strip() == '<div class="guideline-own" dir="auto"><p><em>so</em></p></div>'
    assert not Guideline.objects.exists()


def test_the_second_of_two_leads_sees_the_conflict_and_keeps_the_text(client):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    save(campaign, "first")
    typed = {"do": "save", "text": "my second", "principles": "my points", "seen_version": ""}
    answer = client.post(EDIT, typed)
    assert answer.status_code == 409
    assert "version 1 was saved by 23456 in the meantime" in text_of(answer)
    assert "my second</textarea>" in text_of(answer)
    assert "my points</textarea>" in text_of(answer)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"do": "save", "text": ""}, 409),
        ({"do": "save", "text": "a\0"}, 409),
        ({"do": "save", "seen_version": "x"}, 400),
    ],
)
def test_bad_input_saves_nothing(client, body, status):
    sign_in_lead(client, open_scene())
    assert client.post(EDIT, body).status_code == status
    assert not Guideline.objects.exists()


def test_the_history_shows_what_a_version_changed(client):
    campaign = reviewed_scene()
    save(campaign, "one\ntwo")
    save(campaign, "one\nthree", 1)
    exemplify(Pair.objects.get(rank=1))
    sign_in_lead(client, campaign)
    second, third = text_of(client.get(EDIT, {"version": "2"})), text_of(client.get(EDIT, {"version": "3"}))
    assert "<ins>+ three</ins>" in second
    assert "<del>− two</del>" in second
    assert "Added pair 1 as an example of level 3." in third


@pytest.mark.parametrize("version", ["9", "x", "-1", "99999999999999999999"])
def test_a_version_that_does_not_exist_is_not_found(client, version):
    campaign = open_scene()
    save(campaign, "one")
    sign_in_lead(client, campaign)
    assert client.get(EDIT, {"version": version}).status_code == 404


def test_a_decided_pair_becomes_an_example_from_the_page_of_its_query(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    assert text_of(client.get(page_of_query(campaign))).count("Use as example") == 3  # in the menu of each pair
    add = reverse("example-add", args=["camp", 1])
    answer = client.post(add, {"level": "3", "note": "all of it"}, follow=True)
    assert "Pair 1 is an example of level 3" in text_of(answer)
    assert answer.redirect_chain[0][0] == page_of_query(campaign)
    example = GuidelineExample.objects.get()
    assert (example.pair.number, example.relevance, example.note) == (1, 3, "all of it")
    assert "is already an example" in text_of(client.post(add, {"level": "3"}, follow=True))


@pytest.mark.parametrize("level", ["", "5", "-1", "x", "²"])
def test_a_level_that_does_not_exist_makes_no_example(client, level):
    sign_in_lead(client, reviewed_scene())
    answer = client.post(reverse("example-add", args=["camp", 1]), {"level": level}, follow=True)
    assert "level: expected 0 to 4" in text_of(answer)
    assert not GuidelineExample.objects.exists()


def test_an_undecided_pair_is_not_offered_and_refused(client):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    assert "Use as example" not in text_of(client.get(page_of_query(campaign)))
    answer = client.post(reverse("example-add", args=["camp", 1]), {"level": "1"}, follow=True)
    assert "is not decided yet" in text_of(answer)


def test_an_example_is_taken_out(client):
    campaign = reviewed_scene()
    exemplify(Pair.objects.get(rank=1))
    sign_in_lead(client, campaign)
    answer = client.post(reverse("example-remove", args=["camp", 1]), follow=True)
    assert "Pair 1 is no longer an example from version 2." in text_of(answer)


def test_annotators_see_query_clip_and_note_of_an_example_and_nothing_else_of_it(client):
    campaign = reviewed_scene()
    pair = Pair.objects.select_related("moment__video").get(rank=1)
    exemplify(pair, note="nothing is missing")
    client.force_login(make_member(campaign).user)
    clip = pair.moment.clips.get()
    for address in (READ, DRAWER):
        page = text_of(client.get(address))
        assert "query text 1" in page
        assert "nothing is missing" in page
        assert clip.name in page
        for secret in (pair.moment.caption, pair.moment.description, pair.moment.video.name, "pair", "autoplay"):
            assert secret not in page.replace("one query–moment pair", "")


def test_a_video_waits_to_be_played(client):
    campaign = reviewed_scene()
    pair = Pair.objects.get(rank=1)
    pair.moment.clips.create(rendition="mp4", state="ready", width=64, height=36, frames=3, seconds=1, size=50)
    exemplify(pair)
    client.force_login(make_member(campaign).user)
    page = text_of(client.get(READ))
    assert "muted loop playsinline controls" in page
    assert ".mp4" in page
    assert ".gif" not in page


def test_the_drawer_is_never_cached_and_has_no_page_around_it(client):
    campaign = open_scene()
    client.force_login(make_member(campaign).user)
    answer = client.get(DRAWER)
    assert "no-store" in answer["Cache-Control"]
    assert "<html" not in text_of(answer)


@pytest.mark.parametrize("address", [EDIT])
@pytest.mark.parametrize("method", ["get", "post"])
def test_outsiders_are_refused(client, address, method):
    assert refusals(client, open_scene(), address, method) == REFUSED


def test_annotators_read_and_outsiders_do_not(client):
    assert refusals(client, open_scene(), READ) == {**REFUSED, "annotator": 200}


@pytest.mark.parametrize("address", [EDIT, READ, DRAWER])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_examples(client, rows, address, django_assert_num_queries):
    campaign = reviewed_scene()
    for rank in range(1, rows + 1):
        exemplify(Pair.objects.get(rank=rank))
    sign_in_lead(client, campaign)
    with django_assert_num_queries({EDIT: 10, READ: 7, DRAWER: 7}[address]):
        client.get(address)


def test_a_lead_changes_what_to_keep_in_mind_and_reads_what_was_changed(client):
    campaign = open_scene()
    sign_in_lead(client, campaign)
    assert "Judge only what the clip shows." in text_of(client.get(EDIT))
    first = {"do": "save", "text": "", "principles": "Look twice.\n# Hands\nMind both.", "seen_version": ""}
    assert client.post(EDIT, first).status_code == 302
    page = text_of(client.get(EDIT + "?version=1"))
    assert "<ins>+ Look twice.</ins>" in page
    assert "<del>− If you cannot judge the clip" in page
    refused = client.post(EDIT, first | {"principles": "a\n" + "b" * 501, "seen_version": "1"})
    assert "principles: line 2: expected at most 500 characters" in text_of(refused)
    assert "b" * 501 in text_of(refused)
    assert "Judge only what the clip shows." in text_of(client.get(EDIT + "?usual=1"))
    client.force_login(make_member(campaign).user)
    for address in (READ, DRAWER, "/c/camp/score/"):
        read = text_of(client.get(address))
        assert "Mind both.</li>" in read
        assert "Judge only" not in read
