"""GET /clips/NAME: who may see which clip."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client

from annotator.desk.selectors.clips import visible_clip
from annotator.models import Role, Standing
from moments.models import Clip
from tests.factories import claim, make_admin, make_member, opened_campaign

pytestmark = pytest.mark.django_db
GIF = b"GIF89a not really"


def url_of(seat) -> str:
    clip = Clip.objects.get(moment=seat.pair.moment)
    if not storages["clips"].exists(clip.name):
        storages["clips"].save(clip.name, ContentFile(GIF))
    return f"/clips/{clip.name}"


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_annotator_sees_the_clip_of_a_held_seat() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    answer = signed_in(one.user).get(url_of(claim(one, 1)[0]))
    assert (answer.status_code, answer["Content-Type"], b"".join(answer.streaming_content)) == (200, "image/gif", GIF)
    assert answer["Cache-Control"] == "private, max-age=604800, immutable"


def test_a_clip_of_a_held_seat_is_found_by_one_query(django_assert_num_queries) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    name = url_of(claim(one, 1)[0]).removeprefix("/clips/")
    with django_assert_num_queries(1):
        assert visible_clip(one.user, name) is not None


def test_a_lead_needs_three_queries_and_a_name_that_no_clip_has_two(django_assert_num_queries) -> None:
    campaign, (one, _) = opened_campaign(pairs=3)
    name = url_of(claim(one, 1)[0]).removeprefix("/clips/")
    lead = make_member(campaign, role=Role.LEAD)
    with django_assert_num_queries(3):
        assert visible_clip(lead.user, name) is not None
    with django_assert_num_queries(2):
        assert visible_clip(lead.user, "nothing.gif") is None


def test_a_program_sees_it_with_its_token(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    assert client_of(one).get(url_of(claim(one, 1)[0])).status_code == 200


def test_a_reserved_seat_shows_nothing_yet() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    claim(one, 1)
    reserved = one.seats.filter(state="reserved").first()
    assert signed_in(one.user).get(url_of(reserved)).status_code == 404


def test_others_do_not_learn_that_it_exists() -> None:
    campaign, (one, two) = opened_campaign(pairs=3)
    url = url_of(claim(one, 1)[0])
    other, (stranger, _) = opened_campaign("other")
    for user in (two.user, stranger.user, make_member(other, role=Role.LEAD).user):
        assert signed_in(user).get(url).status_code == 404
    assert signed_in(one.user).get("/clips/nothing.gif").status_code == 404


def test_anonymous_is_401_and_suspended_is_403() -> None:
    campaign, (one, _) = opened_campaign(pairs=3)
    url = url_of(claim(one, 1)[0])
    suspended = make_member(campaign, standing=Standing.SUSPENDED)
    assert [Client().get(url).status_code, signed_in(suspended.user).get(url).status_code] == [401, 403]


def test_the_campaigns_lead_and_any_admin_see_it() -> None:
    campaign, (one, _) = opened_campaign(pairs=3)
    url = url_of(claim(one, 1)[0])
    lead = make_member(campaign, role=Role.LEAD)
    assert [signed_in(user).get(url).status_code for user in (lead.user, make_admin())] == [200, 200]


def test_a_clip_whose_bytes_are_gone_is_404() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one, 1)[0]
    url = url_of(seat)
    storages["clips"].delete(Clip.objects.get(moment=seat.pair.moment).name)
    assert signed_in(one.user).get(url).status_code == 404


@pytest.fixture
def video() -> tuple[Client, str]:
    """A signed-in annotator, and the address of an MP4 of ten bytes, 0 to 9, of a held seat."""
    _, (one, _) = opened_campaign(pairs=3)
    moment = claim(one, 1)[0].pair.moment
    clip = Clip.objects.create(moment=moment, rendition="mp4", state="ready", frames=1, size=10)
    storages["clips"].save(clip.name, ContentFile(bytes(range(10))))
    return signed_in(one.user), f"/clips/{clip.name}"


def test_a_video_is_served_as_one_that_may_be_asked_for_in_parts(video) -> None:
    client, url = video
    answer = client.get(url)
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, bytes(range(10)))
    assert {name: answer[name] for name in ("Content-Type", "Content-Length", "Accept-Ranges", "Cache-Control")} == {
        "Content-Type": "video/mp4",
        "Content-Length": "10",
        "Accept-Ranges": "bytes",
        "Cache-Control": "private, max-age=604800, immutable",
    }
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-", 0, 9),
        ("bytes=0-0", 0, 0),
        ("bytes=3-5", 3, 5),
        ("bytes=3-99", 3, 9),
        ("bytes=9-", 9, 9),
        ("bytes=-4", 6, 9),
        ("bytes=-99", 0, 9),
        ("BYTES= 2-3 ", 2, 3),
    ],
)
def test_a_part_of_a_clip_is_sent(video, asked: str, first: int, last: int) -> None:
    client, url = video
    answer = client.get(url, headers={"Range": asked})
    assert (answer.status_code, b"".join(answer.streaming_content)) == (206, bytes(range(first, last + 1)))
    assert answer["Content-Range"] == f"bytes {first}-{last}/10"
    assert (answer["Content-Length"], answer["Content-Type"]) == (str(last - first + 1), "video/mp4")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, max-age=604800, immutable"


@pytest.mark.parametrize("asked", ["bytes=10-", "bytes=99-100", "bytes=-0"])
def test_a_part_behind_the_end_is_416(video, asked: str) -> None:
    client, url = video
    answer = client.get(url, headers={"Range": asked})
    assert (answer.status_code, answer["Content-Range"], answer.content) == (416, "bytes */10", b"")


@pytest.mark.parametrize(
    "asked",
    [
        *["", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b", "bytes=0-1,3-4", "bytes=--3", "frames=0-1"],
        *["bytes=" + "9" * 400 + "-", "bytes=１-２", "bytes=0-1-2", "bytes=+1-2"],
    ],
)
def test_a_range_that_is_none_is_left_aside(video, asked: str) -> None:
    client, url = video
    answer = client.get(url, headers={"Range": asked})
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, bytes(range(10)))


def test_a_part_of_another_copy_is_sent_whole(video) -> None:
    client, url = video
    answer = client.get(url, headers={"Range": "bytes=0-1", "If-Range": '"some copy"'})
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, bytes(range(10)))


def test_the_head_of_a_clip_tells_its_size(video) -> None:
    client, url = video
    answer = client.head(url)
    assert (answer.status_code, answer["Content-Length"], answer["Accept-Ranges"]) == (200, "10", "bytes")


def test_a_part_is_refused_to_whom_the_whole_is(video) -> None:
    _, url = video
    campaign, (stranger, _) = opened_campaign("other")
    headers = {"Range": "bytes=0-1"}
    assert Client().get(url, headers=headers).status_code == 401
    assert signed_in(stranger.user).get(url, headers=headers).status_code == 404


def test_a_clip_cut_again_is_gone_under_its_old_name(video) -> None:
    client, url = video
    Clip.objects.filter(rendition="mp4").update(key="another-key")
    assert client.get(url).status_code == 404
