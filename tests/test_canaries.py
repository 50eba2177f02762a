"""R9 and I6: what is planted where annotators must not look stands in no byte that they are sent.

Every route of the URLconf is asked for by every method, as an annotator in several states. A test of its own shows
that the search finds a leak in a body, a header, a cookie, a clip.
"""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import ModuleType

import imageio_ffmpeg
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.http import HttpResponse
from django.urls import include, path
from django.utils import timezone

from annotator.api import shapes
from annotator.models import (
    Guideline,
    Membership,
    PersonWarning,
    Problem,
    ProblemKind,
    Role,
    Score,
    Seat,
    Staffing,
    Standing,
    User,
)
from annotator.services.consents import decline_consent, save_consent
from annotator.services.golds import set_gold
from annotator.services.invites import make_invite
from annotator.services.people import issue_token, set_standing
from annotator.services.reporting import report_problem
from annotator.services.resets import make_reset_link
from annotator.services.resolving import answer_question
from config.environment import ClipStorage
from config.urls import urlpatterns as real_urls
from consensus.models import BatchReview, Decision
from consensus.services.opening import open_campaign
from consensus.services.problems import answer_problem
from consensus.services.reviewing import decide_batch
from consensus.services.voiding import void_person
from consensus.services.withdrawing import put_back_pair, withdraw_pair
from moments.models import Campaign, Clip, CutOrder, LedgerEntry, Moment, Pair, Poster, Video
from moments.protocol import Protocol
from tests.canary_routes import UnknownPart, addresses, every_route
from tests.canary_search import LOWEST_RANK, SIMILARITY, WORD, Watch, WatchedClient
from tests.factories import (
    NOW,
    PASSWORD,
    claim,
    make_admin,
    make_campaign,
    make_member,
    make_query,
    make_tutorial,
    make_user,
    opened_campaign,
    score_all,
    settle,
    submit,
)
from tests.moments.services.cutting import add, cut, stored

pytestmark = pytest.mark.django_db
CLIP_BYTES = b"GIF89a of a clip"
METHODS = ("get", "post", "options")
LEADING_OUT = ("/sign-out/", "/admin/logout/")


@dataclass
class World:
    """A campaign full of canaries, the annotator who walks about in it, and whoever else works there."""

    walker: Membership
    others: list[Membership]
    watch: Watch

    @property
    def campaign(self):
        return self.walker.campaign

    def client(self) -> WatchedClient:
        """The walker with a token, whose clock is the server's."""
        token = issue_token(user=self.walker.user, now=timezone.now())
        return WatchedClient(self.watch, headers={"Authorization": f"Token {token}"})

    def ask(self, call: str, **body: object) -> dict[str, object]:
        """What a call of the program answers."""
        answer = self.client().post(f"/api/v1/{call}/", body, content_type="application/json")
        assert answer.status_code < 500
        return answer.json()


@pytest.fixture
def world() -> World:
    """Three who worked and met a lead's decisions, and one who has not begun; then everything hidden gets a mark."""
    now = timezone.now() - timedelta(hours=3)
    campaign, members = opened_campaign(people=3, queries=1, pairs=4, protocol=Protocol(batch_size=2, window=1))
    for member, name in zip(members, "abc", strict=True):
        User.objects.filter(pk=member.user_id).update(username=f"{WORD}-{name}")
        Membership.objects.filter(pk=member.pk).update(pseudonym=f"{WORD}-{name}")
        member.refresh_from_db()
    lead = make_member(campaign, role=Role.LEAD, user=make_user(f"{WORD}-lead")).user.username
    score_all(members[:2], now=now)
    settle(campaign, now=now)
    review = BatchReview.objects.get()
    decide_batch(review=review, decision=Decision.CLOSE, actor=lead, note=f"{WORD} note of a lead", now=now)
    for _ in range(4):
        make_query(campaign, pairs=2)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=now, actor=lead)
    report_and_decide(members, lead, now)
    make_tutorial(campaign)
    walker = make_member(campaign, user=make_user("walker"))
    mark_everything()
    return World(walker, members, Watch())


def report_and_decide(members: list[Membership], lead: str, now) -> None:
    """Reports of others, a question of somebody else's, a withdrawn pair and one put back."""
    held = claim(members[0], 2, now=now)
    for seat, kind in zip(held, (ProblemKind.OTHER, ProblemKind.QUESTION), strict=True):
        report_problem(member=members[0], seat=seat.public_id, kind=kind, note=f"{WORD} note", now=now)
    question = Problem.objects.get(kind=ProblemKind.QUESTION)
    answer_problem(problem=question, answer=f"{WORD} answer to somebody else", actor=lead, now=now)
    put_back_pair(pair=held[0].pair, actor=lead, reason=f"{WORD} reason to put back", now=now)
    withdraw_pair(pair=held[1].pair, actor=lead, reason=f"{WORD} reason to withdraw", now=now)


