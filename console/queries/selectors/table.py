"""The table of all pairs: the rows of one page, and all of its view as cells of a CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from annotator.models import Role
from annotator.people.selectors.access import Lead
from annotator.text.spreadsheet import Cell
from consensus.listing.filters import COLUMNS, SORTS, PairView, read_view
from consensus.listing.selectors.paging import keys_in_order
from console.queries.selectors.rows import SHOWN_WITH, PairRow, pair_rows
from moments.models import Campaign, Pair, Split

CHUNK = 500
CLIP = "clip"  # a picture has no cell
NUMBERS = {"number", "rank", "similarity", "attempt", "priority"}


def view_asked(campaign: Campaign, given: dict[str, str]) -> PairView:
    """The view of an address; raises BadInput that names the field."""
    return read_view(given, levels=campaign.scale.by_text, splits=dict(Split.choices))


def rows_of(campaign: Campaign, keys: Sequence[int]) -> list[PairRow]:
    """The rows of the pairs with these primary keys, in their order."""
    pairs = Pair.objects.select_related(*SHOWN_WITH).in_bulk(keys)
    return pair_rows(campaign, [pairs[key] for key in keys if key in pairs])


def names_of_annotators(lead: Lead) -> list[str]:
    """The pseudonyms of those whose scores may be asked for."""
    members = lead.campaign.members.filter(role=Role.ANNOTATOR)
    return list(members.order_by("pseudonym").values_list("pseudonym", flat=True))


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: its words and classes, and how to sort by it and how it is sorted, if at all."""

    label: str
    css: str
    address: str = ""
    order: str = ""


def heads_of(view: PairView) -> list[Head]:
    """The heads of the columns of the view, the pair's own first; each leads to the view in its order."""
    return [_head(view, "number", "Pair"), *(_head(view, column, COLUMNS[column]) for column in view.shown)]


def _head(view: PairView, column: str, label: str) -> Head:
    key = "level" if column == "verdict" else column
    css = f"cell-{'pair' if column == 'number' else column}" + " number" * (column in NUMBERS)
    if key not in SORTS:
        return Head(label, css)
    is_by_it = view.key == key
    address = replace(view, sort=f"-{key}" if is_by_it and not view.descending else key).address
    order = ("descending" if view.descending else "ascending") if is_by_it else ""
    return Head(label, css, address, order)


def table_header(view: PairView) -> list[str]:
    """The names of the columns of the CSV: the pair, and those of the view."""
    return ["pair", *(name for column in _columns(view) for name in HEADERS.get(column, (column,)))]


def table_cells(campaign: Campaign, view: PairView) -> Iterator[list[list[Cell]]]:
    """All pairs of the view in its order, some rows at a time; the pairs are those of the moment at which it begins."""
    keys = list(keys_in_order(campaign, view))
    columns = _columns(view)
    for start in range(0, len(keys), CHUNK):
        rows = rows_of(campaign, keys[start : start + CHUNK])
        yield [[row.pair.number, *(cell for column in columns for cell in CELLS[column](row))] for row in rows]


def _columns(view: PairView) -> list[str]:
    return [column for column in view.shown if column != CLIP]


def _scores(row: PairRow) -> list[Cell]:
    given = [f"{score.relevance} by {score.annotator.pseudonym} in round {score.seat.round}" for score in row.scores]
    return [", ".join(given)]


def _verdict(row: PairRow) -> list[Cell]:
    relevance = row.verdict.relevance if row.verdict else None
    return [row.outcome, relevance, ", ".join(row.flags)]


HEADERS: dict[str, tuple[str, ...]] = {
    "query": ("query_id", "query"),
    "video": ("video", "start_s", "end_s"),
    "verdict": ("outcome", "relevance", "flags"),
    "decided": ("decided_at",),
}
CELLS: dict[str, Callable[[PairRow], list[Cell]]] = {
    "query": lambda row: [row.pair.query.query_id, row.pair.query.text],
    "rank": lambda row: [row.pair.rank],
    "similarity": lambda row: [Decimal(f"{row.pair.similarity:.6f}")],
    "caption": lambda row: [row.pair.moment.caption],
    "video": lambda row: [
        row.pair.moment.video.name,
        Decimal(f"{row.pair.moment.start_s:.3f}"),
        Decimal(f"{row.pair.moment.end_s:.3f}"),
    ],
    "split": lambda row: [row.pair.query.split],
    "scores": _scores,
    "verdict": _verdict,
    "decided": lambda row: [row.verdict.decided_at.isoformat(timespec="seconds") if row.verdict else None],
    "attempt": lambda row: [row.pair.attempt],
    "priority": lambda row: [row.pair.query.priority],
}
