"""GET /clips/NAME of a proxy and GET /clip-parts/NAME: the rule of clips, for whole videos."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client

from annotator.models import Role, Seat, SeatState, Share, Standing
from moments.campaign.selectors import newest_protocol
from moments.clips.storage import clip_url, part_url
from moments.models import Batch, Clip, ClipPart, ClipState
from tests.factories import NOW, make_admin, make_member
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db
CONTENT = bytes(range(10))


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def addresses(clip: Clip) -> list[str]:
    """Of the proxy and its parts, whose bytes are stored."""
    parts = list(clip.parts.order_by("kind"))
    for row in (clip, *parts):
        storages["clips"].save(row.name, ContentFile(CONTENT))
    return [clip_url(clip), *map(part_url, parts)]


def statuses(user, urls: list[str]) -> set[int]:
    client = signed_in(user)
    return {client.get(url).status_code for url in urls}


@pytest.fixture
def scene():
    """A video with one question by the first of three people, and the addresses of its proxy and parts."""
    campaign, (author, marker, other) = marking_campaign(videos=2)
    ask = asked(author)
    return campaign, author, marker, other, addresses(ask.pair.moment.clips.get())


def test_whoever_holds_a_seat_on_a_question_gets_the_video_and_its_parts_and_nobody_else(scene) -> None:
    campaign, author, marker, other, urls = scene
    finished(author)
    assert [statuses(one.user, urls) for one in (marker, other)] == [{404}, {404}]
    Seat.objects.filter(round=1, number=2).update(
        annotator=marker, state=SeatState.RESERVED, reserved_at=NOW, share=None
    )
    assert statuses(marker.user, urls) == {404}
    Seat.objects.filter(round=1, number=2).update(state=SeatState.HELD, held_at=NOW)
    assert [statuses(one.user, urls) for one in (marker, other)] == [{200}, {404}]


def test_an_author_gets_the_own_video_before_the_first_question_and_no_other(scene) -> None:
    campaign, author, marker, _, urls = scene
    assert statuses(author.user, urls) == {200}
    fields = {"campaign": campaign, "number": 1}
    video, protocol = campaign.videos.get(name="video-2"), newest_protocol(campaign)
    batch = Batch.objects.create(video=video, protocol=protocol, opened_at=NOW, **fields)
    Share.objects.create(batch=batch, annotator=marker, **fields)
    second = addresses(Clip.objects.get(moment__video__name="video-2"))
    assert [statuses(one.user, second) for one in (marker, author)] == [{200}, {404}]
    assert statuses(marker.user, urls) == {404}
    marker.standing = Standing.SUSPENDED
    marker.save()
    assert statuses(marker.user, second) == {403}


def test_leads_get_those_of_their_campaign_and_admins_all(scene) -> None:
    campaign, *_, urls = scene
    elsewhere, _ = marking_campaign("other")
    leads = [make_member(of, role=Role.LEAD).user for of in (campaign, elsewhere)]
    assert [statuses(user, urls) for user in (*leads, make_admin())] == [{200}, {404}, {200}]
    assert {Client().get(url).status_code for url in urls} == {401}


def test_each_is_served_as_what_it_is_and_in_parts(scene) -> None:
    _, author, _, _, urls = scene
    client = signed_in(author.user)
    kinds = [client.get(url)["Content-Type"] for url in urls]
    assert kinds == ["video/mp4", "application/json", "image/webp"]
    for url in urls:
        answer = client.get(url, headers={"Range": "bytes=2-4"})
        assert (answer.status_code, b"".join(answer.streaming_content)) == (206, CONTENT[2:5])
        assert (answer["Content-Range"], answer["X-Content-Type-Options"]) == ("bytes 2-4/10", "nosniff")


def test_a_part_is_no_clip_and_a_name_has_its_own_ending(scene) -> None:
    _, author, _, _, (proxy, frames, sheet) = scene
    client = signed_in(author.user)
    swapped = [frames.replace("/clip-parts/", "/clips/"), proxy.replace("/clips/", "/clip-parts/")]
    swapped += [frames.replace(".json", ".webp"), sheet.replace(".webp", ""), proxy.replace(".mp4", ".proxy")]
    assert {client.get(url).status_code for url in swapped} == {404}


def test_parts_of_a_proxy_that_is_not_ready_are_not_shown(scene) -> None:
    _, author, _, _, urls = scene
    Clip.objects.update(state=ClipState.FAILED)
    assert statuses(author.user, urls) == {404}
    assert ClipPart.objects.filter(clip__moment__video__name="video-1").count() == 2