def mark_everything() -> None:
    """Marks on captions, descriptions, names, ranks, similarities, others' keys, reasons of clips."""
    for moment in Moment.objects.all():
        Moment.objects.filter(pk=moment.pk).update(
            caption=f"{WORD} caption {moment.pk}", description=f"{WORD} description {moment.pk}"
        )
    for video in Video.objects.all():
        Video.objects.filter(pk=video.pk).update(name=f"{WORD}-video-{video.pk}")
    for pair in Pair.objects.order_by("pk"):
        Pair.objects.filter(pk=pair.pk).update(rank=LOWEST_RANK + pair.rank, similarity=SIMILARITY)
    for score in Score.objects.all():
        Score.objects.filter(pk=score.pk).update(key=f"{WORD}-{score.pk}")
    Clip.objects.update(reason=f"{WORD} reason of a clip", sha256=WORD * 10)
    for clip in Clip.objects.all():
        storages["clips"].save(clip.name, ContentFile(CLIP_BYTES))
        if clip.pk % 2:
            poster = Poster.objects.create(moment_id=clip.moment_id, width=2, height=2, size=9, sha256="0", cut_at=NOW)
            storages["clips"].save(poster.name, ContentFile(CLIP_BYTES))
    CutOrder.objects.create(campaign=Campaign.objects.first(), source=f"/{WORD}/source", ordered_at=NOW)


def words_of(world: World) -> dict[str, list[object]]:
    """What may stand in the parts of an address: own and others' objects, and nothing."""
    pairs = list(world.campaign.pairs.order_by("pk"))
    keys = [
        BatchReview.objects.order_by("pk").first().pk,
        Problem.objects.order_by("pk").first().pk,
        world.others[0].pk,
    ]
    return {
        "slug": [world.campaign.slug],
        "int": sorted({1, 2, pairs[0].number, pairs[-1].number, *keys}),
        "name": [
            *(clip.name for clip in Clip.objects.filter(state="ready").order_by("pk")),
            *(poster.name for poster in Poster.objects.order_by("pk")),
        ],
        "str": ["nothing", world.others[0].user.username],
        "token": ["nothing", *secrets_of_links(world)],
        "pseudonym": ["nothing", world.others[0].pseudonym],
        "path": ["1"],
        "uuid": [seat.public_id for seat in Seat.objects.order_by("pk")[:2]],
    }


def secrets_of_links(world: World) -> list[str]:
    """An invite, and a link to a new password."""
    now = timezone.now()
    made = make_invite(campaign=world.campaign, uses=1, days=1, note=f"{WORD} note", now=now, actor="lead")
    return [made.token, make_reset_link(member=world.walker, now=now, actor="lead")]


def walk(world: World, routes: list[str]) -> None:
    """Ask for every address of the routes by every method, signed in."""
    client = WatchedClient(world.watch)
    client.force_login(world.walker.user)
    words = words_of(world)
    for route in routes:
        for address in addresses(route, words):
            for method in METHODS:
                ask(client, method, address, world.campaign.slug)
            if address.startswith(LEADING_OUT):
                client.force_login(world.walker.user)


def ask(client: WatchedClient, method: str, address: str, slug: str) -> None:
    is_api = address.startswith("/api/v1/")
    if method == "get":
        client.get(address, {"campaign": slug} if is_api else {})
    elif is_api:
        body = {"campaign": slug, "scores": [], "claim": 5}
        getattr(client, method)(address, body, content_type="application/json")
    else:
        getattr(client, method)(address)


def everything_but_the_administration() -> list[str]:
    return [route for route in every_route() if not route.startswith("/admin/")]


def fresh(world: World) -> None:
    """Nothing is claimed yet."""


def at_work(world: World) -> None:
    """Held, shown, scored, sent twice, changed, contradicted."""
    plays = ["video/mp4", "image/webp", "image/gif"]
    seats = world.ask("seats/claim", count=4, plays=plays)["seats"]
    assert len(seats) == 4
    keys = [{"seat": seat["id"], "relevance": 2, "key": f"k{seat['id']}", "shown_ms": 90, "plays": 1} for seat in seats]
    change = keys[0] | {"key": "changed", "relevance": 1, "replaces": keys[0]["key"]}
    wrong = [keys[1] | {"key": "x", "relevance": 4}, keys[1] | {"key": "y", "ago_ms": -1}, "nonsense"]
    told = world.ask("scores", scores=[*keys, keys[0], change, *wrong], claim=3, shown=[seats[0]["id"]], plays=plays)
    assert [result["status"] for result in told["results"]] == ["saved"] * 4 + ["duplicate", "changed"] + [
        "refused"
    ] * 3
    for member in world.others:
        for seat in claim(member, 20, now=timezone.now()):
            submit(member, seat, 4, key=f"{WORD}-key-{seat.pk}", now=timezone.now())
    settle(world.campaign, now=timezone.now(), after_s=90)


