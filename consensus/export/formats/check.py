"""CHECK.md of an export: how a stranger checks an evaluator against it, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from consensus.export.folder import Folder

CHECK = "CHECK.md"
HEADING = "# Check an evaluator\n\n"
NOTHING = "This export has no agreed pairs, so there are no labels and nothing to check an evaluator against.\n"
SETTINGS = """\
The expected scores use K 10, 20 and 40 and the NDCG {gain}. The IoU thresholds are 0.3, 0.5 and 0.7: NDCG uses
≥, and R and AP use >. A moment is relevant from grade 1. `similarity/expected_scores.json` lists these settings under
`settings`.

"""
PUBLISHED_GAIN = "gain 2^rel − 1"
CANDIDATES = """
The run holds every candidate of a query, labelled or not, most similar first. The reference run `similarity` on the
platform's page *Runs* orders only the labelled moments, so its scores differ.
"""


def write_check(folder: Folder, splits: Sequence[str], gains: Sequence[float] = ()) -> None:
    """`CHECK.md`, with the first split that has labels in the examples; for an export that holds JSON labels.

    `gains` are those of the levels where they are not the published ones.
    """
    split = next((split for split in splits if folder.rows[f"{split}.json"]), None)
    if split is None:
        folder.write(CHECK, f"{HEADING}{NOTHING}")
        return
    lines = (f"{number}. {step}\n" for number, step in enumerate(_steps(split, gains), start=1))
    named = f"gains {_listed(gains, ', ')} of the levels 0 to {len(gains) - 1}" if gains else PUBLISHED_GAIN
    folder.write(CHECK, f"{HEADING}{SETTINGS.format(gain=named)}{''.join(lines)}{CANDIDATES}")


def _listed(gains: Sequence[float], between: str) -> str:
    return between.join(f"{gain:g}" for gain in gains)


def _steps(split: str, gains: Sequence[float]) -> tuple[str, ...]:
    command = f"`python -m evaluation --labels {split}.json --run similarity/{split}.json --json`"
    if gains:
        given = _listed(gains, " ")
        command = f"`python -m evaluation --labels {split}.json --run similarity/{split}.json --gains {given} --json`"
    equal = "nDCG with these gains" if gains else f"nDCG with the {PUBLISHED_GAIN}"
    return (
        "Compare the `sha256sum` of every file with `manifest.json`. If they match, no file was changed.",
        f"Score the run `similarity/{split}.json` against the labels `{split}.json` with your evaluator.",
        f"The means over all labelled queries must equal those under `{split}` in `similarity/expected_scores.json`.",
        f"Our evaluator gives the same: {command}. "
        "It is the folder `evaluation` in the source of the software that README.md names. "
        "`pip install ./evaluation` installs it; it needs only numpy.",
        f"TREC tools read `similarity/{split}.trec` and, if the export has the format `qrels`, `{split}.qrels`. Their "
        f"{equal} equals ours at every IoU for queries whose moments do not overlap.",
    )
