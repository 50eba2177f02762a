"""The list of whole videos, and the map of one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Ask, Viewing
from moments.models import Clip, CutOrder, Video
from tests.console.questions.scenes import questions_scene
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign
from tests.marked_world import drawn_videos, store_world
from tests.marking import make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/videos/"


@pytest.fixture
def scene(client):
    """Two videos with questions in every state, one without, and one whose proxy failed."""
    campaign, _, asks = questions_scene()
    make_whole_video(campaign, "quiet", domain="movies")
    broken = make_whole_video(campaign, "broken")
    Clip.objects.filter(moment=broken).update(state="failed", reason="the file is no video")
    sign_in_lead(client, campaign)
    return campaign, asks


def listed(client, query: str = "") -> list[str]:
    page = client.get(f"{PAGE}?{query}")
    assert page.status_code == 200
    return [row[0].name for row in page.context["rows"]]


def map_of(client, name: str):
    answer = client.get(f"{PAGE}{Video.objects.get(name=name).pk}/")
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["broken", "night", "quiet", "video-1"]),
        ("find=NIG", ["night"]),
        ("domain=", ["broken", "video-1"]),
        ("domain=movies", ["quiet"]),
        ("show=failed", ["broken"]),
        ("show=free", ["quiet"]),
        ("show=writing", ["video-1"]),
        ("show=marking", ["night"]),
        ("show=done", []),
        ("show=uncut", []),
        ("show=x&page=9", ["broken", "night", "quiet", "video-1"]),
    ],
)
def test_videos_are_found_by_name_domain_and_state(client, scene, query: str, names: list[str]):
    assert listed(client, query) == names


def test_a_video_whose_proxy_was_never_cut_or_whose_questions_are_decided_says_so(client, scene):
    _, asks = scene
    Clip.objects.filter(moment__video__name="quiet").update(state="pending")
    assert listed(client, "show=uncut") == ["quiet"]
    Ask.objects.filter(pk__in=[asks["checked"].pk, asks["returned"].pk]).update(state="rejected")
    assert listed(client, "show=done") == ["night"]


def test_the_list_counts_questions_and_says_why_a_proxy_failed(client, scene):
    page = client.get(PAGE)
    text = page.content.decode()
    (night,) = [row[0] for row in page.context["rows"] if row[0].name == "night"]
    assert (night.questions, night.open, night.for_lead, night.accepted) == (3, 2, 0, 1)
    (first,) = [row[0] for row in page.context["rows"] if row[0].name == "video-1"]
    assert (first.questions, first.open, first.for_lead, first.accepted) == (3, 2, 1, 0)
    assert "1 proxy could not be cut" in text
    assert "the file is no video" in text


def test_an_admin_cuts_failed_proxies_again_from_here(client, scene):
    campaign, _ = scene
    CutOrder.objects.create(campaign=campaign, source="films", ordered_at=NOW, finished_at=NOW)
    sign_in_admin(client)
    for page in (client.get(PAGE), map_of(client, "broken")):
        assert f'action="/c/{campaign.slug}/corpus/clips/order/"' in page.content.decode()
        assert '<input type="hidden" name="kind" value="failed">' in page.content.decode()


def test_the_map_shows_truths_open_markings_watching_gaps_and_the_pool(client, scene):
    share = Viewing.objects.filter(share__batch__video__name="night").first()
    Viewing.objects.filter(pk=share.pk).update(watched=[[0, 30_000], [60_000, 90_000]])
    page = map_of(client, "night")
    shown = page.context["shown"].lanes
    lanes = [(lane.kind, lane.note, [(one.start_ms, one.end_ms) for one in lane.segments]) for lane in shown]
    assert ("truth", "truth", [(10_000, 20_000)]) in lanes
    assert ("marker", "marker, checked", [(10_000, 20_000), (30_000, 40_000)]) in lanes
    assert ("marker", "marker, returned to its author", []) in lanes
    assert ("gap", "", [(30_000, 60_000)]) in lanes
    assert [kind for kind, _, _ in lanes].count("truth lane-pool") == 1
    text = page.content.decode()
    assert "67% watched by somebody" in text
    assert f"moment {page.context['shown'].proxy.moment.desc_id}," in text
    assert text.count("<h1") == 1


def test_a_submitted_question_shows_its_author_s_segments(client, scene):
    _, asks = scene
    lanes = map_of(client, "video-1").context["shown"].lanes
    (lane,) = [lane for lane in lanes if lane.name.startswith(f"{asks['submitted'].number}: ")]
    assert (lane.kind, [(one.start_ms, one.end_ms) for one in lane.segments]) == ("author", [(10_000, 20_000)])


def test_a_video_that_cannot_be_shown_or_has_no_questions_has_a_map_too(client, scene):
    assert "The proxy could not be cut" in map_of(client, "broken").content.decode()
    assert "Nobody has submitted a question" in map_of(client, "quiet").content.decode()


@pytest.mark.parametrize("of_one", [False, True])
def test_only_leads_of_campaigns_that_mark_see_them(client, scene, of_one: bool):
    campaign, _ = scene
    one = f"{campaign.videos.get(name='night').pk}/" if of_one else ""
    assert refusals(client, campaign, PAGE + one) == REFUSED
    sign_in_lead(client, make_campaign("graded"))
    assert client.get(f"/c/graded/videos/{one}").status_code == 404


def test_another_campaign_s_video_is_not_found(client, scene):
    other, _ = marking_campaign("other")
    assert client.get(f"{PAGE}{other.videos.get().pk}/").status_code == 404


def test_they_need_the_same_queries_for_few_and_many(client):
    campaign, (author, marker, _) = marking_campaign(videos=0, opened=False)
    sign_in_lead(client, campaign)
    counts = []
    for seed in (1, 2):
        drawn = drawn_videos(seed, videos=4 * seed, questions=20 * seed)
        for video in drawn:
            object.__setattr__(video, "name", f"{video.name}-{seed}")
        store_world(campaign, drawn, author, marker)
        busy = campaign.videos.filter(name=max(drawn, key=lambda one: len(one.questions)).name).get()
        for address in (PAGE, f"{PAGE}{busy.pk}/"):
            client.get(address)
            with CaptureQueriesContext(connection) as asked_for:
                assert client.get(address).status_code == 200
            counts.append(len(asked_for))
    assert counts[:2] == counts[2:]
