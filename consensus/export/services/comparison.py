"""Compares two exports and asks the ledger why they differ."""

from __future__ import annotations

from pathlib import Path

from consensus.export.comparing import ExportComparison, compare, explain
from consensus.export.formats.registry import VERBS
from consensus.export.marking.comparing import MarkedComparison, compare_questions, explain_questions
from consensus.export.marking.marking_format import MARK
from consensus.export.opening import OpenedExport, opened_export
from consensus.export.selectors.exports import asked_pairs, ledger_between
from moments.base.errors import BadInput


def compare_exports(*, old: Path, new: Path) -> ExportComparison | MarkedComparison:
    """What changed from one export to the next, folders or ZIP files, and why; raises BadInput.

    Without this campaign's ledger, as on another machine, the changes stand unexplained.
    """
    with opened_export(old) as before, opened_export(new) as after:
        if before.kind != after.kind:
            raise BadInput(
                f"{new}: is an export of a campaign that {VERBS[after.kind]}s, "
                f"but {old} is one of a campaign that {VERBS[before.kind]}s"
            )
        if before.kind == MARK:
            return _marked(before, after)
        comparison = compare(before, after)
        entries = ledger_between(str(after.manifest["campaign"]), before.head, after.head)
    if entries is not None:
        explain(comparison, entries)
    return comparison


def _marked(before: OpenedExport, after: OpenedExport) -> MarkedComparison:
    comparison, slug = compare_questions(before, after), str(after.manifest["campaign"])
    entries = ledger_between(slug, before.head, after.head)
    if entries is not None:
        explain_questions(comparison, entries, asked_pairs(slug))
    return comparison
