"""Compares two exports and asks the ledger why they differ."""

from __future__ import annotations

from pathlib import Path

from consensus.export.comparing import ExportComparison, compare, explain
from consensus.export.opening import opened_export
from consensus.export.selectors.exports import ledger_between


def compare_exports(*, old: Path, new: Path) -> ExportComparison:
    """What changed from one export to the next, folders or ZIP files, and why; raises BadInput.

    Without this campaign's ledger, as on another machine, the changes stand unexplained.
    """
    with opened_export(old) as before, opened_export(new) as after:
        comparison = compare(before, after)
        entries = ledger_between(str(after.manifest["campaign"]), before.head, after.head)
    if entries is not None:
        explain(comparison, entries)
    return comparison
