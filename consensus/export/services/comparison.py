"""Compares two exports and asks the ledger why they differ."""

from __future__ import annotations

from pathlib import Path

from consensus.export.comparing import ExportComparison, compare, explain
from consensus.export.formats.registry import NAMES_OF_KINDS
from consensus.export.marking.comparing import MarkedComparison, compare_questions, explain_questions
from consensus.export.marking.marking_format import MARK
from consensus.export.opening import OpenedExport, opened_export
from consensus.export.selectors.exports import asked_pairs, forward_clips, ledger_between
from consensus.export.twins.comparing import TwinComparison, compare_twins, explain_twins
from consensus.export.twins.twin_format import TWIN
from moments.base.errors import BadInput


def compare_exports(*, old: Path, new: Path) -> ExportComparison | MarkedComparison | TwinComparison:
    """What changed from one export to the next, folders or ZIP files, and why; raises BadInput.

    Without this campaign's ledger, as on another machine, the changes stand unexplained.
    """
    with opened_export(old) as before, opened_export(new) as after:
        if before.kind != after.kind:
            raise BadInput(
                f"{new}: is an export of {NAMES_OF_KINDS[after.kind]}, but {old} is one of "
                f"{NAMES_OF_KINDS[before.kind]}"
            )
        if before.kind == TWIN:
            return _twins(before, after)
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


def _twins(before: OpenedExport, after: OpenedExport) -> TwinComparison:
    comparison, slug = compare_twins(before, after), str(after.manifest["campaign"])
    entries = ledger_between(slug, before.head, after.head)
    if entries is not None:
        explain_twins(comparison, entries, forward_clips(slug))
    return comparison
