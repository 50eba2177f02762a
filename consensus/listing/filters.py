"""What the table of all pairs is filtered and sorted by, and its columns: read from and written to an address."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from urllib.parse import urlencode

from moments.base.errors import BadInput

LONGEST_WORDS = 200
MOST_NUMBERS = 200
DIGITS = 18

OUTCOMES = {
    "decided": "decided",
    "undecided": "undecided",
    "agreed": "agreed",
    "discarded": "discarded",
    "withdrawn": "withdrawn",
    "adjudicated": "adjudicated",
    "opened": "in an open batch",
    "unopened": "not in a batch",
}
FLAGS = {
    "hold": "on hold",
    "reported": "reported",
    "stuck": "nobody can score it",
    "noclip": "clip failed",
    "example": "example",
    "gold": "gold",
    "reopened": "scored again",
    "priority": "query with a priority",
}
SORTS = {
    "number": "pair number",
    "query": "query and rank",
    "similarity": "similarity",
    "level": "level",
    "decided": "date decided",
}
COLUMNS = {
    "query": "Query",
    "rank": "Rank",
    "similarity": "Similarity",
    "clip": "Clip",
    "caption": "Caption",
    "video": "Video",
    "split": "Split",
    "scores": "Scores",
    "verdict": "Verdict",
    "decided": "Decided",
    "attempt": "Attempt",
    "priority": "Priority",
}
SHOWN_FIRST = ("query", "rank", "similarity", "clip", "caption", "scores", "verdict")
ROUNDS = ("1", "2")


@dataclass(frozen=True, slots=True)
class PairView:
    """A view of the table; each field is a parameter of its address, and an empty one says nothing.

    `level` and `flag` hold several values, separated by commas; so does `query` where it holds numbers. `sort` begins
    with a minus sign where the largest come first. Dates are days of the campaign's time zone.
    """

    query: str = ""
    text: str = ""
    video: str = ""
    person: str = ""
    split: str = ""
    verdict: str = ""
    level: str = ""
    round: str = ""
    least: str = ""
    most: str = ""
    since: str = ""
    until: str = ""
    flag: str = ""
    sort: str = ""
    columns: str = ""

    @property
    def address(self) -> str:
        """The view as the part of an address behind its question mark."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return urlencode({name: value for name, value in named.items() if value}, safe=",:")

    @property
    def is_filtered(self) -> bool:
        """Whether it leaves out pairs."""
        return any(getattr(self, field.name) for field in fields(self) if field.name not in ("sort", "columns"))

    @property
    def has_words(self) -> bool:
        """Whether texts are searched, which no index helps."""
        return bool(self.text or self.video or (self.query and not self.query_numbers))

    @property
    def key(self) -> str:
        """What it is sorted by."""
        return self.sort.removeprefix("-") or "number"

    @property
    def descending(self) -> bool:
        """Whether the largest come first."""
        return self.sort.startswith("-")

    @property
    def shown(self) -> tuple[str, ...]:
        """The columns, in their order."""
        chosen = self.columns.split(",") if self.columns else SHOWN_FIRST
        return tuple(name for name in COLUMNS if name in chosen)

    @property
    def query_numbers(self) -> list[int]:
        """The numbers of queries, where the field `query` holds nothing else."""
        parts = [part.strip() for part in self.query.split(",") if part.strip()]
        numbers = [int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) <= DIGITS]
        return numbers if len(numbers) == len(parts) else []

    @property
    def levels(self) -> list[int]:
        """The levels, of which any may be a pair's verdict."""
        return [int(level) for level in self.level.split(",") if level]

    @property
    def flags(self) -> list[str]:
        """The flags, all of which a pair has."""
        return [flag for flag in self.flag.split(",") if flag]

    @property
    def first_day(self) -> date | None:
        """The day since which a pair was decided."""
        return date.fromisoformat(self.since) if self.since else None

    @property
    def last_day(self) -> date | None:
        """The last day on which it was."""
        return date.fromisoformat(self.until) if self.until else None


def read_view(given: Mapping[str, str], *, levels: Mapping[str, int], splits: Mapping[str, str]) -> PairView:
    """The view that the parameters of an address describe, checked; unknown parameters are left alone.

    `levels` are those of the campaign's scale, `splits` the names of splits. Raises BadInput that names the field.
    """
    named = {field.name: given.get(field.name, "").strip() for field in fields(PairView)}
    for name in ("query", "text", "video", "person"):
        if len(named[name]) > LONGEST_WORDS or "\0" in named[name]:
            raise BadInput(f"expected at most {LONGEST_WORDS} characters", field=name)
    _known("split", named["split"], splits)
    _known("verdict", named["verdict"], OUTCOMES)
    _known("round", named["round"], dict.fromkeys(ROUNDS))
    _known("sort", named["sort"].removeprefix("-"), SORTS)
    for name, known in (("level", levels), ("flag", FLAGS), ("columns", COLUMNS)):
        named[name] = _several(name, named[name], known)
    _similarities(named["least"], named["most"])
    _days(named["since"], named["until"])
    if tuple(named["columns"].split(",")) == SHOWN_FIRST:
        named["columns"] = ""
    if named["sort"] == "number":
        named["sort"] = ""
    return PairView(**named)


def _known(field: str, value: str, known: Mapping[str, object]) -> None:
    if value and value not in known:
        raise BadInput(f"expected one of {', '.join(known)}", field=field)


def _several(field: str, value: str, known: Mapping[str, object]) -> str:
    chosen = [part.strip() for part in value.split(",") if part.strip()]
    for one in chosen:
        _known(field, one, known)
    return ",".join(name for name in known if name in chosen)


def _similarities(least: str, most: str) -> None:
    bounds = [_similarity(field, typed) for field, typed in (("least", least), ("most", most)) if typed]
    if len(bounds) == 2 and bounds[0] > bounds[1]:
        raise BadInput("expected at least the lowest similarity", field="most")


def _similarity(field: str, typed: str) -> float:
    try:
        value = float(typed)
    except ValueError:
        value = math.nan
    if not -1 <= value <= 1 or len(typed) > DIGITS:
        raise BadInput("expected a number from -1 to 1", field=field)
    return value


def _days(since: str, until: str) -> None:
    days = []
    for field, typed in (("since", since), ("until", until)):
        try:
            days += [date.fromisoformat(typed)] if typed else []
        except ValueError as error:
            raise BadInput("expected a date such as 2026-05-31", field=field) from error
        if typed and not 1900 <= days[-1].year <= 2199:
            raise BadInput("expected a year from 1900 to 2199", field=field)
    if len(days) == 2 and days[0] > days[1]:
        raise BadInput("expected the first day or a later one", field="until")
