"""A lead gets at no material of another campaign: folders of the server, uploads, slugs of the past, named models."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from annotator.models import Membership, Role
from annotator.people.services.people import join_campaign
from archive.trials.services.trials import copy_ordered, order_trial
from config.clip_storage import ClipStorage, VideoRoot
from moments.base.errors import BadInput
from moments.clips.ledger_kinds import PLACE_GIVEN, PLACE_TAKEN_BACK
from moments.clips.services.orders import order_clips
from moments.clips.services.places import give_place, require_allowed
from moments.clips.services.starting import try_video_again
from moments.jobs.selectors import newest_job
from moments.models import Campaign, Clip, ClipState, CutOrder, GivenPlace, Job, Video
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, make_admin, make_campaign, make_lead, make_query

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(tmp_path: Path, settings) -> Path:
    """A folder of the server with two campaigns' videos, and the uploads of both."""
    settings.VIDEO_ROOTS = (VideoRoot(ClipStorage(folder=tmp_path / "videos")),)
    settings.VIDEO_UPLOADS = VideoRoot(ClipStorage(folder=tmp_path / "uploads"))
    settings.DATA_DIR = tmp_path / "data"
    for folder in ("videos/films", "videos/secret", "uploads/films", "uploads/films-2", "uploads/past"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / f"{Path(folder).name}.mp4").write_bytes(b"\0\0\0\x18ftypmp42")
    (tmp_path / "uploads/films/way").symlink_to(tmp_path / "uploads/films-2")
    return tmp_path


LOOK = {"fps": "5", "height": "240", "rendition": "gif"}
FOREIGN = (
    *("videos", "videos/films", "videos/secret", "videos/films/../secret", "uploads", "uploads/films-2"),
    *("uploads/films/../films-2", "uploads/films/way", "etc", ""),
)


def test_a_lead_names_only_uploads_of_the_campaign_and_places_given_to_it(client: Client, server: Path) -> None:
    campaign = make_campaign()
    query = make_query(campaign, pairs=1)
    video = query.pairs.get().moment.video
    order_clips(campaign=campaign, source=str(server / "videos/secret"), everything=True, now=NOW)
    CutOrder.objects.update(stopped_at=NOW)
    sign_in_lead(client, campaign)
    page, ours = "/c/films/corpus/", str(server / "uploads/films")
    for place in FOREIGN:
        address = str(server / place)
        with pytest.raises(BadInput, match="leads use videos"):
            require_allowed(campaign, address, by_admin=False)
    foreign = {"place": str(server / "videos/secret")}
    answers = [
        client.get(f"{page}videos/", foreign),
        client.post(f"{page}videos/add/", foreign | {"file": "secret.mp4"}, follow=True),
        client.post(f"{page}clips/order/", {"source": foreign["place"], "kind": "everything"}, follow=True),
        client.post(
            f"{page}clips/test/", {"source": foreign["place"], "fps": "5", "height": "240", "rendition": "gif"}
        ),
    ]
    for answer in answers:
        text = answer.content.decode()
        assert ("secret.mp4" in text, Job.objects.count(), CutOrder.objects.count()) == (False, 0, 1)
    marked = f"{page}videos/{video.pk}/mark/"
    assert [client.get(f"{marked}{one}/", foreign).status_code for one in ("source", "frames")] == [404, 404]
    assert "films.mp4" in client.get(f"{page}videos/", {"place": ours}).content.decode()
    give_place(campaign=campaign, address=str(server / "videos/films"), actor="admin", now=NOW)
    assert "films.mp4" in client.get(f"{page}videos/", {"place": str(server / "videos/films")}).content.decode()
    assert "Leads use videos" in client.get(f"{page}videos/", foreign).content.decode()


def test_only_admins_give_places_and_never_the_uploads_of_all(client: Client, server: Path) -> None:
    campaign = make_campaign()
    lead = make_lead(campaign)
    client.force_login(lead.user)
    address, place = "/c/films/corpus/videos/place/", str(server / "videos/films")
    assert (client.post(address, {"place": place}).status_code, GivenPlace.objects.count()) == (403, 0)
    client.force_login(make_admin())
    for wrong in (str(server), str(server / "uploads"), str(server / "uploads/films-2"), str(server / "videos/none")):
        assert "No changes were made" in client.post(address, {"place": wrong}, follow=True).content.decode()
    for _ in range(2):
        client.post(address, {"place": place})
    assert list(GivenPlace.objects.values_list("address", flat=True)) == [place]
    client.post(address, {"place": place, "do": "take"})
    assert GivenPlace.objects.count() == 0
    kinds = list(campaign.ledger.order_by("number").values_list("kind", flat=True))[-2:]
    assert kinds == [PLACE_GIVEN.name, PLACE_TAKEN_BACK.name]


