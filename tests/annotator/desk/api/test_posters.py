"""GET /posters/NAME: the rule of clips, for stills."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client

from annotator.models import Role
from moments.models import Poster
from tests.factories import NOW, claim, make_member, opened_campaign

pytestmark = pytest.mark.django_db
JPEG = b"\xff\xd8\xff and so on"


def url_of(seat) -> str:
    poster = Poster.objects.create(
        moment=seat.pair.moment, width=64, height=36, size=len(JPEG), sha256="0" * 64, cut_at=NOW
    )
    storages["clips"].save(poster.name, ContentFile(JPEG))
    return f"/posters/{poster.name}"


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_annotator_sees_the_poster_of_a_held_seat() -> None:
    _, (one, two) = opened_campaign(pairs=3)
    url = url_of(claim(one, 1)[0])
    answer = signed_in(one.user).get(url)
    assert (answer.status_code, answer["Content-Type"], b"".join(answer.streaming_content)) == (200, "image/jpeg", JPEG)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert signed_in(two.user).get(url).status_code == 404
    assert Client().get(url).status_code == 401


def test_a_lead_sees_the_own_campaigns_and_no_other() -> None:
    campaign, (one, _) = opened_campaign(pairs=3)
    other, _ = opened_campaign("other")
    url = url_of(claim(one, 1)[0])
    statuses = [signed_in(make_member(of, role=Role.LEAD).user).get(url).status_code for of in (campaign, other)]
    assert statuses == [200, 404]


def test_a_poster_is_no_clip_and_a_clip_no_poster() -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one, 1)[0]
    url = url_of(seat)
    client = signed_in(one.user)
    assert client.get(url.replace("/posters/", "/clips/")).status_code == 404
    assert client.get(url.replace(".jpg", ".gif")).status_code == 404
    assert client.get(f"/posters/{seat.pair.moment.clips.get().name}").status_code == 404
