"""Compares two exports of a campaign: which labels came, went and changed, and what the ledger says of it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from consensus.formats.opening import OpenedExport
from consensus.formats.raw import UNJUDGED
from moments.errors import BadInput

KINDS = ("added", "removed", "to_unjudged", "from_unjudged", "relevance", "text")
CAMPAIGN_WIDE = ("protocol_set",)
LABEL_NUMBERS = ("pair_id", "query_id", "relevance")
TOLD = ("outcome", "relevance", "decision", "version")


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
    """What became of one pair's label: its relevance before and after, texts by field, and the decisions behind it."""

    kind: str
    split: str
    pair_id: int
    query_id: int
    before: int | None = None
    after: int | None = None
    texts: dict[str, list[Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Comparison:
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


def compare(old: OpenedExport, new: OpenedExport) -> Comparison:
    """What changed from `old` to `new`; raises BadInput where they cannot be compared.

    Holds the old labels' lines in memory, some half a kilobyte each.
    """
    if old.manifest["campaign"] != new.manifest["campaign"]:
        raise BadInput(f"{new.path}: is of campaign {new.manifest['campaign']!r}, not {old.manifest['campaign']!r}")
    if old.head[0] > new.head[0]:
        raise BadInput(f"{new.path}: is older than {old.path}; name the older export first")
    for export in (old, new):
        if not export.splits:
            raise BadInput(f"{export.path}: holds no labels as JSON; only exports with the format tvr are compared")
    was, now = _unjudged(old), _unjudged(new)
    changes = [change for split in sorted({*old.splits, *new.splits}) for change in _changes(old, new, split, was, now)]
    return Comparison(changes, _about(old.manifest, new.manifest))


def explain(comparison: Comparison, entries: Iterable[Entry]) -> None:
    """Tell each change the decisions on its pair or query among the entries between the two exports."""
    by_pair: dict[int, list[Change]] = defaultdict(list)
    by_query: dict[int, list[Change]] = defaultdict(list)
    for change in comparison.changes:
        by_pair[change.pair_id].append(change)
        by_query[change.query_id].append(change)
    for entry in entries:
        if entry.kind in CAMPAIGN_WIDE:
            comparison.wide.append(_words(entry))
        touched = by_pair.get(entry.pair_number, []) if entry.pair_number else by_query.get(entry.query_id or -1, [])
        for change in touched:
            change.why.append(_words(entry))
    comparison.explained = True


def _changes(old: OpenedExport, new: OpenedExport, split: str, was: set[int], now: set[int]) -> Iterator[Change]:
    before = dict(_labels(old, split))
    found: list[Change] = []
    for pair, line in _labels(new, split):
        earlier = before.pop(pair, None)
        if earlier is None:
            label = json.loads(line)
            kind = "from_unjudged" if pair in was else "added"
            found.append(Change(kind, split, pair, label["query_id"], None, label["relevance"]))
        elif earlier != line:
            found += _differences(split, json.loads(earlier), json.loads(line))
    for pair, line in before.items():
        label = json.loads(line)
        kind = "to_unjudged" if pair in now else "removed"
        found.append(Change(kind, split, pair, label["query_id"], label["relevance"], None))
    yield from sorted(found, key=lambda change: (change.pair_id, change.kind))


def _differences(split: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    pair, query = after["pair_id"], after["query_id"]
    if before["relevance"] != after["relevance"]:
        yield Change("relevance", split, pair, query, before["relevance"], after["relevance"])
    texts = {
        name: [before.get(name), after[name]]
        for name in after
        if name != "relevance" and before.get(name) != after[name]
    }
    if texts:
        yield Change("text", split, pair, query, before["relevance"], after["relevance"], texts)


def _labels(export: OpenedExport, split: str) -> Iterator[tuple[int, str]]:
    """Each label's pair and its line, as the export writes them: one a line."""
    if split not in export.splits:
        return
    name, entry = f"{split}.json", 0
    for line in export.lines(name):
        text = line.strip().rstrip(",")
        if text not in ("", "[", "]", "[]"):
            entry += 1
            yield _pair_of(text, f"{export.path}: {name} entry {entry}", LABEL_NUMBERS), text


def _unjudged(export: OpenedExport) -> set[int]:
    if UNJUDGED not in export.manifest["files"]:
        return set()
    lines = enumerate(export.lines(UNJUDGED), start=1)
    return {_pair_of(line, f"{export.path}: {UNJUDGED} line {number}", ("pair_id",)) for number, line in lines}


def _pair_of(text: str, where: str, numbers: Sequence[str]) -> int:
    """The pair of an object that holds these integers; raises BadInput, beginning with `where`, for anything else."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}: not JSON: {_shown(text)}") from error
    if not isinstance(entry, dict):
        raise BadInput(f"{where}: expected an object, got {_shown(text)}")
    for name in numbers:
        if name not in entry:
            raise BadInput(f"{where}: {name}: is missing")
        if type(entry[name]) is not int:
            raise BadInput(f"{where}: {name}: expected an integer, got {_shown(repr(entry[name]))}")
    return int(entry["pair_id"])


def _shown(text: str) -> str:
    """A line of a file for a message: cut, and without what could break the message's line."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text[:81])
    return text if len(text) <= 80 else f"{text[:77]}..."


def _about(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, list[Any]]:
    """What the manifests say differently beside the rows."""
    names = ("title", "software", "encoder", "finished", "protocols", "guideline", "stated")
    return {name: [old.get(name), new.get(name)] for name in names if old.get(name) != new.get(name)}


def _words(entry: Entry) -> str:
    payload = json.loads(entry.payload)
    what = entry.kind.replace("_", " ")
    told = [f"{name} {payload[name]}" for name in TOLD if payload.get(name) is not None]
    told += [str(payload[name]) for name in ("reason", "note") if payload.get(name)]
    return f"entry {entry.number}, {entry.at[:10]}: {what} by {entry.actor}" + (f" ({'; '.join(told)})" if told else "")