def test_cutting_again_takes_no_lead_to_a_place_in_which_the_video_was_never_looked_for(server: Path) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=1)
    foreign = Video.objects.create(campaign=campaign, name="secret", duration_s=9)
    make_query(campaign, pairs=1)
    moment = campaign.moments.order_by("-pk")[0]
    moment.video = foreign
    moment.save()
    Clip.objects.filter(moment=moment).update(state=ClipState.FAILED, reason="no video")
    CutOrder.objects.create(campaign=campaign, source=str(server / "videos/secret"), ordered_at=NOW, finished_at=NOW)
    with pytest.raises(BadInput, match="leads use videos"):
        try_video_again(video=foreign, by_admin=False, now=NOW)
    assert try_video_again(video=foreign, by_admin=True, now=NOW).source == str(server / "videos/secret")


def test_a_lead_founds_campaigns_and_copies_and_trials_which_only_they_lead(client: Client, server: Path) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=4)
    lead, other = make_lead(campaign), make_lead(campaign)
    client.force_login(lead.user)
    refused = client.post("/campaigns/new/", {"slug": "past"})
    assert (refused.status_code, "earlier campaign" in refused.content.decode()) == (400, True)
    assert client.post("/campaigns/new/", {"slug": "mine", "title": "Mine"}).url == "/c/mine/corpus/setup/"
    assert client.post("/c/films/corpus/copy/make/", {"slug": "past"}).status_code == 400
    client.post("/c/films/corpus/copy/make/", {"slug": "again", "with_corpus": "on"})
    copy_ordered(now=NOW)
    client.post("/c/films/corpus/copy/try/", {"annotators": "4", "share": "10", "seed": "1"})
    copy_ordered(now=NOW)
    made = {one.slug: one for one in Campaign.objects.exclude(slug="films")}
    assert set(made) == {"mine", "again", "films-trial-1"}
    for one in made.values():
        (led,) = one.members.filter(role=Role.LEAD).select_related("user")
        assert (led.user, one.ledger.order_by("number")[0].actor) == (lead.user, led.pseudonym)
    assert '<a href="/c/films-trial-1/corpus/">' in client.get("/c/films/corpus/copy/").content.decode()
    client.force_login(other.user)
    assert [client.get(f"/c/{slug}/corpus/").status_code for slug in made] == [404, 404, 404]
    assert "The lead who ordered the copy can open it." in client.get("/c/films/corpus/copy/").content.decode()


def test_whoever_no_longer_leads_gets_no_copy(server: Path) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=4)
    lead = make_lead(campaign)
    order_trial(campaign=campaign, annotators=4, share=10, seed=1, actor="1", now=NOW, founder=lead.user)
    Membership.objects.filter(pk=lead.pk).update(standing="suspended")
    copy_ordered(now=NOW)
    job = newest_job(campaign, "copy")
    assert (job.state, Campaign.objects.count()) == ("failed", 1)
    assert "no longer leads" in job.reason


@pytest.mark.parametrize(
    "sent",
    [
        ("rank/", {"encoder": "sentence-transformers:", "model": "/etc", "top": "4", "how": "list"}),
        ("pool/", {"source": ["sentence-transformers:/etc"], "turn": ["1"], "top": "4"}),
    ],
)
def test_a_lead_has_the_server_load_no_model_of_their_choice(client: Client, sent) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    sign_in_lead(client, campaign)
    answer = client.post(f"/c/films/corpus/candidates/{sent[0]}", sent[1])
    assert (answer.status_code, Job.objects.count()) == (400, 0)
    assert "only admins name a model" in answer.content.decode()


def test_a_suspended_lead_and_one_of_a_trial_found_nothing(client: Client) -> None:
    trial = make_campaign("films-trial-1", is_trial=True)
    member = make_lead(trial)
    client.force_login(member.user)
    assert client.get("/campaigns/new/").status_code == 403
    led = join_campaign(user=member.user, campaign=make_campaign(), role=Role.LEAD, now=NOW)
    assert client.get("/campaigns/new/").status_code == 200
    Membership.objects.filter(pk=led.pk).update(standing="suspended")
    assert client.get("/campaigns/new/").status_code == 403
