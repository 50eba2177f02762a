"""The run `similarity`: what a ranking only by caption similarity finds, to check evaluators against."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from itertools import groupby
from json.encoder import encode_basestring as quoted
from typing import Any

from consensus.export.folder import Folder
from consensus.export.formats.columns import SplitColumns
from consensus.labels.rows import Candidate

EXPECTED = "similarity/expected_scores.json"
TAG = "similarity"


def write_similarity(
    folder: Folder, candidates: Iterable[Candidate], splits: Iterable[str], videos: dict[str, int]
) -> dict[str, SplitColumns]:
    """`similarity/<split>.json` and `similarity/<split>.trec`: every pair of each query, most similar first.

    `candidates` come by query and falling similarity. The scores of the TREC file fall by one a rank: TREC's
    readers sort by score and would break ties their own way. Returns the runs' columns by split.
    """
    runs = {split: SplitColumns(videos) for split in splits}
    with ExitStack() as stack:
        json_runs = {split: stack.enter_context(folder.text(run_name(split))) for split in runs}
        trec_runs = {split: stack.enter_context(folder.text(f"similarity/{split}.trec")) for split in runs}
        begun = dict.fromkeys(runs, 0)
        for (split, query), found in groupby(candidates, key=lambda candidate: (candidate.split, candidate.query_id)):
            ranked = list(found)
            json_runs[split].write((",\n" if begun[split] else "{\n") + f'"{query}": [{_predictions(ranked)}]')
            trec_runs[split].writelines(_trec_lines(ranked))
            begun[split] += 1
            for candidate in ranked:
                runs[split].add(candidate)
        for split, stream in json_runs.items():
            stream.write("\n}\n" if begun[split] else "{}\n")
            folder.rows[run_name(split)] = begun[split]
    return runs


def run_name(split: str) -> str:
    """The file of a split's run."""
    return f"similarity/{split}.json"


def write_expected(folder: Folder, expected: Mapping[str, Mapping[str, Any]]) -> None:
    """`similarity/expected_scores.json`: split → what the evaluator says of the run."""
    folder.write(EXPECTED, json.dumps(expected, indent=2) + "\n")


def _predictions(ranked: list[Candidate]) -> str:
    return ", ".join(
        f'{{"video_name": {quoted(one.video_name)}, "timestamp": [{one.start_s!r}, {one.end_s!r}], '
        f'"score": {one.similarity!r}}}'
        for one in ranked
    )


def _trec_lines(ranked: list[Candidate]) -> Iterable[str]:
    for rank, one in enumerate(ranked, start=1):
        yield f"{one.query_id} Q0 {one.desc_id} {rank} {len(ranked) - rank + 1} {TAG}\n"
