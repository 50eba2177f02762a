"""CHECK.md of an export: how a stranger checks an evaluator against it, in five lines."""

from __future__ import annotations

from consensus.formats.folder import Folder

CHECK = "CHECK.md"


def write_check(folder: Folder, split: str) -> None:
    """`CHECK.md`, with `split` in the examples; for an export that holds JSON labels."""
    steps = (
        "`sha256sum` of every file must be what `manifest.json` says; then these are the bytes that were exported.",
        f"Score the run `similarity/{split}.json` against the labels `{split}.json` with your evaluator, at K 10, 20 "
        "and 40 and IoU 0.3, 0.5 and 0.7.",
        f"The means over all labelled queries must be those under `{split}` in `similarity/expected_scores.json`.",
        f"Ours says the same: `python -m evaluation --labels {split}.json --run similarity/{split}.json --json`.",
        f"TREC tools take `similarity/{split}.trec` and, of the format `qrels`, `{split}.qrels`; nDCG with the gain "
        "2^rel − 1 is ours at every IoU for queries whose moments do not overlap.",
    )
    lines = (f"{number}. {step}\n" for number, step in enumerate(steps, start=1))
    folder.write(CHECK, f"# Check an evaluator\n\n{''.join(lines)}")
