"""Addresses of every route in the URLconf, so that a new one is walked without anybody's adding it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

CONVERTER = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
MOST_ADDRESSES = 20  # of one route


class UnknownPart(Exception):
    """A route has a part for which nobody has given a value."""


def every_route(patterns: Sequence[URLPattern | URLResolver] | None = None, prefix: str = "/") -> Iterator[str]:
    """The templates of all routes, those of included URLconfs too."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if not isinstance(pattern.pattern, RoutePattern):
            continue  # the administration's catch-all, which holds nothing
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from every_route(pattern.url_patterns, route)
        else:
            yield route


def addresses(route: str, words: Mapping[str, Sequence[object]]) -> list[str]:
    """The route's addresses with every combination of `words`, which are by name or by kind of a part."""
    parts = list(CONVERTER.finditer(route))
    choices = []
    for part in parts:
        known = words.get(part["name"]) or words.get(part["kind"] or "str")
        if not known:
            raise UnknownPart(
                f"{route}: nothing is known of {part[0]}; say in tests/canary_world.py what may stand there"
            )
        choices.append(known)
    made = []
    for chosen in itertools.islice(itertools.product(*choices), MOST_ADDRESSES):
        values = iter(chosen)
        made.append(CONVERTER.sub(lambda part, values=values: str(next(values)), route))
    return made
