"""The browser of moments: words, filters, pages, clips."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from moments.marking_protocol import MarkingProtocol
from moments.models import Campaign, Clip, Moment, Twin
from tests.console.scenes import REFUSED, refusals, sign_in_admin
from tests.factories import make_campaign, make_moments, make_query, make_twins, opened_campaign
from tests.marking import make_whole_video
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/moments/"


@pytest.fixture
def corpus(client: Client) -> Campaign:
    """A query with two moments, and two more moments of another video; an admin is signed in."""
    campaign = make_campaign()
    make_query(campaign, pairs=2, split="test")
    loose = make_moments(campaign, 2)
    for moment, (description, caption, kind) in zip(
        Moment.objects.order_by("desc_id"),
        [
            ("Rachel walks the DOG home.", "A woman walks the dog home.", "v"),
            ("Ross eats 100% of a pie_chart.", "A man eats 100% of a pie_chart.", "vt"),
            ("Joey walks.", "A man walks.", "t"),
            ("<b>Monica</b> shouts.", "<b>A woman</b> shouts.", "v"),
        ],
        strict=True,
    ):
        Moment.objects.filter(pk=moment.pk).update(description=description, caption=caption, kind=kind)
    Clip.objects.filter(moment=loose[0]).update(state="failed", reason="the film ends before")
    Clip.objects.filter(moment=loose[1]).delete()
    sign_in_admin(client)
    return campaign


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({}, [0, 1, 2, 3]),
        ({"words": "walks"}, [0, 2]),
        ({"words": "rachel  dog"}, [0]),
        ({"words": "woman"}, [0, 3]),
        ({"words": "rachel man"}, [0]),  # in the description, and in the caption's "woman"
        ({"words": "100%"}, [1]),
        ({"words": "%"}, [1]),
        ({"words": "e_c"}, [1]),
        ({"words": "zebra"}, []),
        ({"kind": "v"}, [0, 3]),
        ({"clip": "ready"}, [0, 1]),
        ({"clip": "none"}, [2, 3]),
        ({"clip": "failed"}, [2]),
        ({"split": "test"}, [0, 1]),
        ({"split": "val"}, []),
        ({"words": "walks", "clip": "ready", "kind": "v", "split": "test"}, [0]),
    ],
)
def test_moments_are_found(client, corpus: Campaign, asked: dict[str, str], places: list[int]) -> None:
    every = list(Moment.objects.order_by("desc_id"))
    rows = client.get(PAGE, asked).context["rows"]
    assert [row.moment for row in rows] == [every[place] for place in places]


def test_moments_are_found_by_video_and_number(client, corpus: Campaign) -> None:
    last = Moment.objects.latest("desc_id")
    by_video = client.get(PAGE, {"video": last.video.name.upper()}).context["rows"]
    by_number = client.get(PAGE, {"desc_id": last.desc_id}).context["rows"]
    assert ([row.moment.video for row in by_video], [row.moment for row in by_number]) == ([last.video] * 2, [last])


def test_texts_are_shown_as_texts_with_clip_and_failure(client, corpus: Campaign) -> None:
    page = client.get(PAGE).content.decode()
    assert ("&lt;b&gt;A woman&lt;/b&gt; shouts." in page, "<b>A woman" in page) == (True, False)
    assert page.count("data-player=") == 2
    assert "the film ends before" in page
    assert "originally: Rachel walks the DOG home." in page


def test_whole_videos_are_listed_with_their_proxies(client, corpus: Campaign) -> None:
    marking = make_campaign("long", marking=MarkingProtocol())
    ready, failed = make_whole_video(marking, "match"), make_whole_video(marking, "walk")
    Clip.objects.filter(moment=failed).update(state="failed", reason="the file is text, not a video")
    page = client.get(PAGE.replace("films", "long"))
    proxy = Clip.objects.get(moment=ready)
    shown = [[one["url"] for one in row.clip.renditions] for row in page.context["rows"]]
    assert shown == [[f"/clips/{proxy.name}"], []]
    assert "the file is text, not a video" in page.content.decode()


def test_fifty_are_on_a_page_and_the_search_is_kept(client, corpus: Campaign) -> None:
    make_moments(corpus, 51)
    page = client.get(PAGE, {"words": "somebody walks."})
    assert (len(page.context["rows"]), page.context["page"].paginator.count) == (50, 51)
    assert 'href="?words=somebody+walks.&amp;page=2"' in page.content.decode()
    assert len(client.get(PAGE, {"words": "somebody walks.", "page": "2"}).context["rows"]) == 1


@pytest.mark.parametrize(
    "asked",
    [{"desc_id": "x"}, {"desc_id": "9" * 19}, {"kind": "z"}, {"clip": "z"}, {"split": "train"}],
)
def test_a_search_that_cannot_be_is_refused_by_field(client, corpus: Campaign, asked: dict[str, str]) -> None:
    page = client.get(PAGE, asked)
    assert page.status_code == 400
    assert next(iter(asked)).capitalize() in page.content.decode()


def test_nobody_but_admins_gets_in(client) -> None:
    campaign, _ = opened_campaign(pairs=1)
    assert refusals(client, campaign, PAGE) == REFUSED


def test_its_queries_do_not_grow_with_the_moments(client, corpus: Campaign, django_assert_num_queries) -> None:
    client.get(PAGE)
    for words in ("rachel", "walks"):
        with django_assert_num_queries(8):
            client.get(PAGE, {"words": words})


def test_twins_stand_beside_each_other(client: Client) -> None:
    campaign, _ = twin_campaign(twins=3, opened=False)
    (alone,) = make_moments(campaign, 1)
    sign_in_admin(client)
    page = client.get("/c/arrow/corpus/moments/")
    forward = list(Moment.objects.filter(direction="forward").order_by("desc_id"))
    assert [(row.moment, row.twin and row.twin.desc_id) for row in page.context["rows"]] == [
        *((moment, moment.desc_id + 500) for moment in forward[:3]),
        (alone, None),
    ]
    body = page.content.decode()
    assert (body.count("<figcaption"), body.count("no twin"), "In pairs of" in body) == (7, 1, False)


def test_a_moment_is_found_by_the_number_and_by_the_clip_of_its_twin(client: Client) -> None:
    campaign, _ = twin_campaign(twins=3, opened=False)
    (alone,) = make_moments(campaign, 1)
    sign_in_admin(client)
    one, two, three = Twin.objects.order_by("pk")
    Clip.objects.filter(moment=two.backward).update(state="failed", reason="the film ends before")
    Clip.objects.filter(moment=three.backward).delete()

    def shown(**asked: object) -> list[Moment]:
        return [row.moment for row in client.get("/c/arrow/corpus/moments/", asked).context["rows"]]

    assert shown(desc_id=two.backward.desc_id) == shown(desc_id=two.forward.desc_id) == [two.forward]
    assert shown(clip="ready") == [one.forward, alone]
    assert shown(clip="none") == [two.forward, three.forward]
    assert shown(clip="failed") == [two.forward]
    assert "backward: the film ends before" in client.get("/c/arrow/corpus/moments/").content.decode()


def test_more_twins_ask_for_no_more_queries(client: Client, django_assert_num_queries) -> None:
    campaign, _ = twin_campaign(twins=1, opened=False)
    sign_in_admin(client)
    with CaptureQueriesContext(connection) as one:
        client.get("/c/arrow/corpus/moments/")
    make_twins(campaign, 2)
    with django_assert_num_queries(len(one)):
        client.get("/c/arrow/corpus/moments/")
