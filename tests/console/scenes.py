"""Campaigns for the lead's pages, and what every one of these pages refuses."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from annotator.models import Membership, ProblemKind, Role, Standing
from annotator.problems.services.reporting import report_problem
from moments.models import Campaign, Pair
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import (
    NOW,
    claim,
    make_admin,
    make_campaign,
    make_lead,
    make_member,
    opened_campaign,
    score_all,
    settle,
)


def refusals(client: Client, campaign: Campaign, address: str, method: str = "get") -> dict[str, object]:
    """What each kind of person is answered with; the stranger's is the address they are sent to."""
    ask = getattr(client, method)
    other = make_campaign("another-camp")
    suspended = make_member(campaign, role=Role.LEAD, standing=Standing.SUSPENDED)
    people = {
        "annotator": make_member(campaign),
        "suspended lead": suspended,
        "lead elsewhere": make_lead(other),
        "annotator elsewhere": make_member(other),
    }
    client.logout()
    answers: dict[str, object] = {"stranger": ask(address).url.split("?")[0]}
    for name, member in people.items():
        client.force_login(member.user)
        answers[name] = ask(address).status_code
    client.logout()
    return answers


REFUSED = {
    "stranger": "/sign-in/",
    "annotator": 403,
    "suspended lead": 403,
    "lead elsewhere": 404,
    "annotator elsewhere": 404,
}


def sign_in_lead(client: Client, campaign: Campaign) -> str:
    """A lead of the campaign, signed in; their pseudonym."""
    lead = make_lead(campaign)
    client.force_login(lead.user)
    return lead.pseudonym


def sign_in_admin(client: Client) -> None:
    client.force_login(make_admin())


def page_of_query(campaign: Campaign, query_id: int = 1) -> str:
    return reverse("query", args=[campaign.slug, query_id])


def open_scene(*, people: int = 0, queries: int = 1, pairs: int = 3, batch_size: int = 0) -> Campaign:
    """The open campaign "camp"; one batch holds all pairs unless `batch_size` says otherwise."""
    size = batch_size or pairs
    protocol = Protocol(batch_size=size, window=min(2, size))
    campaign, _ = opened_campaign("camp", people=people, queries=queries, pairs=pairs, protocol=protocol)
    return campaign


@built_once
def reviewed_scene(*, queries: int = 1, pairs: int = 6, relevance: int = 3) -> Campaign:
    """Two people scored the first half of each query's candidates alike; every batch awaits review."""
    campaign = open_scene(people=2, queries=queries, pairs=pairs, batch_size=pairs // 2)
    score_all(list(annotators(campaign)), relevance)
    settle(campaign)
    return campaign


def annotators(campaign: Campaign) -> list[Membership]:
    return list(campaign.members.filter(role=Role.ANNOTATOR).select_related("campaign", "user"))


def parked_pair(campaign: Campaign, *, kind: ProblemKind = ProblemKind.BROKEN_CLIP, note: str = "") -> Pair:
    """A pair that an annotator has reported."""
    member = make_member(campaign)
    (seat,) = claim(member, 1)
    report_problem(member=member, seat=seat.public_id, kind=kind, note=note, now=NOW)
    seat.pair.refresh_from_db()
    return seat.pair
