"""Walks the pages of a campaign, for the tests of each kind: none fails, and no link leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus

from django.conf import settings
from django.test import Client
from django.urls import reverse

from annotator.models import Membership, Seat, User
from console.frame.navigation import groups_shown
from moments.models import Campaign, Clip
from tests.canary_routes import addresses, every_route

LINK = re.compile(r'<a [^>]*href="([^"]+)"')


def failing_pages(campaign: Campaign, asking: User, annotator: Membership) -> dict[str, int]:
    """The addresses of the campaign that end with an error of the server, with their status."""
    words = {
        "slug": [campaign.slug],
        "int": [1, 3],
        "name": [Clip.objects.all()[0].name],
        "str": [annotator.user.username],
        "token": ["nothing"],
        "pseudonym": [annotator.pseudonym],
        "path": ["1"],
        "uuid": [Seat.objects.all()[0].public_id],
    }
    client = Client(raise_request_exception=False)
    failing = {}
    for route in every_route():
        for address in addresses(route, words):
            if not is_signed_in(client):
                client.force_login(asking)
            response = client.get(address, {} if "admin" in address else {"campaign": campaign.slug})
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                failing[address] = response.status_code
    return failing


def is_signed_in(client: Client) -> bool:
    """Whether no page has ended the session."""
    session = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return session is not None and session.value != ""


def pages_shown(campaign: Campaign) -> list[str]:
    """The addresses of all pages that the navigation of the campaign may show."""
    groups = groups_shown(campaign.kind, settles_pay=True)
    return [reverse(page.route, args=[campaign.slug]) for group in groups for page in group.pages]


def dead_links(campaign: Campaign, asking: User, begin: Iterable[str] = ()) -> dict[str, tuple[int, str]]:
    """Links inside the campaign that lead to no page or to an error, with their status and where they stand.

    The walk starts at the start page and at `begin`, which are followed as if somebody had linked to them.
    """
    client = Client(raise_request_exception=False)
    client.force_login(asking)
    inside = f"/c/{campaign.slug}/"
    waiting = dict.fromkeys(["/", *begin], "the test")
    dead, seen = {}, set(waiting)
    while waiting:
        address, place = waiting.popitem()
        response = client.get(address)
        if response.status_code == HTTPStatus.NOT_FOUND or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            dead[address] = (response.status_code, place)
        if response.status_code != HTTPStatus.OK or not response.get("Content-Type", "").startswith("text/html"):
            continue
        for link in LINK.findall(response.content.decode()):
            wanted = link.partition("#")[0].partition("?")[0]
            if wanted.startswith(inside) and wanted not in seen:
                seen.add(wanted)
                waiting[wanted] = address
    return dead