def after_problems(world: World) -> None:
    """Reports of every kind, a question that was answered and one that was closed, a renewed guideline."""
    kinds = [kind for kind in ProblemKind.values if kind != ProblemKind.QUERY]
    seats = world.ask("seats/claim", count=4)["seats"]
    for kind in kinds:
        world.ask("problems", seat=seats[0]["id"], kind=kind, note="mine", key=f"p{kind}")
    for place, seat in enumerate(seats[1:3]):
        world.ask("problems", seat=seat["id"], kind="question", note="mine", key=f"q{place}", ago_ms=9)
    asked = Problem.objects.filter(annotator=world.walker, kind="question").order_by("-pk")
    answer_question(problem=asked[0], answer="as a 2", now=timezone.now())
    withdraw_pair(pair=asked[1].pair, actor="lead", reason=f"{WORD} reason", now=timezone.now())
    Guideline.objects.create(campaign=world.campaign, version=1, text="Watch.", actor="lead", created_at=NOW)
    world.ask("problems", seat=seats[3]["id"], kind="query", note="mine")
    assert len(world.client().get("/api/v1/news/").json()["answers"]) == 2
    world.ask("news", answers=[asked[0].pk], guideline=1)


def refused(world: World) -> None:
    """In training: the work is refused."""
    set_standing(member=world.walker, standing=Standing.TRAINING, now=timezone.now(), actor="test")
    assert world.ask("seats/claim")["reason"] == "training_required"
    world.ask("scores", scores=[], claim=3)


def suspended(world: World) -> None:
    """Held and scored something, then suspended."""
    at_work(world)
    set_standing(member=world.walker, standing=Standing.SUSPENDED, now=timezone.now(), actor="test")


def offline_late(world: World) -> None:
    """What was held went to others, who scored it; some of it was withdrawn; then the old scores come in."""
    hour = timezone.now() - timedelta(hours=2)
    held = claim(world.walker, 4, now=hour)
    claim(world.others[0], 0, now=timezone.now())
    set_standing(member=world.walker, standing=Standing.EXAM, now=hour, actor="test")
    set_standing(member=world.walker, standing=Standing.QUALIFIED, now=hour, actor="test")
    for member in world.others:
        for seat in claim(member, 20, now=timezone.now()):
            submit(member, seat, 4, key=f"{WORD}-key-{seat.pk}", now=timezone.now())
    entries = [
        {"seat": str(seat.public_id), "relevance": 1, "key": f"late-{seat.pk}", "ago_ms": 5_000_000} for seat in held
    ]
    told = world.ask("scores", scores=entries, claim=3)
    assert "reassigned" in {result["code"] for result in told["results"]}
    world.ask("problems", seat=entries[0]["seat"], kind="other", note="late")


def signed_in_again(world: World) -> None:
    """The session ran out and the desk signed in in place, first with a wrong password."""
    client = WatchedClient(world.watch)
    for password in ("wrong", PASSWORD):
        body = {"worker_id": "walker", "password": password}
        client.post("/api/v1/session/", body, content_type="application/json")
    client.get("/api/v1/scores/")


def asked_to_agree(world: World) -> None:
    """Held some pairs, then asked for a consent, which was declined."""
    world.ask("seats/claim", count=4)
    save_consent(campaign=world.campaign, text="Agree?", seen_version=None, actor="lead", now=timezone.now())
    decline_consent(member=world.walker, version=1, now=timezone.now())


def checked_and_paused(world: World) -> None:
    """Met gold among the seats; then somebody's scores were voided, and a rule paused the walker."""
    now = timezone.now()
    Staffing.objects.create(campaign=world.campaign, gold_rate=0.5)
    for pair in world.campaign.pairs.filter(batch=None, practices=None).select_related("campaign", "query", "moment"):
        set_gold(pair=pair, relevance=2, now=now, actor="lead")
    at_work(world)
    assert Seat.objects.filter(annotator=world.walker, purpose="gold").exists()
    void_person(member=world.others[0], now=now, actor="lead", reason=f"{WORD} reason to void")
    PersonWarning.objects.create(member=world.walker, kind="kappa", detail=f"{WORD} detail", paused=True, raised_at=now)
    set_standing(member=world.walker, standing=Standing.SUSPENDED, now=now, actor="rule", reason=f"{WORD} paused")


