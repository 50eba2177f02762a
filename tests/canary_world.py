"""A campaign full of canaries, and the walk of an annotator over every address of it (R9, I6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.utils import timezone

from annotator.joining.services.invites import make_invite
from annotator.models import (
    Membership,
    Problem,
    ProblemKind,
    Role,
    Score,
    Seat,
    User,
)
from annotator.people.services.people import issue_token
from annotator.people.services.resets import make_reset_link
from annotator.problems.services.reporting import report_problem
from consensus.models import BatchReview, Decision
from consensus.opening.services import open_campaign
from consensus.pairs.services.withdrawing import put_back_pair, withdraw_pair
from consensus.problems.services import answer_problem
from consensus.review.services.reviewing import decide_batch
from moments.models import Campaign, Clip, CutOrder, Moment, Pair, Poster, Video
from moments.protocol import Protocol
from tests.canary_routes import addresses, every_route
from tests.canary_search import LOWEST_RANK, SIMILARITY, WORD, Watch, WatchedClient
from tests.factories import (
    NOW,
    claim,
    make_admin,
    make_member,
    make_query,
    make_tutorial,
    make_user,
    opened_campaign,
    score_all,
    settle,
)

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


def made_world() -> World:
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
    return [made.token, make_reset_link(member=world.walker, issuer=make_admin(), now=now, actor="admin")]


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
