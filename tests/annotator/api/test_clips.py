"""GET /clips/NAME: who may see which clip."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client

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
