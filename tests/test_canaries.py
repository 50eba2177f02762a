"""R9 and I6: what is planted where annotators must not look stands in no byte that they are sent.

Every route of the URLconf is asked for by every method, as an annotator in several states. `test_canaries_found.py`
shows that the search finds a leak in a body, a header, a cookie, a clip.
"""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.utils import timezone

from config.clip_storage import ClipStorage
from moments.models import Clip, LedgerEntry, Moment
from tests.canary_purposes import differences, made_life
from tests.canary_routes import addresses, every_route
from tests.canary_search import WORD, Watch, WatchedClient
from tests.canary_states import STATES, at_work
from tests.canary_world import CLIP_BYTES, World, everything_but_the_administration, made_world, walk
from tests.factories import (
    claim,
    make_admin,
    make_campaign,
    opened_campaign,
    settle,
    submit,
)
from tests.moments.clips.scenes import add, cut, stored

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def world() -> World:
    return made_world()


@functools.cache
def walked(state: Callable[[World], None]) -> Watch:
    """All that is sent on a walk in that state, through a world that is gone with the test."""
    world = made_world()
    state(world)
    walk(world, everything_but_the_administration())
    return world.watch


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_byte_of_any_route_holds_what_is_hidden(state: Callable[[World], None]) -> None:
    watch = walked(state)
    assert watch.leaks() == []
    assert [seen.asked for seen in watch.seen if seen.status >= 500] == []


def test_the_administration_tells_an_annotator_nothing(world) -> None:
    at_work(world)
    walk(world, [route for route in every_route() if route.startswith("/admin/")])
    assert world.watch.leaks() == []
    assert {seen.status for seen in world.watch.seen if "/admin/" in seen.asked} <= {200, 302, 403, 404, 405}


def test_the_walk_reaches_what_there_is_to_see() -> None:
    """It would be easy to find nothing by being refused everywhere."""
    watch = walked(at_work)
    reached = {seen.asked for seen in watch.seen if seen.status == 200}
    wanted = {f"GET {address}" for address in ("/c/films/score/", "/api/v1/scores/", "/api/v1/me/", "/api/v1/news/")}
    assert wanted | {"POST /api/v1/seats/claim/", "GET /c/films/guideline/", "GET /c/films/tutorial/1/"} <= reached
    clips = [seen for seen in watch.seen if seen.asked.startswith("GET /clips/")]
    assert {seen.status for seen in clips} == {200, 404}
    assert all(CLIP_BYTES in seen.sent for seen in clips if seen.status == 200)
    posters = [seen for seen in watch.seen if seen.asked.startswith("GET /posters/")]
    assert {seen.status for seen in posters} == {200, 404}


def test_the_canaries_are_where_a_lead_sees_them(world) -> None:
    """The search finds them on the pages on which they belong."""
    at_work(world)
    client = WatchedClient(world.watch)
    client.force_login(make_admin())
    for address in addresses("/c/<slug:slug>/queries/<int:query_id>/", {"slug": ["films"], "int": [1, 2]}):
        client.get(address)
    found = "\n".join(world.watch.leaks())
    assert all(word in found for word in ("caption", "317"))
    ledger = "".join(str(entry.payload) for entry in LedgerEntry.objects.all())
    assert all(f"{WORD} {words}" in ledger for words in ("note of a lead", "reason to withdraw", "reason to put back"))


def test_a_seat_body_has_nothing_else_in_it(world) -> None:
    seats = world.ask("seats/claim", count=4)["seats"]
    assert all(set(seat) == {"id", "query", "clip"} for seat in seats)
    assert all(set(seat["clip"]) == {"url", "type", "width", "height", "seconds", "bytes"} for seat in seats)


def answers_when(value: int) -> list[object]:
    """What every call answers an annotator when the others score `value`; ids and times left out."""
    campaign, (one, two, three) = opened_campaign(f"same-{value}", people=3, pairs=4, seed=7)
    watched = World(one, [two, three], Watch())
    for seat in claim(two, 20, now=timezone.now() - timedelta(hours=1)):
        submit(two, seat, value, now=timezone.now() - timedelta(hours=1))
    mine = watched.ask("seats/claim", count=4)["seats"]
    entries = [{"seat": seat["id"], "relevance": 2, "key": f"k{place}"} for place, seat in enumerate(mine)]
    answers: list[object] = [watched.ask("scores", scores=entries, claim=3)]
    settle(campaign, now=timezone.now(), after_s=120)
    answers.append(watched.ask("scores", scores=[entries[0] | {"key": "new", "relevance": 3}], claim=3))
    answers += [watched.client().get(f"/api/v1/{call}/").json() for call in ("scores", "me", "news")]
    return [plain(answer) for answer in answers]


def plain(answer: object) -> object:
    """The answer without what differs between two campaigns anyway."""
    own = {"seat", "id", "clip", "query", "saved_at", "changeable_until", "worker_id", "campaign", "title", "pace_s"}
    if isinstance(answer, dict):
        return {name: plain(value) for name, value in answer.items() if name not in own and "hours" not in name}
    return [plain(item) for item in answer] if isinstance(answer, list) else answer


def test_every_answer_is_the_same_whatever_the_others_scored() -> None:
    assert answers_when(2) == answers_when(0) == answers_when(4)


AGES = {
    "within the grace": timedelta(seconds=20),
    "after a sweep": timedelta(minutes=10),
    "days later": timedelta(days=6, hours=23),
    "a week later": timedelta(days=7, hours=1),
}


@pytest.mark.parametrize("age", AGES.values(), ids=AGES)
@pytest.mark.parametrize("known", ["answered", "lost", "waiting"])
def test_a_seat_tells_nothing_but_what_its_annotator_did_with_it(known: str, age: timedelta) -> None:
    """Neither what it is for, nor whether others scored the pair, nor what a lead decided on it."""
    life = made_life(age)
    seats = getattr(life, known)
    assert len(seats) > 3
    assert differences(life, seats) == {}


def test_a_clip_holds_nothing_of_its_video(tmp_path: Path, settings) -> None:
    """Neither the name of the file nor what stands in its metadata is in a clip's bytes or name."""
    name = f"{WORD}-video"
    settings.STORAGES = {
        **settings.STORAGES,
        "clips": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path / "clips")},
        },
    }
    settings.CLIP_STORAGE = ClipStorage(tmp_path / "clips")
    folder = tmp_path / "videos"
    folder.mkdir()
    marks = [
        part for field in ("title", "comment", "artist", "description") for part in ("-metadata", f"{field}={WORD}")
    ]
    marks += ["-metadata:s:v", f"title={WORD}", "-metadata:s:v", f"handler_name={WORD}"]
    source = ["-f", "lavfi", "-i", "testsrc=s=160x90:r=12", "-t", "4", "-preset", "ultrafast"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, *marks, str(folder / f"{name}.mp4")]
    subprocess.run(command, check=True)
    assert WORD.encode() in (folder / f"{name}.mp4").read_bytes()
    campaign = make_campaign("cuts")
    campaign.renditions = "gif,mp4,webp"
    campaign.save()
    moment = add(campaign, name)[name]
    Moment.objects.filter(pk=moment.pk).update(caption=f"{WORD} caption", description=f"{WORD} description")
    cut(campaign, folder)
    clips = list(Clip.objects.filter(moment=moment))
    assert sorted(clip.rendition for clip in clips if clip.state == "ready") == ["gif", "mp4", "webp"]
    for clip in clips:
        assert WORD.encode() not in stored(clip)
        assert WORD not in clip.name
