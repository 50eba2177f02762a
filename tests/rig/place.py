"""Makes a campaign in the platform that the environment names, and says who may enter; or keeps it supplied.

    python -m tests.rig.place '{"queries": 10, "people": 5}'      (see DEFAULTS)
    python -m tests.rig.place supply SEATS                        (opens more queries whenever fewer seats are open)

Everybody gets a token and a session, which are printed as JSON; nobody a password, so that a thousand people are
made in a second.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from typing import Any

import django

DEFAULTS = {
    "queries": 10, "pairs": 20, "sizes": None, "people": 5, "lead": False, "grace_s": 60, "lease_s": 3600,
    "batches": 1, "open": True, "marks": False,
}  # fmt: skip
BATCH = 20
SLUG = "load"
DAYS_14 = 14 * 24 * 3600


def make_place(wanted: dict[str, Any]) -> dict[str, Any]:
    """The campaign `load`, open unless that is left to do, and its people; `sizes` are the pairs of each query.

    Where it `marks`, the first of the people has asked so many questions, each about a video of its own.
    """
    from django.utils import timezone

    from moments.campaign.services import create_campaign
    from moments.protocol import Protocol

    wish = DEFAULTS | wanted
    if wish["marks"]:
        return make_marking_place(wish)
    protocol = Protocol(grace_s=wish["grace_s"], lease_s=wish["lease_s"], batches=wish["batches"])
    now = timezone.now()
    campaign = create_campaign(
        slug=SLUG, protocol=protocol, now=now, actor="bench", seed=1, follow_suggestions=wish["batches"] > 1
    )
    people = make_people(campaign, wish["people"])
    if wish["lead"]:
        people += make_people(campaign, 1, lead=True)
    add_queries(campaign, wish["sizes"] or [wish["pairs"]] * wish["queries"])
    if wish["open"]:
        open_all(campaign)
    return {"slug": SLUG, "people": people}


def make_marking_place(wish: dict[str, Any]) -> dict[str, Any]:
    """The same in a marking campaign."""
    from django.utils import timezone

    from annotator.models import Membership
    from moments.campaign.services import create_campaign
    from moments.marking_protocol import MarkingProtocol
    from moments.protocol import Protocol
    from tests.marking import asked, finished, make_whole_video

    now, protocol = timezone.now(), Protocol(grace_s=wish["grace_s"], lease_s=wish["lease_s"])
    campaign = create_campaign(slug=SLUG, protocol=protocol, marking=MarkingProtocol(), now=now, actor="bench", seed=1)
    people = make_people(campaign, wish["people"])
    videos = [make_whole_video(campaign, f"film {number}").video for number in range(wish["queries"])]
    open_all(campaign)
    author = Membership.objects.select_related("campaign").get(campaign=campaign, user__username=people[0]["who"])
    for video in videos:
        asked(author, video=video, now=now)
        finished(author, now=now)
    return {"slug": SLUG, "people": people}


def open_all(campaign: Any) -> None:
    """Open every query that is not open yet."""
    from django.utils import timezone

    from consensus.opening.services import open_campaign

    open_campaign(campaign=campaign, allow_missing_clips=True, now=timezone.now(), actor="bench")


def make_people(campaign: Any, count: int, *, lead: bool = False) -> list[dict[str, str]]:
    """Qualified annotators, or leads, with a token and a session each."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.utils import timezone

    from annotator.models import ApiToken, Membership, Role, Standing, User
    from annotator.people.secret_links import digest_of, new_secret

    now, role = timezone.now(), Role.LEAD if lead else Role.ANNOTATOR
    made = []
    for number in range(count):
        user = User.objects.create(username=f"{role.value}-{number}", password=f"!{number}")
        Membership.objects.create(
            user=user, campaign=campaign, role=role, standing=Standing.QUALIFIED, joined_at=now,
            pseudonym=f"{role.value[:4]}-{number}",
        )  # fmt: skip
        token = new_secret()
        ApiToken.objects.create(user=user, digest=digest_of(token), created_at=now)
        session = SessionStore()
        session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
        session[BACKEND_SESSION_KEY] = "annotator.people.selectors.sessions.Accounts"
        session.set_expiry(DAYS_14)
        session.create()
        made.append({"who": user.username, "role": role.value, "token": token, "session": str(session.session_key)})
    return made


def add_queries(campaign: Any, sizes: Iterable[int]) -> None:
    """Queries with so many candidates each, every candidate a moment of its own with a clip that is marked ready."""
    from moments.models import Clip, ClipState, Moment, Pair, Query, Video

    sizes, first = list(sizes), campaign.queries.count()
    video = Video.objects.create(campaign=campaign, name=f"film {first}", duration_s=10.0)
    total, before = sum(sizes), campaign.pairs.count()
    moments = Moment.objects.bulk_create(
        (
            Moment(campaign=campaign, video=video, desc_id=before + number, start_s=number, end_s=number + 9.0,
                   description=f"Something {number}.", caption=f"something {number}.", kind="v")
            for number in range(total)
        ),
        batch_size=5000,
    )  # fmt: skip
    Clip.objects.bulk_create(
        (
            Clip(moment=moment, state=ClipState.READY, width=854, height=480, frames=27, seconds=9, size=300_000)
            for moment in moments
        ),
        batch_size=5000,
    )
    queries = Query.objects.bulk_create(
        Query(campaign=campaign, query_id=first + place, split="val", text=f"Somebody does the thing {first + place}.")
        for place in range(1, len(sizes) + 1)
    )
    ranked = [(query, rank) for query, size in zip(queries, sizes, strict=True) for rank in range(1, size + 1)]
    Pair.objects.bulk_create(
        (
            Pair(campaign=campaign, query=query, moment=moment, number=before + number, rank=rank,
                 similarity=round(1 - rank / 100, 4))
            for number, (moment, (query, rank)) in enumerate(zip(moments, ranked, strict=True), start=1)
        ),
        batch_size=5000,
    )  # fmt: skip


def supply(seats: int) -> None:
    """Until ended: whenever fewer than so many seats are open, open more queries."""
    from annotator.models import Seat, SeatState
    from moments.models import Campaign

    campaign = Campaign.objects.get(slug=SLUG)
    while True:
        wanted = seats - Seat.objects.filter(campaign=campaign, state=SeatState.OPEN)[:seats].count()
        if wanted > 0:
            add_queries(campaign, [BATCH] * (1 + wanted // (2 * BATCH)))
            open_all(campaign)
        time.sleep(0.2)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1] == "supply":
        supply(int(sys.argv[2]))
    else:
        print(json.dumps(make_place(json.loads(sys.argv[1]))))  # noqa: T201
