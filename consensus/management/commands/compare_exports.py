"""`compare_exports`: what changed from one export to the next, and why."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from consensus.export.comparing import Change, ExportComparison
from consensus.export.marking.comparing import MarkedComparison, PoolChange, QuestionChange
from consensus.export.services.comparison import compare_exports
from consensus.export.twins.comparing import ClipChange, TwinComparison
from moments.management.command import ReelevanceCommand

LABELS = "labels, unjudged pairs and adjudications"
COMPARED: dict[type, str] = {
    MarkedComparison: "questions, truths and pools",
    TwinComparison: "clips, captions and splits",
}


class Command(ReelevanceCommand):
    """Compares exports."""

    help = (
        "List the labels, unjudged pairs and adjudications that were added, removed or changed from one export of a "
        "campaign to a later one; in a marking campaign, the questions, their truths and the pools of clips; in a "
        "twins campaign, the clips with their captions and splits. If the database holds the campaign's ledger, "
        "also list the decisions behind them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Both exports."""
        parser.add_argument("old", type=Path, metavar="OLD", help="an export: a folder or a ZIP file")
        parser.add_argument("new", type=Path, metavar="NEW", help="a later export of the same campaign")
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")

    def run(self, **options: Any) -> None:
        """Compare and say."""
        found = compare_exports(old=options["old"], new=options["new"])
        if options["json"]:
            self.say(json.dumps({"counts": found.counts, **asdict(found)}, ensure_ascii=False))
            return
        for line in _lines(found):
            self.say(line)


def _lines(found: ExportComparison | MarkedComparison | TwinComparison) -> list[str]:
    lines = [f"{kind.replace('_', ' ')}: {count}" for kind, count in found.counts.items()]
    lines += [f"{name}: {before} -> {after}" for name, (before, after) in found.about.items()]
    lines += [f"for every pair: {why}" for why in found.wide]
    if not found.explained:
        lines.append("no reasons: this database does not hold the ledger between the two exports")
    for change in found.changes:
        lines.append(_line(change))
        lines += [f"    {why}" for why in change.why]
    pools = found.pools if isinstance(found, MarkedComparison) else []
    lines += map(_pool, pools)
    if not found.changes and not pools:
        lines.append(f"both exports contain the same {COMPARED.get(type(found), LABELS)}")
    return lines


def _line(change: Change | QuestionChange | ClipChange) -> str:
    if isinstance(change, ClipChange):
        details = [f"{name} {_shown(before)} -> {_shown(after)}" for name, (before, after) in change.texts.items()]
        return f"clip {change.vid}: {', '.join([change.kind.replace('_', ' '), *details])}"
    return _change(change) if isinstance(change, Change) else _question(change)


def _question(change: QuestionChange) -> str:
    details = [f"{name} {_shown(before)} -> {_shown(after)}" for name, (before, after) in change.texts.items()]
    if change.kind != "text":
        truths = ["–" if truth is None else str(truth) for truth in (change.before, change.after)]
        is_told = change.before is not None or change.after is not None
        details[:0] = [change.kind.replace("_", " "), *([" -> ".join(truths)] if is_told else [])]
    return f"question {change.question_id}: {', '.join(details)}"


def _pool(change: PoolChange) -> str:
    steps = [
        f"{word} {', '.join(clips)}" for word, clips in (("added", change.added), ("removed", change.removed)) if clips
    ]
    return f"pool of {change.video}: {'; '.join([*steps, *(['in another order'] if change.reordered else [])])}"


def _change(change: Change) -> str:
    where = f"pair {change.pair_id} (query {change.query_id}{f', {change.split}' if change.split else ''})"
    details = [f"{name} {_shown(before)} -> {_shown(after)}" for name, (before, after) in change.texts.items()]
    if change.kind != "text":
        levels = ["–" if level is None else str(level) for level in (change.before, change.after)]
        details[:0] = [change.kind.replace("_", " "), *([" -> ".join(levels)] if change.has_relevance else [])]
    return f"{where}: {', '.join(details)}"


def _shown(value: object) -> str:
    return "–" if value is None else repr(value)
