"""The search for canaries finds a leak in a body, a header, a cookie, a clip, and on a route that nobody named."""

from __future__ import annotations

import base64
from collections.abc import Callable
from types import ModuleType

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.http import HttpResponse
from django.urls import include, path
from django.utils import timezone

from annotator.desk.api import shapes
from annotator.models import (
    Membership,
    Seat,
)
from config.urls import urlpatterns as real_urls
from moments.models import Clip, Pair
from tests.canary_routes import UnknownPart
from tests.canary_world import World, everything_but_the_administration, made_world, walk
from tests.factories import (
    claim,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return made_world()


def leak_of_a_caption(seat: Seat) -> str:
    return seat.pair.moment.caption


def leak_of_a_rank(seat: Seat) -> str:
    return f"position: {seat.pair.rank}"


def leak_of_a_similarity(seat: Seat) -> str:
    return f"{seat.pair.similarity:.3f} or {100 * seat.pair.similarity:.2f}%, that is {seat.pair.similarity}"


def leak_of_a_name_in_base64(seat: Seat) -> str:
    return base64.urlsafe_b64encode(b"clip of " + seat.pair.moment.video.name.encode()).decode()


LEAKS = [leak_of_a_caption, leak_of_a_rank, leak_of_a_similarity, leak_of_a_name_in_base64]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_in_a_call_is_found(world, monkeypatch, leak: Callable[[Seat], str]) -> None:
    honest = shapes.seat_bodies
    monkeypatch.setattr(
        shapes,
        "seat_bodies",
        lambda seats, wants: [
            body | {"hint": leak(seat)} for body, seat in zip(honest(seats, wants), seats, strict=True)
        ],
    )
    world.ask("seats/claim", count=1)
    assert len(world.watch.leaks()) >= 1


def leaky_view(request, number: int) -> HttpResponse:
    return HttpResponse(f"<p>{Pair.objects.first().moment.description}</p>")


def leaky_header(get_response):
    def answer(request):
        response = get_response(request)
        response["X-Rank"] = str(Pair.objects.first().rank)
        return response

    return answer


def leaky_cookie(get_response):
    def answer(request):
        response = get_response(request)
        response.set_cookie("last", Membership.objects.first().pseudonym)
        return response

    return answer


def test_a_leak_of_a_new_route_is_found_without_naming_the_route(world, settings) -> None:
    routes = [path("", include(real_urls)), path("c/pairs/<int:number>/hint/", leaky_view)]
    settings.ROOT_URLCONF = urls = ModuleType("urls_of_a_day")
    urls.urlpatterns = routes
    walk(world, everything_but_the_administration())
    assert {leak.partition(":")[0].split("/")[-2] for leak in world.watch.leaks()} == {"hint"}


def test_a_route_of_which_nothing_is_known_fails_the_walk(world) -> None:
    with pytest.raises(UnknownPart, match="<float:what>"):
        walk(world, ["/c/<float:what>/"])


@pytest.mark.parametrize("middleware", ["leaky_header", "leaky_cookie"])
def test_a_leak_in_a_header_or_a_cookie_is_found(world, settings, middleware: str) -> None:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"tests.test_canaries_found.{middleware}"]
    world.ask("seats/claim", count=1)
    assert world.watch.leaks() != []


def test_a_leak_in_a_clip_is_found(world) -> None:
    seat = claim(world.walker, 1, now=timezone.now())[0]
    clip = Clip.objects.get(moment=seat.pair.moment)
    storages["clips"].delete(clip.name)
    storages["clips"].save(clip.name, ContentFile(b"GIF89a\x21\xfe" + seat.pair.moment.caption.encode()))
    world.client().get(f"/clips/{clip.name}")
    assert len(world.watch.leaks()) == 1
