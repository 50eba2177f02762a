import re

import pytest
from django.urls import reverse

from annotator.models import PracticeAnswer, Standing, Tutorial, TutorialDone
from annotator.tutorial.services import Chosen, save_tutorial
from moments.base.errors import BadInput
from tests.factories import NOW, make_admin, make_campaign, make_lead, make_member, make_query

pytestmark = pytest.mark.django_db
TUTORIAL = "/c/films/tutorial/"
FIRST = "/c/films/tutorial/1/"
FINISH = "/c/films/tutorial/finish/"
START = "/c/films/start/"
WHY = "the drawer stays shut"


@pytest.fixture
def campaign():
    """A campaign whose tutorial has two practice pairs, of levels 2 and 4."""
    campaign = make_campaign()
    make_query(campaign, pairs=3, split="exam", text="somebody opens a drawer")
    save(campaign, Chosen(1, 2, WHY), Chosen(2, 4, "all of it"))
    return campaign


def save(campaign, *practices, text="# Watch\n\nto the *end*", seen=None):
    return save_tutorial(campaign=campaign, text=text, practices=practices, actor="lead", now=NOW, seen_version=seen)


@pytest.fixture
def trainee(campaign, client):
    """Somebody in training, signed in."""
    member = make_member(campaign, standing=Standing.TRAINING)
    client.force_login(member.user)
    return member


def text_of(response) -> str:
    return response.content.decode()


def press(client, level, address=FIRST, **fields):
    return client.post(address, {"version": "1", "relevance": level, **fields})


def test_the_page_has_the_leads_words_the_levels_and_the_keys(client, trainee):
    page = text_of(client.get(TUTORIAL))
    for words in (
        "<h3>Watch</h3>",
        "<em>end</em>",
        "Every action of the query happens",
        "<kbd>Esc</kbd>",
        "There are 2 practice pairs.",
    ):
        assert words in page
    assert FIRST in page


def test_a_script_in_the_text_is_inert(client, campaign, trainee):
    evil = '<script>alert(1)</script><img src=x onerror=alert(1)>[so](javascript:alert(1)) <b onclick="x()">b</b>'
    with pytest.raises(BadInput, match="line 1"):
        save(campaign, text=evil, seen=1)
    Tutorial.objects.create(campaign=campaign, version=2, text=evil, created_at=NOW)  # as older versions may have it
    page = text_of(client.get(TUTORIAL))
    own = page.partition('<div class="prose"')[2].partition("</section>")[0]
    assert "so" in own
    for part in ("<script", "<img", "javascript:", "onclick", "onerror"):
        assert part not in own


def test_a_level_is_answered_at_once_with_the_tutorials_and_why(client, trainee):
    before = text_of(client.get(FIRST))
    assert WHY not in before
    assert "somebody opens a drawer" in before
    assert trainee.campaign.pairs.get(number=1).moment.clips.get().name in before
    far, near, same = (text_of(press(client, level)) for level in (0, 1, 2))
    assert "You pressed 0, but the tutorial says 2." in far
    assert "You pressed 1 and the tutorial says 2, which is close enough to pass." in near
    assert "You pressed 2, the same level as the tutorial." in same
    assert all(WHY in page and "Next pair" in page for page in (far, near, same))
    assert list(PracticeAnswer.objects.order_by("pk").values_list("relevance", flat=True)) == [0, 1, 2]


def test_the_program_gets_the_words_alone(client, trainee):
    answer = client.post(
        FIRST, {"version": "1", "relevance": "4", "shown_ms": "812"}, headers={"X-Requested-With": "fetch"}
    )
    page = text_of(answer)
    assert "You pressed 4, but the tutorial says 2." in page
    assert "<html" not in page
    assert trainee.work_events.get().shown_ms == 812


@pytest.mark.parametrize("level", ["", "5", "-1", "x", "²"])
def test_a_level_that_does_not_exist_is_refused_and_not_kept(client, trainee, level):
    assert press(client, level).status_code == 400
    assert not PracticeAnswer.objects.exists()


def test_what_was_pressed_last_is_there_after_coming_back(client, trainee):
    press(client, 0)
    press(client, 3)
    assert "You pressed 3 and the tutorial says 2" in text_of(client.get(FIRST))


def test_the_end_leads_to_the_start_page_once_every_pair_is_answered(client, trainee):
    press(client, 2)
    early = client.post(FINISH, {"version": "1"}, follow=True)
    assert early.redirect_chain[0][0] == TUTORIAL
    assert "You have not answered all practice pairs yet." in text_of(early)
    assert "Finish the tutorial" in text_of(press(client, 4, "/c/films/tutorial/2/"))
    assert client.post(FINISH, {"version": "1"}).url == START
    assert TutorialDone.objects.get().member == trainee
    assert "You have completed this version." in text_of(client.get(TUTORIAL))


def test_a_version_saved_meanwhile_is_shown_and_nothing_is_kept_of_the_old(client, campaign, trainee):
    save(campaign, Chosen(3, 0, "no"), seen=1)
    for answer in (press(client, 2), client.post(FINISH, {"version": "1"})):
        assert answer.url == TUTORIAL
    assert "has changed in the meantime" in text_of(client.get(TUTORIAL))
    assert not PracticeAnswer.objects.exists()
    assert not TutorialDone.objects.exists()


def test_a_lead_tries_it_and_leaves_no_trace(client, campaign):
    for user in (make_lead(campaign).user, make_admin()):
        client.force_login(user)
        assert reverse("tutorial-edit", args=["films"]) in text_of(client.get(TUTORIAL))
        assert "the tutorial says 2" in text_of(press(client, 0))
        assert client.post(FINISH, {"version": "1"}).status_code == 403
    assert not PracticeAnswer.objects.exists()


def test_who_has_not_agreed_is_sent_to_the_start(client, campaign):
    client.force_login(make_member(campaign, standing=Standing.INVITED).user)
    for answer in (client.get(TUTORIAL), client.get(FIRST), press(client, 2)):
        assert answer.url == START
    assert not PracticeAnswer.objects.exists()


def test_where_there_is_none_there_is_nothing_to_see(client):
    member = make_member(make_campaign("bare"), standing=Standing.TRAINING)
    client.force_login(member.user)
    assert client.get("/c/bare/tutorial/").url == "/c/bare/start/"
    assert client.get("/c/bare/tutorial/1/").status_code == 404
    client.force_login(make_lead(member.campaign).user)
    assert client.get("/c/bare/tutorial/").status_code == 404


def test_a_place_that_does_not_exist_is_not_found(client, trainee):
    assert client.get("/c/films/tutorial/3/").status_code == 404


def test_nothing_of_the_moments_and_no_inline_script_is_on_the_pages(client, campaign, trainee):
    for page in (text_of(client.get(TUTORIAL)), text_of(press(client, 2))):
        for pair in campaign.pairs.select_related("moment__video"):
            assert pair.moment.caption not in page
            assert pair.moment.video.name not in page
        scripts = re.findall(r"<script([^>]*)>", page)
        assert all("src=" in script or 'type="application/json"' in script for script in scripts)
        assert not re.search(r"<style|\sstyle=|\son\w+=", page)


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_number_of_queries_does_not_grow_with_practice_pairs(client, pairs, django_assert_num_queries):
    campaign = make_campaign("more")
    make_query(campaign, pairs=3, split="exam")
    save(campaign, *(Chosen(number, 2, "x") for number in range(1, pairs + 1)))
    client.force_login(make_member(campaign, standing=Standing.TRAINING).user)
    with django_assert_num_queries(12):
        assert client.get("/c/more/tutorial/").status_code == 200
