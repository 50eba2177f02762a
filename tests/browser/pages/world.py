"""What is opened on a campaign: as whom, and what stands in the addresses of its routes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from annotator.models import User
from moments.models import Campaign

Words = Mapping[str, Sequence[object]]
OK, WRONG_METHOD = 200, 405
QUERIES = {"compare-runs": "?a=1&b=2", "compare-query": "?a=1&b=2", "export-compare": "?old=1&new=2"}


@dataclass(frozen=True)
class World:
    """A campaign with work in it.

    `people` are asked in their order; None stands for somebody who has not signed in. `words` are what may stand in the
    parts of addresses: under "ROUTE.PART" for one route, under "PART" for all others.
    """

    campaign: Campaign
    people: Mapping[str, User | None]
    words: Words


@dataclass(frozen=True)
class Found:
    """What one person is given at one address of a route."""

    route: str
    person: str
    address: str
    status: int
    is_page: bool


def routes(
    patterns: Sequence[URLPattern | URLResolver] | None = None, parts: Sequence[str] = ()
) -> Iterator[tuple[str, list[str]]]:
    """Every named route outside the REST API and the administration, with the parts of its address."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        own = [*parts, *pattern.pattern.converters]
        if isinstance(pattern, URLResolver):
            yield from () if pattern.namespace else routes(pattern.url_patterns, own)
        elif pattern.name and not pattern.name.startswith("api-"):
            yield pattern.name, own


def addresses(route: str, parts: Sequence[str], words: Words) -> list[str]:
    """The route's addresses with every combination of the words for its parts, 1 where there are none."""
    choices = [words.get(f"{route}.{part}", words.get(part, (1,))) for part in parts]
    return [
        reverse(route, kwargs=dict(zip(parts, chosen, strict=True))) + QUERIES.get(route, "")
        for chosen in itertools.product(*choices)
    ]


def found_in(world: World) -> Iterator[Found]:
    """What each route gives to the first person who is given a page there, and to an annotator who is given another."""
    clients = {name: _client(user) for name, user in world.people.items()}
    for route, parts in routes():
        for address in addresses(route, parts, world.words):
            seen: list[Found] = []
            for person, client in clients.items():
                if _is_settled(seen, person):
                    continue
                seen.append(_asked(route, person, address, client))
            yield from [one for one in seen if one.is_page] or seen


def unfilled(found: Iterable[Found]) -> set[str]:
    """Routes that gave nothing to anybody, though they answer such requests."""
    filled: dict[str, bool] = {}
    for one in found:
        filled[one.route] = filled.get(one.route, False) or one.status in (OK, WRONG_METHOD)
    return {route for route, is_filled in filled.items() if not is_filled}


def _is_settled(seen: Sequence[Found], person: str) -> bool:
    """Whether it need not be asked as this person what was `seen` as others."""
    if any(one.status == WRONG_METHOD for one in seen):
        return True
    pages = [one for one in seen if one.is_page]
    return bool(pages) and (person != "annotator" or pages[0].person == "nobody")


def _client(user: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if user:
        client.force_login(user)
    return client


def _asked(route: str, person: str, address: str, client: Client) -> Found:
    answer = client.get(address)
    html = answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
    is_page = answer.status_code == OK and html and b"<html" in answer.content[:500].lower()
    return Found(route, person, address, answer.status_code, is_page)
