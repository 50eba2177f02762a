import re
from datetime import timedelta

import pytest

from annotator.models import Problem, ProblemKind
from consensus.models import Verdict
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.verify.selectors.invariants import breaches
from moments.models import Clip, LedgerEntry, Pair
from tests.console.decisions.scenes import PROGRAM, act, queue_page
from tests.console.scenes import open_scene, parked_pair, sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Two reported pairs of three."""
    campaign = open_scene()
    parked_pair(campaign, note="black from the third second")
    parked_pair(campaign, kind=ProblemKind.NOTHING_VISIBLE)
    return campaign


def send(client, item, what="item", **body):
    return client.post(act("reported", item, what), body, headers=PROGRAM)


def waiting(client):
    return re.findall(r'data-what="Pair (\d)"', client.get(queue_page("reported")).content.decode())


def mark(line):
    return re.search(r'undo/.+?name="seen" value="(\d+)"', line, re.DOTALL)[1]


def test_a_pair_is_put_back_and_on_hold_again_with_its_report(client, campaign):
    pseudonym = sign_in_lead(client, campaign)
    page = client.get(queue_page("reported")).content.decode()
    assert ("black from the third second" in page, "The clip does not play" in page) == (True, True)
    first, second = waiting(client)
    line = send(client, first, decision="back").content.decode()
    assert "put back" in line
    assert waiting(client) == [second]
    assert not Pair.objects.get(number=first).parked
    card = send(client, first, "undo", seen=mark(line)).content.decode()
    assert f'data-what="Pair {first}"' in card
    assert waiting(client) == [first, second]
    assert Pair.objects.get(number=first).parked
    assert Problem.objects.filter(resolved_at=None).count() == 2
    kinds = LedgerEntry.objects.filter(pair_number=first).order_by("number").values_list("kind", "actor")
    assert list(kinds) == [("pair_put_back", pseudonym), ("pair_held", pseudonym)]
    refused = send(client, first, "undo", seen=mark(line))
    assert (refused.status_code, "decided again in the meantime" in refused.content.decode()) == (422, True)


def test_a_pair_is_withdrawn_for_a_reason_and_reopened(client, campaign):
    sign_in_lead(client, campaign)
    first, second = waiting(client)
    assert "give a reason" in send(client, first, decision="withdraw").content.decode()
    line = send(client, first, decision="withdraw", reason="The clip must not be shown").content.decode()
    assert ("Reopen" in line, "The clip must not be shown" in line) == (True, True)
    assert Verdict.objects.get().kind == "withdrawn"
    send(client, first, "undo", seen=mark(line))
    assert not Verdict.objects.filter(superseded=False).exists()
    assert Pair.objects.get(number=first).attempt == 2
    assert waiting(client) == [second]  # it is scored again
    assert list(breaches(campaign, now=NOW, sweep_s=60)) == []


def test_a_clip_or_the_whole_video_is_cut_again_and_the_pair_comes_back_to_be_looked_at(client, campaign, tmp_path):
    sign_in_lead(client, campaign)
    first, second = waiting(client)
    assert "no clips were ordered" in send(client, first, decision="again").content.decode()
    tried = campaign.cut_orders.create(source=str(tmp_path), ordered_at=NOW, finished_at=NOW)
    tried.videos.create(video=campaign.videos.get(), state="done")
    clips = Clip.objects.filter(moment__campaign=campaign).order_by("pk")
    assert "is being cut again" in send(client, second, decision="again").content.decode()
    assert waiting(client) == []  # both are of the video that is being cut
    assert [clip.state for clip in clips] == ["ready", "ready", "pending"]
    order = campaign.cut_orders.latest("pk")
    order.videos.update(state="done")
    order.finished_at = NOW
    order.save()
    later = NOW + timedelta(minutes=1)
    clips.filter(state="pending").update(state="ready", cut_at=later)
    pages = client.get(queue_page("reported")).content.decode().split('data-what="Pair ')
    assert ["was cut again after the report" in page for page in pages[1:]] == [False, True]
    assert Pair.objects.filter(parked=True).count() == 2
    send(client, first, decision="replace")
    assert {clip.state for clip in clips.all()} == {"pending"}
    told = [entry.payload for entry in LedgerEntry.objects.filter(kind="clips_cut_again").order_by("number")]
    assert ['"whole_video":false' in told[0].replace(" ", ""), '"whole_video":true' in told[1].replace(" ", "")] == [
        True
    ] * 2
    why = client.get(f"/c/{campaign.slug}/pairs/{first}/why/").content.decode()
    assert "A lead had all clips of its video, 3 clips, cut again" in why


def test_who_comes_second_decides_nothing(client, campaign):
    sign_in_lead(client, campaign)
    first, second = waiting(client)
    send(client, first, decision="back", reason="plays here")
    late = send(client, first, decision="withdraw", reason="no")
    assert (late.status_code, "no longer on hold" in late.content.decode()) == (409, True)
    assert not Verdict.objects.exists()
    pair = Pair.objects.select_related("campaign", "query", "batch__protocol").get(number=second)
    withdraw_pair(pair=pair, actor="other", reason="x", now=NOW)
    late = send(client, second, decision="back")
    assert (late.status_code, "withdrawn: x" in late.content.decode()) == (409, True)


def test_a_pair_that_was_decided_since_is_not_held_again(client, campaign):
    sign_in_lead(client, campaign)
    first, _ = waiting(client)
    line = send(client, first, decision="back").content.decode()
    Verdict.objects.create(
        pair=Pair.objects.get(number=first),
        attempt=1,
        kind="withdrawn",
        protocol=campaign.batches.get().protocol,
        actor="L",
        decided_at=NOW,
    )
    refused = send(client, first, "undo", seen=mark(line)).content.decode()
    assert "was scored and decided in the meantime" in refused
