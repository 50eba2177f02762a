import re
from datetime import timedelta

import pytest

from annotator.models import Seat
from consensus.models import Verdict
from consensus.opening.services import open_next_batch
from consensus.verify.selectors.invariants import breaches
from moments.clips.selectors.clips import needed_moments
from moments.clips.services.orders import order_clips
from moments.models import Clip, Pair, VideoCut, VideoUpload, WithdrawnMoment
from tests.console.decisions.scenes import PROGRAM, act, queue_page
from tests.console.scenes import open_scene, sign_in_lead
from tests.factories import NOW, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(tmp_path):
    """Two queries of four pairs, in batches of two; pairs 1 and 5 are of one moment, whose clip failed."""
    campaign = open_scene(people=5, queries=2, pairs=4, batch_size=2)
    first = Pair.objects.get(number=1)
    Clip.objects.filter(moment=first.moment).update(state="failed", reason="no such file")
    Pair.objects.filter(number=5).update(moment=first.moment)
    order = order_clips(campaign=campaign, source=str(tmp_path), failed=True, now=NOW)
    order.videos.update(state="done")
    type(order).objects.filter(pk=order.pk).update(finished_at=NOW)
    return campaign


def send(client, item, what="item", **body):
    return client.post(act("stuck", item, what), body, headers=PROGRAM)


def waiting(client):
    return re.findall(r'data-what="Pair (\d)"', client.get(queue_page("stuck")).content.decode())


def mark(line):
    return re.search(r'undo/.+?name="seen" value="(.+?)"', line, re.DOTALL)[1]


def ended():
    rows = Verdict.objects.filter(superseded=False, kind="withdrawn").order_by("pair__number")
    return list(rows.values_list("pair__number", flat=True))


def test_a_clip_is_cut_again(client, campaign):
    sign_in_lead(client, campaign)
    page = client.get(queue_page("stuck")).content.decode()
    assert "no such file" in page
    assert "2 undecided pairs will be withdrawn, and 0 decided pairs will stay" in page
    assert waiting(client) == ["1", "5"]
    assert "being cut again" in send(client, 1, decision="again").content.decode()
    assert waiting(client) == []
    assert Clip.objects.get(moment__pairs__number=1).state == "pending"
    assert VideoCut.objects.order_by("pk").last().state == "waiting"
    late = send(client, 5, decision="again")
    assert (late.status_code, "is no longer waiting here" in late.content.decode()) == (409, True)


def test_a_moment_ends_everywhere_and_is_used_again(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    assert "give a reason" in send(client, 1, decision="moment").content.decode()
    line = send(client, 1, decision="moment", reason="broken file").content.decode()
    assert ("withdrawn everywhere" in line, "Use again" in line) == (True, True)
    assert ended() == [1, 5]
    assert waiting(client) == []
    row = WithdrawnMoment.objects.get()
    assert (row.actor, row.reason) == (pseudonym, "broken file")
    assert not needed_moments(campaign).filter(pk=row.moment_id).exists()
    late = send(client, 5, decision="withdraw", reason="x")
    assert (late.status_code, "withdrawn by the lead" in late.content.decode()) == (409, True)
    send(client, 1, "undo", seen=mark(line))
    assert (ended(), WithdrawnMoment.objects.count()) == ([], 0)
    assert waiting(client) == ["1", "5"]
    assert "already been taken back" in send(client, 1, "undo", seen=mark(line)).content.decode()
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []


def test_a_video_ends_everywhere_also_in_batches_that_open_later(client, campaign):
    sign_in_lead(client, campaign)
    moment = Pair.objects.get(number=1).moment
    moments = moment.video.moments.count()
    send(client, 1, decision="video", reason="must not be shown")
    assert WithdrawnMoment.objects.count() == moments == 4
    assert ended() == [1, 2, 5]
    open_next_batch(batch=campaign.batches.get(query__query_id=1), now=NOW)
    settle(campaign)
    assert ended() == [1, 2, 3, 4, 5]
    assert Verdict.objects.get(pair__number=4).reason == "its moment was withdrawn: must not be shown"
    assert not Seat.objects.filter(pair__number=4, state="open").exists()
    settle(campaign)
    assert Verdict.objects.count() == 5


def test_an_upload_replaces_a_broken_video(client, campaign, tmp_path):
    place = tmp_path / "uploads"
    place.mkdir()
    video = Pair.objects.get(number=1).moment.video
    VideoUpload.objects.create(
        campaign=campaign,
        video_name=video.name,
        name=f"{video.name}.mp4",
        given_name="mended.mp4",
        place=str(place),
        key="k",
        size=1,
        received=1,
        modified_ms=0,
        actor="admin",
        started_at=NOW,
        touched_at=NOW,
        finished_at=NOW + timedelta(minutes=1),
    )
    sign_in_lead(client, campaign)
    assert "upload a file of the same name under" in client.get(queue_page("stuck")).content.decode()
    send(client, 1, decision="again")
    assert VideoCut.objects.order_by("pk").last().order.source == str(place)
