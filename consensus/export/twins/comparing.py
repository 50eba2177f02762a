"""Compares two exports of a twins campaign: clips that came, went, or have another caption or split, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from consensus.decisions.known_kinds import kind_named
from consensus.export.compared_rows import Row, differing, object_in, steps_apart
from consensus.export.comparing import Entry, about_exports, require_order, words_of
from consensus.export.formats.raw import UNJUDGED
from consensus.export.opening import OpenedExport
from consensus.export.twins.rtime import FILE, RTIME
from consensus.labels.twin_rows import TWIN_SPLITS
from consensus.twins.splits.ledger_kinds import SPLITS_DRAWN
from moments.base.errors import BadInput

KINDS = (
    "added",
    "removed",
    "to_unjudged",
    "from_unjudged",
    "caption",
    "split",
    "rest",
    "unjudged_added",
    "unjudged_removed",
    "unjudged_changed",
)
OWN = ("caption", "split")  # a change of its own each
SHOWN = ("split", "caption")  # of clips that came or went
FORWARD = "forward"

Rows = Mapping[str, Row]


@dataclass(slots=True)
class ClipChange:
    """What became of a clip: keys that differ, before and after, and the decisions behind it.

    `forward` is the forward clip of its twins, or the clip itself.
    """

    kind: str
    vid: str
    forward: str
    texts: dict[str, list[Any]] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)


@dataclass(slots=True)
class TwinComparison:
    """All changes in order of clip; else as `ExportComparison`."""

    changes: list[ClipChange]
    about: dict[str, list[Any]]
    wide: list[str] = field(default_factory=list)
    explained: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many changes of each kind."""
        found = Counter(change.kind for change in self.changes)
        return {kind: found[kind] for kind in KINDS}


def compare_twins(old: OpenedExport, new: OpenedExport) -> TwinComparison:
    """What changed from `old` to `new`; raises BadInput if they cannot be compared."""
    require_order(old, new)
    for export in (old, new):
        if RTIME.name not in export.manifest.get("formats", ()):
            raise BadInput(f"{export.path}: lacks the format {RTIME.name}; only exports with it can be compared")
    before, after = _clips_in(old), _clips_in(new)
    was, now = _unjudged_in(old), _unjudged_in(new)
    changes = [*_changes(before, after, was, now), *_unjudged(was, now, {*before, *after})]
    changes.sort(key=lambda change: (_number(change.forward), _number(change.vid), KINDS.index(change.kind)))
    return TwinComparison(changes, about_exports(old.manifest, new.manifest))


def explain_twins(comparison: TwinComparison, entries: Iterable[Entry], asked: Mapping[int, str]) -> None:
    """Tell each change the decisions on its clips; `asked` has the forward clip of each pair, by its number."""
    by_clip: dict[str, list[ClipChange]] = {}
    for change in comparison.changes:
        by_clip.setdefault(change.forward, []).append(change)
    moved = [change for change in comparison.changes if change.kind == "split"]
    for entry in entries:
        if kind_named(entry.kind).touches_all_pairs:
            comparison.wide.append(words_of(entry))
        clip = asked.get(entry.pair_number, "") if entry.pair_number else ""
        for change in moved if entry.kind == SPLITS_DRAWN.name else by_clip.get(clip, []):
            change.why.append(words_of(entry))
    comparison.explained = True


def _changes(before: Rows, after: Rows, was: Rows, now: Rows) -> Iterator[ClipChange]:
    """What became of the clips with a caption."""
    for vid in before.keys() | after.keys():
        old, new = before.get(vid, {}), after.get(vid, {})
        forward = _forward(vid, new or old)
        if old and new:
            differences = differing(old, new)
            for name in OWN:
                if name in differences:
                    yield ClipChange(name, vid, forward, {name: differences.pop(name)})
            if differences:
                yield ClipChange("rest", vid, forward, differences)
            continue
        unjudged = forward in (was if new else now)
        kind = ("from_unjudged" if unjudged else "added") if new else ("to_unjudged" if unjudged else "removed")
        yield ClipChange(kind, vid, forward, {name: [old.get(name), new.get(name)] for name in SHOWN})


def _unjudged(was: Rows, now: Rows, judged: set[str]) -> Iterator[ClipChange]:
    """What became of the moments that have a caption in neither export."""
    for step, vid, old, new in steps_apart(was, now, besides=judged):
        yield ClipChange(f"unjudged_{step}", vid, vid, differing(old, new, but=("vid",)))


def _clips_in(export: OpenedExport) -> dict[str, Row]:
    """All clips of all splits by name; raises BadInput, naming file and entry, for what is none."""
    found: dict[str, Row] = {}
    for name in (FILE.format(split) for split in TWIN_SPLITS):
        if name not in export.manifest["files"]:
            continue
        number = 0
        for line in export.lines(name):
            text = line.strip().rstrip(",")
            if text not in ("", "[", "]", "[]"):
                number += 1
                where = f"{export.path}: {name} entry {number}"
                row = object_in(text, where)
                for key in ("vid", *SHOWN):
                    _require_text(row, key, where)
                found[row["vid"]] = row
    return found


def _unjudged_in(export: OpenedExport) -> dict[str, Row]:
    """The moments without a caption by name; raises BadInput for a row that is none."""
    found: dict[str, Row] = {}
    for number, line in enumerate(export.lines(UNJUDGED), start=1):
        where = f"{export.path}: {UNJUDGED} line {number}"
        row = object_in(line, where)
        _require_text(row, "vid", where)
        found[row["vid"]] = row
    return found


def _require_text(row: Row, key: str, where: str) -> None:
    if not isinstance(row.get(key), str):
        raise BadInput(f"{where}: {key}: expected text")


def _forward(vid: str, row: Row) -> str:
    """The forward clip of the twins."""
    twin = row.get("reverse")
    return twin if row.get("direction") != FORWARD and isinstance(twin, str) else vid


def _number(vid: str) -> tuple[int, str]:
    return (int(vid) if vid.isdecimal() else 0, vid)
