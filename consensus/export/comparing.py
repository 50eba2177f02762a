"""Compares two exports of a campaign: labels, unjudged pairs and adjudications that came, went or changed, and why."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from consensus.decisions.known_kinds import kind_named
from consensus.export.compared_rows import adjudicated_rows, label_lines, unjudged_rows
from consensus.export.opening import OpenedExport
from moments.base.errors import BadInput

KINDS = (
    "added",
    "removed",
    "to_unjudged",
    "from_unjudged",
    "relevance",
    "text",
    "unjudged_added",
    "unjudged_removed",
    "unjudged_changed",
    "adjudication_added",
    "adjudication_removed",
    "adjudication_changed",
)
ENDED = ("outcome", "reason")
GIVEN = ("actor", "reason")

Row = Mapping[str, Any]
Rows = Mapping[int, Row]


class Entry(NamedTuple):
    """A decision of the ledger; `payload` is its JSON."""

    number: int
    at: str
    kind: str
    actor: str
    query_id: int | None
    pair_number: int | None
    payload: str


@dataclass(slots=True)
class Change:
    """What became of one pair: its relevance, or a lead's, before and after, texts by field, the decisions behind it.

    `split` is empty for an adjudication that the export does not list as unjudged too.
    """

    kind: str
    split: str
    pair_id: int
    query_id: int
    before: int | None = None
    after: int | None = None
    texts: dict[str, list[Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)

    @property
    def has_relevance(self) -> bool:
        """Whether the pair had or has a relevance; a pair that was and is unjudged has none."""
        return self.before is not None or self.after is not None


@dataclass(slots=True)
class ExportComparison:
    """All changes in order of split and pair; `wide` holds decisions that touch every pair; `about` what else differs.

    `explained` is false where the ledger was not at hand.
    """

    changes: list[Change]
    about: dict[str, list[Any]]
    wide: list[str] = field(default_factory=list)
    explained: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many changes of each kind."""
        found = Counter(change.kind for change in self.changes)
        return {kind: found[kind] for kind in KINDS}


def compare(old: OpenedExport, new: OpenedExport) -> ExportComparison:
    """What changed from `old` to `new`; raises BadInput if they cannot be compared.

    Holds the old labels' lines in memory, some half a kilobyte each, and both exports' unjudged and adjudicated rows.
    """
    require_order(old, new)
    for export in (old, new):
        if not export.splits:
            raise BadInput(
                f"{export.path}: contains no labels as JSON; only exports with the format tvr can be compared"
            )
    was, now = unjudged_rows(old), unjudged_rows(new)
    changes = [change for split in {*old.splits, *new.splits} for change in _changes(old, new, split, was, now)]
    moved = {change.pair_id for change in changes if change.kind in ("to_unjudged", "from_unjudged")}
    splits = {pair: row["split"] for pair, row in [*was.items(), *now.items()]}
    stayed_was, stayed_now = ({pair: row for pair, row in rows.items() if pair not in moved} for rows in (was, now))
    changes += _apart("unjudged", stayed_was, stayed_now, ENDED, splits)
    changes += _apart("adjudication", adjudicated_rows(old), adjudicated_rows(new), GIVEN, splits)
    changes.sort(key=lambda change: (change.split, change.pair_id, change.kind))
    return ExportComparison(changes, about_exports(old.manifest, new.manifest))


def require_order(old: OpenedExport, new: OpenedExport) -> None:
    """Raises BadInput unless both are exports of one campaign, the older one first."""
    if old.manifest["campaign"] != new.manifest["campaign"]:
        raise BadInput(
            f"{new.path}: is an export of campaign {new.manifest['campaign']!r}, not of {old.manifest['campaign']!r}"
        )
    if old.head[0] > new.head[0]:
        raise BadInput(f"{new.path}: is older than {old.path}; give the older export first")


def explain(comparison: ExportComparison, entries: Iterable[Entry]) -> None:
    """Tell each change the decisions on its pair or query among the entries between the two exports."""
    by_pair: dict[int, list[Change]] = defaultdict(list)
    by_query: dict[int, list[Change]] = defaultdict(list)
    for change in comparison.changes:
        by_pair[change.pair_id].append(change)
        by_query[change.query_id].append(change)
    for entry in entries:
        if kind_named(entry.kind).touches_all_pairs:
            comparison.wide.append(words_of(entry))
        touched = by_pair.get(entry.pair_number, []) if entry.pair_number else by_query.get(entry.query_id or -1, [])
        for change in touched:
            change.why.append(words_of(entry))
    comparison.explained = True


def _changes(old: OpenedExport, new: OpenedExport, split: str, was: Rows, now: Rows) -> Iterator[Change]:
    """What became of a split's labels."""
    before = dict(label_lines(old, split))
    for pair, line in label_lines(new, split):
        earlier = before.pop(pair, None)
        if earlier is None:
            label = json.loads(line)
            kind = "from_unjudged" if pair in was else "added"
            yield Change(kind, split, pair, label["query_id"], None, label["relevance"])
        elif earlier != line:
            yield from _differences(split, json.loads(earlier), json.loads(line))
    for pair, line in before.items():
        label = json.loads(line)
        kind = "to_unjudged" if pair in now else "removed"
        yield Change(kind, split, pair, label["query_id"], label["relevance"], None)


def _differences(split: str, before: Row, after: Row) -> Iterator[Change]:
    pair, query = after["pair_id"], after["query_id"]
    if before["relevance"] != after["relevance"]:
        yield Change("relevance", split, pair, query, before["relevance"], after["relevance"])
    if texts := _texts(before, after, after):
        yield Change("text", split, pair, query, before["relevance"], after["relevance"], texts)


def _apart(what: str, was: Rows, now: Rows, shown: Iterable[str], splits: Mapping[int, str]) -> Iterator[Change]:
    """What became of the rows of a file beside the labels; added or removed ones list the columns `shown`."""
    for pair in {*was, *now}:
        before, after = was.get(pair, {}), now.get(pair, {})
        if before != after:
            row = after or before
            step = "changed" if before and after else "added" if after else "removed"
            texts = _texts(before, after, {**before, **after} if step == "changed" else shown)
            levels = before.get("relevance"), after.get("relevance")
            yield Change(f"{what}_{step}", splits.get(pair, ""), pair, row["query_id"], *levels, texts)


def _texts(before: Row, after: Row, names: Iterable[str]) -> dict[str, list[Any]]:
    """The columns among `names` that differ, before and after, without the relevance."""
    return {
        name: [before.get(name), after.get(name)]
        for name in names
        if name != "relevance" and before.get(name) != after.get(name)
    }


def about_exports(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[Any]]:
    """What the manifests say differently beside the rows."""
    names = ("title", "software", "encoder", "finished", "protocols", "guideline", "stated")
    return {name: [old.get(name), new.get(name)] for name in names if old.get(name) != new.get(name)}


def words_of(entry: Entry) -> str:
    """The decision in a line."""
    payload, kind = json.loads(entry.payload), kind_named(entry.kind)
    details = [f"{name} {payload[name]}" for name in kind.shown if payload.get(name) is not None]
    details += [str(payload[name]) for name in ("reason", "note") if payload.get(name)]
    shown = f" ({'; '.join(details)})" if details else ""
    return f"entry {entry.number}, {entry.at[:10]}: {kind.words} by {entry.actor}{shown}"
