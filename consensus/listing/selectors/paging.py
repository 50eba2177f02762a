"""Pages of the table by key: a page begins behind the last pair of the one before, so that each takes as long."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from django.db.models import F, Q, QuerySet

from consensus.listing.filters import PairView
from consensus.listing.selectors.filtering import EVERY, pairs_in_view
from moments.base.errors import BadInput
from moments.models import Campaign, Pair

PAIRS_A_PAGE = 50
FEW = 1000
LARGEST = 2**63
BY_OWN_FIELDS = {
    "number": ("number", "number"),
    "query": ("query__query_id", "rank"),
    "similarity": ("similarity", "number"),
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some of a view's pairs in the order of two fields, of which the second is unique beside the first.

    `where` gives those of the pairs that meet a condition.
    """

    where: Callable[[Q], QuerySet[Pair]]
    first: str
    second: str
    descending: bool

    def ordered(self, within: Q = EVERY, *, backwards: bool = False) -> QuerySet[Pair]:
        """The pairs that meet the condition in their order, or the other way round."""
        fields = [self.first] if self.first == self.second else [self.first, self.second]
        return self.where(within).order_by(*(_direction(field, self.descending != backwards) for field in fields))

    def beyond(self, key: tuple[Any, Any], *, backwards: bool) -> Q:
        """What lies behind the key, or before it. The first condition is the one that an index is entered with."""
        side = "lt" if self.descending != backwards else "gt"
        enters = Q(**{f"{self.first}__{side}e": key[0]})
        return enters & (Q(**{f"{self.first}__{side}": key[0]}) | Q(**{f"{self.second}__{side}": key[1]}))


@dataclass(frozen=True, slots=True)
class PairPage:
    """The pairs of a page, by primary key, and the keys of the pages beside it, if any.

    `total` is how many pairs the view has, where that is known without counting them all.
    """

    pairs: list[int]
    total: int | None = None
    next: str = ""
    previous: str = ""


def _direction(field: str, descending: bool) -> Any:
    return F(field).desc() if descending else F(field).asc()


def stretches(campaign: Campaign, view: PairView, within: Q = EVERY) -> list[Stretch]:
    """Pairs of the view in its order: those that lack what it is sorted by come last, by number."""
    plain = {
        "number": ("number", "number"),
        "query": ("query__query_id", "rank"),
        "similarity": ("similarity", "number"),
    }
    if view.key in plain:
        return [Stretch(_where(campaign, view, within), *plain[view.key], view.descending)]
    field = {"level": "standing__relevance", "decided": "standing__decided_at"}[view.key]
    having, lacking = (
        _where(campaign, view, within & Q(**{f"{field}__isnull": is_lacking})) for is_lacking in (False, True)
    )
    return [Stretch(having, field, "standing__pair", view.descending), Stretch(lacking, "number", "number", False)]


def _where(campaign: Campaign, view: PairView, within: Q) -> Callable[[Q], QuerySet[Pair]]:
    return lambda more: pairs_in_view(campaign, view, within & more)


def page_of_pairs(
    campaign: Campaign, view: PairView, *, after: str = "", before: str = "", size: int = PAIRS_A_PAGE
) -> PairPage:
    """The first page, or the one after a key or before one; raises BadInput for a key that no page has."""
    having = list(pairs_in_view(campaign, view).values_list("pk", flat=True)) if view.has_words else None
    total = None if having is None else len(having)
    # Walked in their order, nearly all pairs would be read before the few that hold the words are found.
    within = Q(pk__in=having) if having is not None and len(having) <= FEW else EVERY
    found = list(enumerate(stretches(campaign, view, within)))
    backwards = bool(before) and not after
    start, key = _read(after or before, found) if after or before else (0, None)
    ways = [found[: start + 1][::-1], found[start:]]
    rows: list[tuple[int, tuple[Any, ...]]] = []
    for place, stretch in ways[not backwards]:
        beyond = stretch.beyond(key, backwards=backwards) if key is not None and place == start else EVERY
        ordered = stretch.ordered(beyond, backwards=backwards)
        wanted = size + 1 - len(rows)
        rows += [(place, row) for row in ordered.values_list("pk", stretch.first, stretch.second)[:wanted]]
        if len(rows) > size:
            break
    more, rows = len(rows) > size, rows[:size]
    if backwards:
        rows.reverse()
    has_next, has_previous = (True, more) if backwards else (more, key is not None)
    if key is None and not more:
        total = len(rows)
    return PairPage(
        [row[0] for _, row in rows],
        total,
        _written(rows[-1]) if rows and has_next else "",
        _written(rows[0]) if rows and has_previous else "",
    )


def count_of_pairs(campaign: Campaign, view: PairView) -> int:
    """How many pairs the view has: for most views, this takes longer than a page of them."""
    return pairs_in_view(campaign, view).count()


def keys_in_order(campaign: Campaign, view: PairView) -> Iterator[int]:
    """All pairs of the view in its order, by primary key."""
    found = stretches(campaign, view)
    return chain.from_iterable(one.ordered().values_list("pk", flat=True) for one in found)


def _written(row: tuple[int, tuple[Any, ...]]) -> str:
    place, (_, first, second) = row
    text = json.dumps([place, first.isoformat() if isinstance(first, datetime) else first, second])
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(text: str, found: list[tuple[int, Stretch]]) -> tuple[int, tuple[Any, Any]]:
    try:
        place, first, second = json.loads(urlsafe_b64decode(text[:200] + "=" * (-len(text[:200]) % 4)))
        stretch = found[place if place >= 0 else len(found)][1]
        if stretch.first.endswith("_at"):
            first = datetime.fromisoformat(first).astimezone(UTC)
        elif not isinstance(first, int | float) or not abs(first) < LARGEST:
            raise ValueError
        if not isinstance(second, int) or not abs(second) < LARGEST:
            raise ValueError
    except (ValueError, TypeError, IndexError, KeyError, OverflowError) as error:
        raise BadInput("this page does not exist; begin with the first one") from error
    return place, (first, second)
