"""CHECK.md of an export: how a stranger checks an evaluator against it, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from consensus.export.folder import Folder

CHECK = "CHECK.md"
HEADING = "# Check an evaluator\n\n"
NOTHING = "No pair of this export is agreed, so there are no labels and nothing to check an evaluator against.\n"
SETTINGS = """\
The scores are with K 10, 20 and 40, the NDCG gain 2^rel − 1, IoU ≥ 0.3, 0.5 and 0.7 for NDCG and > for R and AP, and
relevant from grade 1; `similarity/expected_scores.json` holds them under `settings`.

"""
CANDIDATES = """
The run holds every candidate of a query, labelled or not, most similar first. The reference run `similarity` on the
platform's page of runs orders the labelled moments alone, so its scores are others.
"""


def write_check(folder: Folder, splits: Sequence[str]) -> None:
    """`CHECK.md`, with the first split that has labels in the examples; for an export that holds JSON labels."""
    split = next((split for split in splits if folder.rows[f"{split}.json"]), None)
    if split is None:
        folder.write(CHECK, f"{HEADING}{NOTHING}")
        return
    lines = (f"{number}. {step}\n" for number, step in enumerate(_steps(split), start=1))
    folder.write(CHECK, f"{HEADING}{SETTINGS}{''.join(lines)}{CANDIDATES}")


def _steps(split: str) -> tuple[str, ...]:
    return (
        "`sha256sum` of every file must be what `manifest.json` says; then these are the bytes that were exported.",
        f"Score the run `similarity/{split}.json` against the labels `{split}.json` with your evaluator.",
        f"The means over all labelled queries must be those under `{split}` in `similarity/expected_scores.json`.",
        f"Ours says the same: `python -m evaluation --labels {split}.json --run similarity/{split}.json --json`. It is "
        "the folder `evaluation` of the source of the software that README.md names; `pip install ./evaluation` "
        "installs it, with numpy and nothing else.",
        f"TREC tools take `similarity/{split}.trec` and, of the format `qrels`, `{split}.qrels`; nDCG with the gain "
        "2^rel − 1 is ours at every IoU for queries whose moments do not overlap.",
    )