STATES: list[Callable[[World], None]] = [
    fresh,
    at_work,
    after_problems,
    refused,
    suspended,
    offline_late,
    signed_in_again,
    asked_to_agree,
    checked_and_paused,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_byte_of_any_route_holds_what_is_hidden(world, state: Callable[[World], None]) -> None:
    state(world)
    walk(world, everything_but_the_administration())
    assert world.watch.leaks() == []
    assert [seen.asked for seen in world.watch.seen if seen.status >= 500] == []


def test_the_administration_tells_an_annotator_nothing(world) -> None:
    at_work(world)
    walk(world, [route for route in every_route() if route.startswith("/admin/")])
    assert world.watch.leaks() == []
    assert {seen.status for seen in world.watch.seen if "/admin/" in seen.asked} <= {200, 302, 403, 404, 405}


def test_the_walk_reaches_what_there_is_to_see(world) -> None:
    """It would be easy to find nothing by being refused everywhere."""
    at_work(world)
    walk(world, everything_but_the_administration())
    reached = {seen.asked for seen in world.watch.seen if seen.status == 200}
    wanted = {f"GET {address}" for address in ("/c/films/score/", "/api/v1/scores/", "/api/v1/me/", "/api/v1/news/")}
    assert wanted | {"POST /api/v1/seats/claim/", "GET /c/films/guideline/", "GET /c/films/tutorial/1/"} <= reached
    clips = [seen for seen in world.watch.seen if seen.asked.startswith("GET /clips/")]
    assert {seen.status for seen in clips} == {200, 404}
    assert all(CLIP_BYTES in seen.sent for seen in clips if seen.status == 200)
    posters = [seen for seen in world.watch.seen if seen.asked.startswith("GET /posters/")]
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
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"tests.test_canaries.{middleware}"]
    world.ask("seats/claim", count=1)
    assert world.watch.leaks() != []


def test_a_leak_in_a_clip_is_found(world) -> None:
    seat = claim(world.walker, 1, now=timezone.now())[0]
    clip = Clip.objects.get(moment=seat.pair.moment)
    storages["clips"].delete(clip.name)
    storages["clips"].save(clip.name, ContentFile(b"GIF89a\x21\xfe" + seat.pair.moment.caption.encode()))
    world.client().get(f"/clips/{clip.name}")
    assert len(world.watch.leaks()) == 1


def test_a_seat_body_has_nothing_else_in_it(world) -> None:
    seats = world.ask("seats/claim", count=4)["seats"]
    assert all(set(seat) == {"id", "query", "clip"} for seat in seats)
    assert all(set(seat["clip"]) == {"url", "type", "width", "height", "seconds", "bytes"} for seat in seats)


def told_to(value: int) -> list[object]:
    """What an annotator is told by every call when the others score `value`; ids and times left out."""
    campaign, (one, two, three) = opened_campaign(f"same-{value}", people=3, pairs=4, seed=7)
    watched = World(one, [two, three], Watch())
    for seat in claim(two, 20, now=timezone.now() - timedelta(hours=1)):
        submit(two, seat, value, now=timezone.now() - timedelta(hours=1))
    mine = watched.ask("seats/claim", count=4)["seats"]
    entries = [{"seat": seat["id"], "relevance": 2, "key": f"k{place}"} for place, seat in enumerate(mine)]
    told: list[object] = [watched.ask("scores", scores=entries, claim=3)]
    settle(campaign, now=timezone.now(), after_s=120)
    told.append(watched.ask("scores", scores=[entries[0] | {"key": "new", "relevance": 3}], claim=3))
    told += [watched.client().get(f"/api/v1/{call}/").json() for call in ("scores", "me", "news")]
    return [plain(answer) for answer in told]


def plain(answer: object) -> object:
    """The answer without what differs between two campaigns anyway."""
    own = {"seat", "id", "clip", "query", "saved_at", "changeable_until", "worker_id", "campaign", "title", "pace_s"}
    if isinstance(answer, dict):
        return {name: plain(value) for name, value in answer.items() if name not in own and "hours" not in name}
    return [plain(item) for item in answer] if isinstance(answer, list) else answer


def test_an_annotator_is_told_the_same_whatever_the_others_scored() -> None:
    assert told_to(2) == told_to(0) == told_to(4)


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
